"""Writes an image of a page, as Chromium shows it after keys: image.py PAGE IMAGE [KEY ...] [--part SELECTOR]
[--height PIXELS], for scripts/images. With --part, the image contains only this part of the page.
"""

import argparse
import pathlib
import shutil

from playwright.sync_api import sync_playwright

parser = argparse.ArgumentParser()
parser.add_argument("page", type=pathlib.Path)
parser.add_argument("image", type=pathlib.Path)
parser.add_argument("keys", nargs="*")
parser.add_argument("--part", default="html")
parser.add_argument("--height", type=int, default=800)
choice = parser.parse_intermixed_args()
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 1280, "height": choice.height}, color_scheme="light")
    page.goto(choice.page.resolve().as_uri())
    for key in choice.keys:
        page.keyboard.press(key)
    page.locator(choice.part).screenshot(path=choice.image)
    browser.close()
