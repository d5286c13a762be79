"""Draws the pages of running sessions as images, for scripts/images: live_image.py PAGE LANES.

The first image is a page of the shop of the examples. The second one shows the lanes of an application with a
timer and asynchronous work, with the buttons that end them.
"""

import contextlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / ".build/debug"


@contextlib.contextmanager
def process(*command, folder):
    """Starts a program and ends it after the block."""
    child = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield child
    finally:
        child.terminate()
        child.wait()


def open_page(browser, session, height):
    address = next(line for line in session.stdout if line.startswith("http://")).strip()
    page = browser.new_page(viewport={"width": 1280, "height": height}, color_scheme="light")
    page.goto(address)
    return page


def draw_shop(browser, image):
    command = [PROGRAMS / "signalbox", "inspect", "--no-open", "app.lua", "-e", "app:launch()"]
    with process(*command, folder=ROOT / "examples/shop") as session:
        page = open_page(browser, session, 800)
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
        page.screenshot(path=image)


def draw_lanes(browser, image):
    with tempfile.TemporaryDirectory() as folder, process(PROGRAMS / "BankHost", f"{folder}/s", folder=folder) as host:
        assert host.stdout.readline() == "listening\n"
        command = [PROGRAMS / "signalbox", "repl", "--no-history", "--inspect", "--attach", "./s", "--no-open"]
        with process(*command, folder=folder) as session:
            page = open_page(browser, session, 1000)
            page.get_by_role("button", name="Tap Synchronize").click()
            page.get_by_role("button", name="Tap Pay").click()
            page.get_by_role("tab", name="Timers").click()
            expect(page.locator(".lane-row")).to_have_count(2)
            session.stdin.write('after("90s", function() end) clock.advance "30s"\n')
            session.stdin.flush()
            expect(page.locator(".lane-row")).to_have_count(3)
            expect(page.locator(".lane-action")).to_have_text(["Succeed", "Fail", "Cancel", "Fail", "Cancel", "Advance"])
            page.locator(".details-panel").screenshot(path=image)


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    draw_shop(chromium, sys.argv[1])
    draw_lanes(chromium, sys.argv[2])
    chromium.close()
