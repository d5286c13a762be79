"""The page of an application (`SignalboxWeb`) in a browser, as its users see it: run by scripts/test-pages.

The application is `Tests/WebHost`, in a separate process, which also prints what the page must show. A
message on the console, an exception in the page or a request to another host fails the test.
"""

import json
import os
import pathlib
import random
import re
import signal
import subprocess

import pytest
from playwright.sync_api import expect
from test_page import SCHEMES, SIZES, violations

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOST = os.environ.get("SIGNALBOX_WEB_HOST", str(ROOT / ".build/debug/WebHost"))
# The number of seeds for random gestures. The default takes the time of a normal test run.
SEEDS = int(os.environ.get("SIGNALBOX_PAGE_SEEDS", "1"))
assert SEEDS > 0, "SIGNALBOX_PAGE_SEEDS must be 1 or more"

# Returns the content of the page, from the lowest drawn layer up, and the positions of its parts.
READ = """() => {
  const texts = (node, selector) => [...node.querySelectorAll(selector)].map((one) => one.textContent);
  const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height]; };
  const main = document.querySelector("main");
  return {
    state: main.dataset.state,
    layers: [...document.querySelectorAll(".device-screen > .layer")].map((layer) => ({
      title: texts(layer, ".bar-title, .alert-title")[0] ?? "",
      back: texts(layer, ".bar-back bdi")[0] ?? null,
      actions: texts(layer, ".row.action bdi"),
      tabs: [...layer.querySelectorAll(".tab")].map((tab) => ({
        title: texts(tab, ".tab-title")[0], badge: texts(tab, ".badge")[0] ?? null,
        isSelected: tab.classList.contains("is-selected"),
      })),
      fields: [...layer.querySelectorAll(".alert-field")].map((field) => field.value ?? ""),
      buttons: texts(layer, ".alert-button bdi"),
      message: texts(layer, ".alert-text"),
    })),
    shape: document.querySelector(".layer.is-front")?.className ?? "",
    card: [...document.querySelectorAll(".layer.is-front > .card")].map(box)[0] ?? null,
    screen: box(document.querySelector(".device-screen")),
  };
}"""

# Scrolls to a part of the front layer, and returns its position.
PART = """(random) => {
  const parts = document.querySelectorAll(".layer.is-front [data-part]");
  const part = parts[Math.floor(random * parts.length)];
  if (!part) return null;
  part.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = part.getBoundingClientRect();
  return { kind: part.dataset.part, label: part.dataset.label ?? part.dataset.part, middle: [x + width / 2, y + height / 2] };
}"""


class Host:
    """A running application."""

    def __init__(self, milliseconds):
        self.process = subprocess.Popen(
            [HOST, str(milliseconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def ask(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def state(self):
        return json.loads(self.ask("state"))

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        self.process.stdout.close()


@pytest.fixture
def open_application(browser):
    hosts, contexts, problems = [], [], []

    def open_application(size=(1280, 800), scheme="light", milliseconds=20, host=None, motion="no-preference"):
        if host is None:
            host = Host(milliseconds)
            hosts.append(host)
            address = host.address
        else:
            address = host.ask("address")
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion=motion)
        contexts.append(context)
        page = context.new_page()
        page.host = host
        own = address.split("?")[0]
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: request.url.startswith((own, "data:"))
                or problems.append(request.url))
        page.goto(address)
        settle(page)
        return page

    yield open_application
    for context in contexts:
        context.close()
    failures = [json.loads(host.ask("problems")) for host in hosts]
    for host in hosts:
        host.end()
    assert problems == []
    assert failures == [[] for _ in hosts]


def clean(text, limit):
    """Returns the text that the page shows for another text. See `clean` in inspector/elements.js."""
    shown = re.sub("[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]", "\ufffd", text[:limit])
    return shown if len(text) <= limit else f"{shown}… ({len(text)} characters)"


def expected(layer):
    message = layer.get("message")
    is_dialog = layer["style"] in ("alert", "confirmationDialog")
    return {
        "title": clean(layer["title"], 160 if is_dialog else 120),
        "back": None if layer.get("back") is None else clean(layer["back"], 60),
        "actions": [clean(action, 80) for action in layer["actions"]],
        "tabs": [{"title": tab["title"], "badge": tab.get("badge"), "isSelected": tab["isSelected"]}
                 for tab in layer["tabs"]],
        "fields": layer["fields"],
        "buttons": [clean(button, 40) for button in layer["buttons"]],
        "message": message.split("\n") if message else [],
    }


def settle(page):
    """Waits until the page and the engine are idle and equal, and returns the content of the page."""
    for _ in range(3000):
        shown = page.evaluate(READ)
        if shown["state"] == "idle":
            state = page.host.state()
            layers = [expected(layer) for layer in state["layers"][-6:]]
            if state["isSettled"] and layers == shown["layers"]:
                return shown
        page.wait_for_timeout(10)
    assert shown["layers"] == layers, (shown["state"], state["isSettled"])
    pytest.fail(f"the page is {shown['state']}, the engine is settled: {state['isSettled']}")


def front(page):
    return page.locator(".layer.is-front")


def tap(page, name):
    front(page).get_by_role("button", name=name, exact=True).click()
    return settle(page)


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def drag_sheet(page, fraction):
    """Drags the front sheet down by a part of its height."""
    x, y, width, height = settle(page)["card"]
    drag(page, (x + width / 2, y + 12), (x + width / 2, y + 12 + height * fraction))
    return settle(page)


def swipe_back(page, fraction):
    x, y, width, height = settle(page)["card"]
    drag(page, (x + 3, y + height / 2), (x + 3 + width * fraction, y + height / 2))
    return settle(page)


def gesture(page, shown, choose):
    """Makes a random gesture, and returns its description."""
    kind = choose.choice(["part"] * 7 + ["back", "sheet", "sheet", "swipe", "key", "outside"])
    x, y, width, height = shown["card"]
    if kind == "part":
        # The application can change the page at any time, so that the part is found in one turn.
        part = page.evaluate(PART, choose.random())
        if part is None:
            return "no part"
        if part["kind"] == "field":
            page.mouse.click(*part["middle"])
            page.keyboard.press("Control+A")
            page.keyboard.type(choose.choice(["Milk", "Oat <b>milk</b>"]))
        else:
            page.mouse.click(*part["middle"])
        return f"tap {part['label']}"
    if kind == "back":
        page.mouse.click(x + width * .08, y + (width * .2 if "layer-base" in shown["shape"] else width * .08))
    elif kind == "sheet":
        part = choose.choice([-.6, .2, .4, .7, .9])
        drag(page, (x + width / 2, y + 12), (x + width / 2, y + 12 + height * part))
        return f"drag {part}"
    elif kind == "swipe":
        part = choose.choice([.2, .8])
        drag(page, (x + 3, y + height / 2), (x + 3 + width * part, y + height / 2))
        return f"swipe {part}"
    elif kind == "key":
        page.keyboard.press("Escape")
    else:
        left, top, wide, high = shown["screen"]
        page.mouse.click(left + wide / 2, top + high * .08)
    return kind


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_the_page_is_equal_to_the_engine_after_each_of_500_random_gestures(open_application, seed):
    sizes = [(1280, 800), (390, 844)] if seed % 2 else [(390, 844), (1280, 800)]
    page = open_application(size=sizes[0], milliseconds=8)
    choose, log = random.Random(seed), []
    shown = settle(page)
    for number in range(500):
        # One application is used in both sizes, with the screens that were open when the size changed.
        if number == 250:
            page.set_viewport_size({"width": sizes[1][0], "height": sizes[1][1]})
            shown = settle(page)
        # The user leaves deep screens, so that all containers are visited.
        if len(shown["layers"]) > 3 and "Close" in shown["layers"][-1]["actions"]:
            shown = tap(page, "Close")
        log.append(gesture(page, shown, choose))
        try:
            shown = settle(page)
        except BaseException:
            print(f"seed {seed}, gestures:", *log, sep="\n")
            raise
    # The gestures have reached most screens, in each size.
    assert len(set(log[:250])) > 20, sorted(set(log[:250]))
    assert len(set(log[250:])) > 20, sorted(set(log[250:]))


def test_screens_are_pushed_swiped_back_and_the_back_button_is_tapped(open_application):
    page = open_application()
    assert tap(page, "Push")["layers"][0]["title"] == "Second"
    assert swipe_back(page, .3)["layers"][0]["title"] == "Second"
    assert swipe_back(page, .8)["layers"][0]["title"] == "First"
    tap(page, "Push")
    assert tap(page, "Back to First")["layers"][0]["title"] == "First"
    tap(page, "Guarded")
    assert tap(page, "Back to First")["layers"][0]["title"] == "guarded"
    # The coordinator intercepts the button, not the swipe.
    assert swipe_back(page, .9)["layers"][0]["title"] == "First"


def test_a_sheet_rests_at_its_detents_and_is_dragged_away(open_application):
    page = open_application()
    height = tap(page, "Sheet")["card"][3]
    assert drag_sheet(page, -.6)["card"][3] > height * 1.5
    assert drag_sheet(page, .4)["card"][3] == height
    assert len(drag_sheet(page, .3)["layers"]) == 2
    tap(page, "Resize the sheet")
    assert page.evaluate(READ)["card"][3] > height * 1.5
    assert len(drag_sheet(page, .95)["layers"]) == 1
    tap(page, "Locked")
    assert len(drag_sheet(page, .9)["layers"]) == 2
    expect(page.locator(".message")).to_have_text("Nothing has happened: dismissDisabled.")


def test_an_alert_accepts_text_and_has_the_focus(open_application):
    page = open_application()
    tap(page, "Ask")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Oat <b>milk</b>")
    page.keyboard.press("Tab")
    page.keyboard.type("1234")
    assert settle(page)["layers"][1]["fields"] == ["Oat <b>milk</b>", "1234"]
    assert len(tap(page, "Save")["layers"]) == 1
    tap(page, "Choose")
    page.keyboard.press("Escape")
    assert len(settle(page)["layers"]) == 1


def test_tabs_keep_their_stacks_and_have_badges(open_application):
    page = open_application()
    tap(page, "Push")
    tap(page, "Badge")
    assert tap(page, "Cart, 1")["layers"][0]["tabs"][1] == {"title": "Cart", "badge": "1", "isSelected": True}
    assert tap(page, "Me")["layers"][0]["tabs"][2]["title"] == "My account"
    assert tap(page, "Shop")["layers"][0]["title"] == "Second"
    assert tap(page, "Shop")["layers"][0]["title"] == "First"


def test_a_reloaded_page_shows_the_state_and_an_earlier_page_is_closed(open_application):
    page = open_application()
    tap(page, "Push")
    page.reload()
    assert settle(page)["layers"][0]["title"] == "Second"
    other = open_application(host=page.host)
    expect(page.locator(".message")).to_contain_text("open in another browser tab or window")
    assert tap(other, "Push")["layers"][0]["back"] == "Second"
    page.get_by_role("button", name="Use it here").click()
    assert tap(page, "Sheet")["layers"][1]["title"] == "sheet"
    expect(other.locator("main")).to_have_attribute("data-state", "closed")


def test_a_gesture_ends_with_its_page(open_application):
    page = open_application()
    tap(page, "Sheet")
    x, y, width, height = settle(page)["card"]
    page.mouse.move(x + width / 2, y + 12)
    page.mouse.down()
    page.mouse.move(x + width / 2, y + height * .6)
    page.mouse.move(x + width / 2, y + height * .7)
    expect(page.locator("main")).to_have_attribute("data-state", "busy")
    page.reload()
    page.mouse.up()
    assert len(settle(page)["layers"]) == 2
    assert len(drag_sheet(page, .9)["layers"]) == 1


def test_an_ended_application_is_shown(open_application):
    page = open_application()
    page.host.process.send_signal(signal.SIGSTOP)
    front(page).get_by_role("button", name="Push", exact=True).click()
    expect(page.locator("main")).to_have_attribute("data-state", "busy")
    page.host.process.send_signal(signal.SIGCONT)
    assert settle(page)["layers"][0]["title"] == "Second"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_an_application_is_accessible(open_application, size, scheme):
    page = open_application(size=size, scheme=scheme, motion="reduce")
    for action in ["Hostile", "Push", "Sheet", "Ask"]:
        tap(page, action)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        assert page.locator("img, iframe, object").count() == 0
