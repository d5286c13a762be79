"""A browser, and a server of the site that scripts/docs has built. See scripts/test-pages --site."""

import functools
import http.server
import pathlib
import shutil
import threading

import pytest
from playwright.sync_api import expect, sync_playwright

# A machine that also builds is slow. Each wait ends as soon as the page shows the expected content.
expect.set_options(timeout=60_000)

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / ".build/docs/site"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files as a static host does, without a log."""

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def address():
    """The address of a server of the site. The site must be built."""
    assert (SITE / "index.html").is_file(), "run scripts/docs first"
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        program = next(
            (path for name in ["chromium", "chromium-browser", "google-chrome"]
             if (path := shutil.which(name))), None)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_site(browser, address):
    """Opens pages in a window of a width. Errors, warnings and requests to other hosts fail the test."""
    contexts, problems = [], []

    def report(page, text):
        problems.append(f"{page.url.removeprefix(address)}: {text}")

    def open_site(path="/", width=1280, scheme="light"):
        context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning")
                and report(page, message.text))
        page.on("pageerror", lambda error: report(page, str(error)))
        page.on("requestfailed", lambda request: request.failure != "net::ERR_ABORTED"
                and report(page, f"{request.url}: {request.failure}"))
        page.on("request", lambda request: request.url.startswith((address, "data:", "blob:"))
                or report(page, request.url))
        page.on("response", lambda response: response.status < 400
                or report(page, f"{response.url}: {response.status}"))
        page.goto(address + path)
        return page

    yield open_site
    for context in contexts:
        context.close()
    assert problems == []
