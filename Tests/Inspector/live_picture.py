"""Draws the page of a running session as a picture: live_picture.py PICTURE, for scripts/pictures.

The session is the shop of the examples.
"""

import pathlib
import shutil
import subprocess
import sys

from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
session = subprocess.Popen(
    [ROOT / ".build/debug/signalbox", "inspect", "--no-open", "app.lua", "-e", "app:launch()"],
    cwd=ROOT / "examples/shop", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
    page.goto(session.stdout.readline().strip())
    expect(page.locator(".device.is-live")).to_contain_text("Catalog")
    page.get_by_label("Link to open").fill("shop://product/42")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Tap Buy").click()
    expect(page.locator(".layer-sheet .bar-title")).to_have_text("Address")
    page.get_by_role("tab", name="Prompt").click()
    field = page.get_by_role("combobox")
    field.fill('app:tap "Next"')
    field.press("Enter")
    expect(page.locator(".layer-sheet .bar-title")).to_have_text("Payment")
    field.fill("app:t")
    field.press("Tab")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_visible()
    page.screenshot(path=sys.argv[1])
    browser.close()
session.terminate()
session.wait()
