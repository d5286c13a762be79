"""Writes an image of a page, as Chromium shows it after keys: picture.py PAGE PICTURE [KEY ...], for scripts/pictures."""

import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

page_path, picture = map(pathlib.Path, sys.argv[1:3])
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
    page.goto(page_path.resolve().as_uri())
    for key in sys.argv[3:]:
        page.keyboard.press(key)
    page.screenshot(path=picture)
    browser.close()
