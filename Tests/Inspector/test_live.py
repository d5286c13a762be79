"""The page of a running session in a browser, as its users see it: run by scripts/test-pages.

Each test starts `signalbox inspect` and opens the address that it prints. A message on the console, an
exception in the page or a request to another host fails the test. Tests wait for what the page shows.
"""

import json
import pathlib
import re
import signal
import socket

import pytest
from playwright.sync_api import expect
from conftest import PROGRAM
from test_page import HOSTILE, SCHEMES, SIZES, violations

def device(page):
    return page.locator(".device.is-live")


def title(page):
    return device(page).locator(".layer.is-front .bar-title, .layer.is-front .alert-title")


def part(page, name):
    return device(page).get_by_role("button", name=name, exact=True)


def steps(page):
    return page.locator("[role=option]").locator(".step-call")


def open_link(page, url):
    page.get_by_label("Link to open").fill(url)
    page.keyboard.press("Enter")


def card_box(page):
    """Returns the position of the front layer, which the page may replace at any time."""
    while not (box := device(page).locator(".layer.is-front > .card").bounding_box()):
        pass
    return box


def drag(page, fraction):
    """Drags the front sheet down by a part of its height."""
    box = card_box(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + box["height"] * fraction, steps=8)
    page.mouse.up()


def message(page):
    return page.locator(".control-message")


@pytest.mark.parametrize("touch", ["mouse", "keyboard"])
def test_the_shop_can_be_used_by_clicking_and_by_keyboard(open_live, shop, touch):
    page = open_live(shop)

    def tap(name):
        if touch == "mouse":
            part(page, name).click()
        else:
            part(page, name).focus()
            page.keyboard.press("Enter")

    expect(title(page)).to_have_text("Catalog")
    open_link(page, "shop://product/42")
    expect(title(page)).to_have_text("Product 42")
    tap("Tap Buy")
    expect(title(page)).to_have_text("Address")
    tap("Tap Next")
    expect(title(page)).to_have_text("Payment")
    tap("Back to Address")
    expect(title(page)).to_have_text("Address")
    tap("Tap Next")
    tap("Tap Pay")
    expect(title(page)).to_have_text("Catalog")
    tap("Tap the tab Me")
    expect(title(page)).to_have_text("Me")
    expect(steps(page).last).to_have_text('tapTab ("me")')
    assert page.inner_text(".tree-row:has(.tag.is-on) .tree-name") == "Profile"
    page.get_by_role("button", name="Undo the last step").click()
    expect(title(page)).to_have_text("Catalog")
    page.get_by_role("button", name="Redo the undone step").click()
    expect(title(page)).to_have_text("Me")
    assert page.inner_text(".status") == "Live"


def test_a_sheet_is_dragged_half_and_away(open_live, sheets):
    page = open_live(sheets)
    part(page, "Tap Open").click()
    expect(title(page)).to_have_text("sheet")
    drag(page, .3)
    expect(steps(page).last).to_have_text('swipeDown ({ phase = "cancel" })')
    expect(title(page)).to_have_text("sheet")
    drag(page, .8)
    expect(steps(page).last).to_have_text('swipeDown ({ phase = "commit" })')
    expect(title(page)).to_have_text("home")


def test_a_sheet_that_must_not_be_dismissed_remains_and_the_page_states_the_reason(open_live, sheets):
    page = open_live(sheets)
    part(page, "Tap Fixed").click()
    expect(title(page)).to_have_text("fixed")
    drag(page, .9)
    expect(message(page)).to_contain_text("dismissDisabled")
    expect(title(page)).to_have_text("fixed")


def test_a_screen_is_dragged_back_from_its_left_edge(open_live, shop):
    page = open_live(shop)
    open_link(page, "shop://product/1")
    expect(title(page)).to_have_text("Product 1")
    box = card_box(page)
    page.mouse.move(box["x"] + 3, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * .8, box["y"] + 200, steps=8)
    page.mouse.up()
    expect(title(page)).to_have_text("Catalog")


def test_the_buttons_of_an_alert_are_tapped(open_live, sheets):
    page = open_live(sheets)
    part(page, "Tap Ask").click()
    expect(title(page)).to_have_text("ask")
    part(page, "Tap Delete").click()
    expect(title(page)).to_have_text("home")
    expect(steps(page).last).to_have_text('tapAlert ("Delete")')


def test_the_fields_of_an_alert_are_typed_and_each_text_is_one_step(open_live, fields):
    page = open_live(fields)
    part(page, "Tap Sign in").click()
    expect(title(page)).to_have_text("Sign in")
    user = device(page).get_by_label("Name")
    user.click()
    page.keyboard.type("Ann")
    # The button is pressed while the field has the focus, so that the text is entered first.
    part(page, "Tap Go").click()
    expect(title(page)).to_have_text("home")
    expect(steps(page)).to_have_text(['launch ("Main")', 'tap ("Sign in")', 'enterText ("user", "Ann")', 'tapAlert ("Go")'])
    part(page, "Tap Sign in").click()
    device(page).get_by_label("code").fill("1234")
    page.keyboard.press("Enter")
    expect(steps(page).last).to_contain_text("enterText")
    expect(device(page).get_by_label("code")).to_have_value("••••")


def test_a_sheet_is_dragged_between_its_heights_and_keeps_its_height(open_live, fields):
    page = open_live(fields)
    part(page, "Tap Sheet").click()
    expect(title(page)).to_have_text("sheet")
    sheet = device(page).locator(".layer.is-front")
    assert sheet.evaluate("node => node.style.getPropertyValue('--height')") == "50%"
    drag(page, -.7)
    expect(sheet).to_have_attribute("style", re.compile(r"--height: 92%"))
    page.get_by_role("tab", name="Prompt").click()
    page.get_by_role("combobox").fill("clock.advance(1000)")
    page.keyboard.press("Enter")
    expect(steps(page).last).to_have_text("clock.advance (1000)")
    expect(sheet).to_have_attribute("style", re.compile(r"--height: 92%"))
    drag(page, .9)
    expect(title(page)).to_have_text("home")


def test_all_actions_can_be_tapped_and_a_image_counts_those_that_it_omits(open_live, fields):
    page = open_live(fields)
    part(page, "Tap Last").click()
    expect(steps(page).last).to_have_text('tap ("Last")')
    page.locator("[data-index='0']").click()
    expect(page.locator(".stage-pair .device").last.locator(".row.key").last).to_have_text("4 more")


def test_any_step_can_be_continued_from(open_live, shop):
    page = open_live(shop)
    for number in range(3):
        open_link(page, f"shop://product/{number}")
        expect(title(page)).to_have_text(f"Product {number}")
    page.locator("[data-index='1']").click()
    assert page.locator(".stage-pair .device").count() == 2
    page.get_by_role("button", name=re.compile("continue from there")).click()
    expect(title(page)).to_have_text("Product 0")
    part(page, "Tap Reviews (12)").click()
    expect(title(page)).to_have_text("Reviews")
    page.locator("[data-index='3']").click()
    page.get_by_role("button", name=re.compile("continue from there")).click()
    expect(message(page)).to_contain_text("a later step has continued from an earlier state")


def run_again(page, index):
    page.locator(f"[data-index='{index}']").click()
    page.get_by_role("button", name=re.compile("perform the following steps again")).click()


def test_the_steps_after_a_step_are_performed_again(open_live, shop):
    page = open_live(shop)
    open_link(page, "shop://product/1")
    expect(title(page)).to_have_text("Product 1")
    part(page, "Tap Buy").click()
    expect(title(page)).to_have_text("Address")
    part(page, "Tap Next").click()
    expect(title(page)).to_have_text("Payment")
    run_again(page, 0)
    expect(message(page)).to_have_text("Performed 3 of 3 steps again.")
    expect(title(page)).to_have_text("Payment")
    repeated = ['open ("shop://product/1")', 'tap ("Buy")', 'tap ("Next")']
    expect(steps(page)).to_have_text(['launch ("Home")', *repeated, "undo (3)", *repeated])


def tabs(name, *pages):
    """Returns the definition of a tab coordinator, whose pages have an id, a title and a coordinator."""
    fields = [f'{{ id = "{id}", title = "{title}", coordinator = "{coordinator}" }}' for id, title, coordinator in pages]
    return f'tabs "{name}" {{ pages = {{ {", ".join(fields)} }} }}\n'


TWINS = """
    local Page = coordinator "Page" { routes = { home = { title = "Home" }, detail = { title = "Detail" } } }
    function Page:start() self.router:startFlow "home" end
    application "Twins" { main = "Outer" }
""" + tabs("Outer", ("a", "First", "Page"), ("b", "Second", "Page"))


def test_the_operations_of_nested_coordinators_are_titles_and_match_the_filter(open_live, tmp_path):
    (tmp_path / "app.lua").write_text(TWINS, encoding="utf-8")
    page = open_live(tmp_path)
    expect(title(page)).to_have_text("Home")
    for index in range(2):
        if index:
            part(page, "Tap the tab Second").click()
            expect(title(page)).to_have_text("Home")
        page.get_by_role("tab", name="Prompt").click()
        page.get_by_role("combobox").fill('app.top.router:navigate("detail")')
        page.keyboard.press("Enter")
        expect(title(page)).to_have_text("Detail")
    page.get_by_label("Filter the steps").fill("action:navigate")
    expect(page.locator(".timeline-status")).to_have_text("2 of 4 steps")
    expect(steps(page)).to_have_text(['Outer/Page:navigate ("detail")', 'Outer/Page#2:navigate ("detail")'])
    expect(steps(page).locator("b")).to_have_text(["navigate", "navigate"])


def test_a_session_is_saved_as_a_scenario_with_clicked_expectations(open_live, shop, run_tests):
    page = open_live(shop)
    open_link(page, "shop://product/42")
    part(page, "Tap Buy").click()
    expect(title(page)).to_have_text("Address")
    page.get_by_role("button", name="Click items on the screen to expect them").click()
    device(page).get_by_role("button", name='Expect { title = "Address" }').click()
    expect(message(page)).to_contain_text("Expected")
    page.get_by_role("button", name="Click items on the screen to expect them").click()
    part(page, "Tap Next").click()
    expect(title(page)).to_have_text("Payment")
    page.get_by_role("tab", name="Scenario").click()
    page.get_by_role("button", name="Write the steps so far as a scenario").click()
    expect(message(page)).to_have_text("The scenario passes.")
    text = page.inner_text(".scenario-text pre")
    assert '  app:tap("Buy")' in text.replace("\xa0", " ") or 'app:tap "Buy"' in text
    assert '  app:expect { title = "Address" }' in text
    assert "1 passed" in run_tests(shop, text)


def test_the_prompt_completes_and_runs_inputs(open_live, shop):
    page = open_live(shop)
    page.get_by_role("tab", name="Prompt").click()
    field = page.get_by_role("combobox")
    field.fill("app:op")
    field.press("Tab")
    expect(field).to_have_value("app:open")
    field.fill('app:open "shop://pr')
    field.press("Tab")
    expect(page.get_by_role("listbox", name="Suggestions").or_(field).first).to_be_visible()
    field.press("Escape")
    field.fill('app:open "shop://product/7"')
    field.press("Enter")
    expect(title(page)).to_have_text("Product 7")
    expect(field).to_be_focused()
    expect(page.get_by_role("log")).to_contain_text("push product { id = 7 }")
    field.fill("nothing.here")
    field.press("Enter")
    expect(page.locator(".prompt-log .failed")).to_contain_text("nothing")
    field.press("ArrowUp")
    expect(field).to_have_value("nothing.here")


def test_an_application_is_launched_from_the_page(open_live, shop):
    page = open_live(shop, launch=False)
    expect(device(page)).to_contain_text("Nothing launched yet")
    page.get_by_role("button", name="Launch the application").click()
    expect(title(page)).to_have_text("Catalog")
    expect(page.get_by_role("button", name="Launch the application")).to_be_hidden()


def test_a_thousand_steps_of_one_input_arrive(open_live, shop):
    page = open_live(shop)
    page.get_by_role("tab", name="Prompt").click()
    page.get_by_role("combobox").fill("for i = 1, 1000 do clock.advance(1) end")
    page.keyboard.press("Enter")
    expect(page.locator(".position")).to_have_text("1001 / 1001")
    expect(steps(page).last).to_have_text("clock.advance (1)")
    assert page.locator(".timeline-row").count() < 60
    page.fill(".filter", "clock.advance")
    expect(page.locator(".timeline-status")).to_have_text("1000 of 1001 steps")


class Client:
    """A client on the socket of a session, which performs operations as fast as they are answered."""

    window = 24

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.file = self.socket.makefile("rb")
        self.count = 0
        token = path.with_name(path.name + ".token").read_text().strip()
        self.send("initialize", {"versions": [1], "client": {"name": "load"}, "token": token})
        assert "result" in self.answer()

    def send(self, method, params):
        self.count += 1
        text = json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def answer(self):
        while True:
            length = int(self.file.readline().split(b":")[1])
            self.file.readline()
            message = json.loads(self.file.read(length))
            if "id" in message:
                return message

    def perform(self, operations):
        waiting = 0
        for params in operations:
            self.send("operation/perform", params)
            waiting += 1
            if waiting == self.window:
                assert "result" in self.answer()
                waiting -= 1
        for _ in range(waiting):
            assert "result" in self.answer()
        self.socket.close()


def test_the_page_follows_a_stream_of_calls_with_a_bounded_number_of_elements(open_live, shop, tmp_path):
    path = tmp_path / "s.sock"
    page = open_live(shop, prompt=[f"--listen={path}", "app.lua"])
    expect(page.locator(".position")).to_have_text("1 / 1")
    page.evaluate("""() => {
      window.most = 0;
      new MutationObserver(() => {
        window.most = Math.max(window.most, document.getElementsByTagName("*").length);
      }).observe(document.body, { childList: true, subtree: true });
    }""")
    push = {"caller": "Home/Shop", "operation": "navigate", "name": "product", "options": {"animated": False}}
    client = Client(path)
    client.perform(
        push | {"arguments": {"id": number}} if number % 10 else
        {"caller": "Home/Shop", "operation": "popToRoot", "options": {"animated": False}} for number in range(1, 3001))
    expect(page.locator(".position")).to_have_text("3001 / 3001")
    expect(steps(page).last).to_contain_text("popToRoot")
    assert page.evaluate("window.most") < 1500
    assert page.locator(".timeline-row").count() < 60


class SimulatedSession:
    """A session that has made many calls."""

    size = 100

    def __init__(self, total, dropped=0):
        self.number, self.total, self.dropped, self.requests, self.socket = 1, total, dropped, [], None

    def __call__(self, socket):
        self.socket = socket
        socket.on_message(self.take)

    def take(self, text):
        message = json.loads(text)
        self.send(id=message["id"], result=self.answer(message))

    def send(self, **fields):
        self.socket.send(json.dumps({"jsonrpc": "2.0", **fields}))

    def answer(self, message):
        if message["method"] == "initialize":
            return {"version": 1, "server": {"name": "shop"}, "client": 1, "methods": [], "maxMessage": 1}
        if message["method"] == "trace/overview":
            return {"graph": {"size": [0, 0], "clusters": [], "nodes": [], "lines": []}}
        first = max(message["params"]["from"], self.dropped) // self.size * self.size
        self.requests.append(first)
        chunk = {name: [] for name in [
            "groups", "screens", "stacks", "coordinators", "layers", "states", "views"]}
        numbers = range(first, min(first + self.size, self.total))
        chunk |= {"start": {}, "steps": [{"c": f"app:tap({i})", "n": i + 1} for i in numbers]}
        part = {"first": first, "count": len(numbers), "groupCount": 0, "steps": chunk}
        has_part = numbers or (self.total == 0 and first == 0)
        return {"session": self.number, "count": self.total, "dropped": self.dropped, "time": 0} | (
            {"part": part} if has_part else {})


def test_the_steps_begin_again_when_the_session_is_reloaded(open_live, shop):
    session = SimulatedSession(3)
    page = open_live(shop, socket=session)
    expect(page.locator(".position")).to_have_text("3 / 3")
    session.number, session.total = 2, 0
    session.send(method="trace/changed", params={"count": 0})
    expect(message(page)).to_have_text("The session was reloaded, and its steps were reset.")
    expect(page.locator(".position")).to_have_text("0 / 0")
    expect(steps(page)).to_have_count(0)
    session.total = 2
    session.send(method="trace/changed", params={"count": 2})
    expect(steps(page)).to_have_text(["tap (0)", "tap (1)"])


def test_the_page_keeps_ten_thousand_steps_and_counts_the_others(open_live, shop):
    session = SimulatedSession(25_050)
    page = open_live(shop, socket=session)
    expect(page.locator(".position")).to_have_text("9950 / 9950")
    expect(page.locator(".page-title")).to_contain_text("15100 earlier steps are no longer available")
    expect(steps(page).last).to_have_text("tap (25049)")
    # Each step was requested once.
    assert session.requests == list(range(0, 25_050, 100))
    page.focus("#timeline-list")
    page.keyboard.press("Home")
    expect(steps(page).first).to_have_text("tap (15100)")
    assert page.locator(".timeline-row").count() < 60


def test_an_earlier_step_remains_selected_although_the_session_has_dropped_steps(open_live, shop):
    session = SimulatedSession(350, dropped=100)
    page = open_live(shop, socket=session)
    expect(page.locator(".position")).to_have_text("250 / 250")
    page.focus("#timeline-list")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".position")).to_have_text("249 / 250")
    session.total += 1
    session.send(method="trace/changed", params={"count": session.total})
    expect(page.locator(".position")).to_have_text("249 / 251")


def test_the_address_opens_the_page_once_and_the_page_can_be_reloaded(open_live, shop, browser):
    page = open_live(shop)
    page.reload()
    expect(title(page)).to_have_text("Catalog")
    context = browser.new_context()
    other = context.new_page()
    answer = other.goto(page.address)
    assert answer.status == 403
    assert "each address opens the page once" in other.inner_text("body")
    other.goto(page.address.split("?")[0])
    expect(other.locator(".status")).to_have_text("Ended")
    context.close()


def test_the_page_is_live_when_the_session_records_its_steps(open_live, shop):
    held = []

    def hold(socket):
        server = socket.connect_to_server()

        def forward(text):
            if json.loads(text)["method"] == "trace/read" and not held:
                held.append(lambda: server.send(text))
            else:
                server.send(text)

        socket.on_message(forward)

    page = open_live(shop, socket=hold, status="Connecting…")
    while not held:
        page.wait_for_timeout(10)
    assert page.inner_text(".status") == "Connecting…"
    held[0]()
    expect(page.locator(".status")).to_have_text("Live")
    expect(steps(page)).to_have_text(['launch ("Home")'])


def test_a_lost_connection_is_shown_and_established_again(open_live, shop):
    sockets = []

    def forward(socket):
        server = socket.connect_to_server()
        sockets.append((socket, server))

    page = open_live(shop, socket=forward)
    expect(title(page)).to_have_text("Catalog")
    socket, server = sockets[0]
    server.close()
    socket.close()
    expect(page.locator(".status")).to_have_text("Live")
    assert len(sockets) == 2
    open_link(page, "shop://product/3")
    expect(title(page)).to_have_text("Product 3")
    expect(steps(page)).to_have_text(['launch ("Home")', 'open ("shop://product/3")'])


def test_an_ended_session_keeps_what_it_has_shown(open_live, shop):
    page = open_live(shop)
    open_link(page, "shop://product/3")
    expect(title(page)).to_have_text("Product 3")
    page.session.send_signal(signal.SIGINT)
    expect(page.locator(".status")).to_have_text("Ended")
    expect(message(page)).to_contain_text("What it has shown so far remains here.")
    page.locator("[data-index='0']").click()
    expect(page.locator(".stage-pair .device").first).to_be_visible()
    assert steps(page).count() == 2
    assert page.get_by_role("button", name="Undo the last step").is_disabled()
    assert violations(page) == []
    assert page.session.wait(20) == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_is_accessible(open_live, shop, size, scheme):
    page = open_live(shop, size=size, scheme=scheme)
    open_link(page, "shop://product/42")
    expect(title(page)).to_have_text("Product 42")
    field = page.get_by_label("Link to open")
    assert field.evaluate("node => node.scrollWidth <= node.clientWidth")
    for tab in ["Changes", "Prompt", "Scenario", "Source", "Events", "Timers", "Coverage", "Links"]:
        page.get_by_role("tab", name=tab).click()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    part(page, "Tap Buy").click()
    expect(title(page)).to_have_text("Address")
    page.get_by_role("button", name="Click items on the screen to expect them").click()
    expect(device(page)).to_contain_text("Click what you expect")
    assert violations(page) == []
    page.get_by_role("button", name="Graph", exact=True).click()
    expect(page.locator(".graph-view .current")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.locator("[data-index='0']").click()
    expect(page.get_by_role("button", name=re.compile("continue from there"))).to_be_visible()
    assert violations(page) == []


def test_hostile_strings_are_shown_as_text_and_can_be_touched(open_live, hostile_session):
    page = open_live(hostile_session)
    expect(title(page)).to_contain_text("<img src=x")
    for tab in ["Changes", "Prompt", "Scenario", "Events"]:
        page.get_by_role("tab", name=tab).click()
        assert page.locator("img, iframe, object").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert HOSTILE[:20] in page.inner_text("body")
    device(page).locator("[data-part=action]").first.click()
    expect(steps(page)).to_have_count(2)
    assert violations(page) == []


def test_the_graph_of_a_session_grows(open_live, shop):
    page = open_live(shop)
    page.get_by_role("button", name="Graph", exact=True).click()
    screens = page.locator(".graph-view .screen")
    expect(screens.filter(has_text="catalog")).to_have_attribute("aria-current", "true")
    expect(screens.filter(has_text="product")).to_have_attribute("aria-label", "Shop.product: never in front")
    # The graph draws the transitions that the coverage lists as never taken, including the one to a coordinator.
    page.click("#tab-coverage")
    missing = page.locator(".coverage section[aria-label=Transitions] li.missing")
    expect(missing).to_have_count(4)
    expect(page.locator(".graph-view .way.never")).to_have_count(4)
    open_link(page, "shop://product/42")
    product = screens.filter(has_text="product")
    expect(product).to_have_attribute("aria-current", "true")
    expect(product).to_have_attribute("aria-label", "Shop.product: in front once. Go to the first time")
    assert violations(page) == []
    page.get_by_role("button", name="Screens", exact=True).click()
    expect(title(page)).to_have_text("Product 42")


def enter(session, text):
    """Types a line at the prompt of a session."""
    session.stdin.write(text + "\n")
    session.stdin.flush()


def test_the_page_of_an_attached_prompt_shows_and_uses_the_session_of_the_host(open_live, listen, shop):
    host = listen(shop)
    page = open_live(shop, prompt=["--attach", "./s"], launch=False)
    enter(host, "app:launch()")
    expect(title(page)).to_have_text("Catalog")
    open_link(page, "shop://product/42")
    part(page, "Tap Buy").click()
    expect(title(page)).to_have_text("Address")
    enter(page.session, 'app:tap "Next"')
    expect(title(page)).to_have_text("Payment")
    expect(steps(page)).to_have_text(
        ['launch ("Home")', 'open ("shop://product/42")', 'tap ("Buy")', 'tap ("Next")'])
    page.get_by_role("tab", name="Scenario").click()
    page.get_by_role("button", name="Write the steps so far as a scenario").click()
    expect(message(page)).to_have_text("The scenario passes.")
    page.get_by_role("button", name="Undo the last step").click()
    expect(title(page)).to_have_text("Address")
    host.stdin.close()
    expect(page.locator(".status")).to_have_text("Ended")
    # The reason is that of the host, or of the attached prompt, which also ends.
    expect(message(page)).to_contain_text("The session has ended")


def test_an_application_in_another_process_is_shown_and_used(open_live, tmp_path):
    page = open_live(tmp_path, prompt=["--app", str(pathlib.Path(PROGRAM).with_name("RemoteShop"))], launch=False)
    expect(title(page)).to_have_text("Catalog")
    part(page, "Tap Lamp").click()
    expect(title(page)).to_have_text("Product 42")
    part(page, "Tap Buy").click()
    expect(title(page)).to_have_text("address")
    drag(page, .8)
    expect(title(page)).to_have_text("Product 42")
    enter(page.session, 'app:tap "Reviews"')
    expect(title(page)).to_have_text("reviews")
    expect(steps(page)).to_contain_text(['tap ("Lamp")', 'tap ("Buy")', "swipeDown", 'tap ("Reviews")'])
    page.get_by_role("button", name="Undo the last step").click()
    expect(title(page)).to_have_text("Product 42")
    page.get_by_role("tab", name="Timers").click()
    expect(page.locator("#details")).to_contain_text("No timer was set and no asynchronous work was started.")
    page.get_by_role("tab", name="Scenario").click()
    page.get_by_role("button", name="Write the steps so far as a scenario").click()
    expect(message(page)).to_have_text("The scenario passes.")
    assert "--app" in page.inner_text("#details")
    assert violations(page) == []


NESTED = """
    for _, name in ipairs { "A", "B", "C" } do
      local Page = coordinator(name) { routes = { home = { title = name } } }
      function Page:start() self.router:startFlow "home" end
    end
    application "Nested" { main = "Outer" }
""" + tabs("Inner", ("a", "First", "A"), ("b", "Second", "B")) + tabs(
    "Outer", ("inner", "Inner", "Inner"), ("b", "Other", "C"))


def test_a_tab_of_an_inner_tab_bar_is_selected_there(open_live, tmp_path):
    (tmp_path / "app.lua").write_text(NESTED, encoding="utf-8")
    page = open_live(tmp_path)
    expect(title(page)).to_have_text("A")
    part(page, "Tap the tab Second").click()
    expect(title(page)).to_have_text("B")
    part(page, "Tap the tab Other").click()
    expect(title(page)).to_have_text("C")


def test_timers_and_links_are_shown_while_an_earlier_step_is_selected(open_live, timers_session):
    page = open_live(timers_session)
    part(page, "Tap Pay").click()
    expect(title(page)).to_have_text("Form")
    page.focus("#timeline-list")
    page.keyboard.press("Home")
    page.get_by_role("tab", name="Timers").click()
    expect(lane_times(page)).to_have_count(3)


def test_the_links_of_a_session_are_those_that_it_declares_and_opened(open_live, shop):
    page = open_live(shop, prompt=["app.lua"])
    page.get_by_role("tab", name="Links").click()
    expect(page.locator("#details")).to_contain_text("Never opened: shop://product/:id")
    for number in (1, 2):
        open_link(page, f"shop://product/{number}")
        expect(title(page)).to_have_text(f"Product {number}")
    expect(page.locator("#details tbody tr")).to_have_count(2)
    enter(page.session, ".reload")
    expect(message(page)).to_have_text("The session was reloaded, and its steps were reset.")
    for number in (3, 4, 5):
        open_link(page, f"shop://product/{number}")
        expect(title(page)).to_have_text(f"Product {number}")
    opened = page.locator("#details tbody tr td:nth-child(2)")
    expect(opened).to_have_text([f"shop://product/{number}" for number in (3, 4, 5)])


def lane_times(page):
    return page.locator(".lane-row .lane-time")


def test_the_clock_advances_to_the_timer_of_a_lane(open_live, timers_session):
    page = open_live(timers_session)
    page.get_by_role("tab", name="Timers").click()
    expect(lane_times(page)).to_have_text(["fires in 2 s", "fires in 60 min 0 s"])
    page.get_by_role("button", name="Advance the clock to this timer of Shop").first.focus()
    page.keyboard.press("Enter")
    expect(lane_times(page)).to_have_text(["fired at 2 s", "fires in 59 min 58 s"])
    # The focus remains in the panel when the button disappears, and the summary is announced.
    assert page.evaluate("document.activeElement.className") == "lanes-list"
    expect(page.get_by_role("status").filter(has_text="waiting")).to_have_text("1 waiting, 2 in all")
    page.get_by_role("button", name="Advance the clock to this timer of Shop").click()
    expect(lane_times(page)).to_have_text(["fired at 2 s", "fired at 60 min 0 s"])
    assert page.locator(".lane-action").count() == 0
    part(page, "Tap Pay").click()
    expect(title(page)).to_have_text("Form")
    expect(page.locator(".lane-action")).to_have_text(["Advance"])
    page.focus("#timeline-list")
    page.keyboard.press("Home")
    expect(page.locator(".lane-action")).to_have_count(0)


@pytest.mark.parametrize("result, shown", [
    ("End the work of Bank with a failure", "Failed: the work was ended with a failure"),
    ("Cancel the work of Bank", "Not paid"),
])
@pytest.mark.parametrize("touch", ["mouse", "keyboard"])
def test_open_work_ends_with_the_result_of_a_button(open_live, bank, result, shown, touch):
    page = open_live(bank, prompt=["--attach", "./s"], launch=False)
    part(page, "Tap Pay").click()
    page.get_by_role("tab", name="Timers").click()
    expect(lane_times(page)).to_have_text(["runs since 0 ms"])
    # Work that returns a value cannot succeed without one.
    expect(page.locator(".lane-action")).to_have_text(["Fail", "Cancel"])
    button = page.get_by_role("button", name=result)
    if touch == "mouse":
        button.click()
    else:
        button.focus()
        page.keyboard.press("Enter")
    expect(title(page)).to_have_text(shown)
    expect(page.locator(".lane-action")).to_have_count(0)
    if touch == "keyboard":
        assert page.evaluate("document.activeElement.className") == "lanes-list"


def test_the_timers_of_an_application_in_another_process_are_shown_and_end_there(open_live, bank):
    page = open_live(bank, prompt=["--app", "unix:./s"], launch=False)
    part(page, "Tap Pay").click()
    page.get_by_role("tab", name="Timers").click()
    expect(lane_times(page)).to_have_text(["runs since 0 ms"], timeout=15_000)
    expect(page.locator(".lane-action")).to_have_text(["Fail", "Cancel"])
    page.get_by_role("button", name="End the work of Bank with a failure").click()
    expect(title(page)).to_have_text("Failed: the work was ended with a failure")
    expect(lane_times(page)).to_have_text(["finished at 0 ms"])
    expect(page.locator(".lane-action")).to_have_count(0)


def test_work_without_a_value_can_succeed_although_nothing_else_changes(open_live, bank):
    page = open_live(bank, prompt=["--attach", "./s"], launch=False)
    part(page, "Tap Synchronize").click()
    page.get_by_role("tab", name="Timers").click()
    expect(page.locator(".lane-action")).to_have_text(["Succeed", "Fail", "Cancel"])
    page.get_by_role("button", name="End the work of Bank with success").click()
    expect(lane_times(page)).to_have_text(["finished at 0 ms"])
    expect(page.locator(".lanes-summary")).to_have_text("0 waiting, 1 in all")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_buttons_of_timers_and_work_are_accessible_and_fit(open_live, bank, size, scheme):
    page = open_live(bank, size=size, scheme=scheme, prompt=["--attach", "./s"], launch=False)
    part(page, "Tap Synchronize").click()
    part(page, "Tap Pay").click()
    page.get_by_role("tab", name="Timers").click()
    expect(page.locator(".lane-action")).to_have_count(5)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    # The page may draw the rows again between two requests of the driver.
    rows = page.evaluate("""[...document.querySelectorAll(".lane-row")].flatMap((row) =>
        [...row.querySelectorAll("button, .lane-time")].map((node) => {
            const [box, whole] = [node.getBoundingClientRect(), row.getBoundingClientRect()];
            return box.left >= whole.left - 5 && box.right <= whole.right + 1 && box.top >= whole.top - 1 && box.bottom <= whole.bottom + 1;
        }))""")
    assert len(rows) == 9 and all(rows)
    widths = page.evaluate("[...document.querySelectorAll('.lane')].map((lane) => lane.getBoundingClientRect().width)")
    assert min(widths) > 60


def test_the_source_of_a_tap_shows_the_line_that_its_handler_runs(open_live, shop):
    page = open_live(shop)
    open_link(page, "shop://product/42")
    expect(title(page)).to_have_text("Product 42")
    part(page, "Tap Buy").click()
    expect(title(page)).to_have_text("Address")
    page.click("#tab-source")
    expect(page.locator("#details .is-here code")).to_have_text(re.compile(r'self\.router:navigate\("checkout"'))
    page.keyboard.press("End")
    assert violations(page) == []
    page.focus("#timeline-list")
    page.keyboard.press("Home")
    expect(page.locator("#details")).to_contain_text("Home")


def test_the_coverage_of_a_session_grows_with_its_steps(open_live, shop):
    page = open_live(shop)
    page.click("#tab-coverage")
    routes = page.locator(".coverage section[aria-label=Routes]")
    expect(routes.locator("h3 span")).to_have_text("2 of 9")
    open_link(page, "shop://product/42")
    expect(routes.locator("h3 span")).to_have_text("3 of 9")
    expect(page.locator(".coverage section[aria-label=Links] li")).to_have_text("shop://product/:id×1")
    part(page, "Tap Buy").click()
    expect(page.locator(".coverage section[aria-label=Actions] li:not(.missing)")).to_have_count(1)
    assert violations(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_retained_objects_are_counted_although_the_graph_was_not_opened(open_live, leaking, size):
    page = open_live(leaking, size)
    part(page, "Tap Pay").click()
    expect(title(page)).to_have_text("Form")
    expect(page.locator(".tree-panel .panel-note")).to_have_text("2 (+1)")
    part(page, "Tap Done").click()
    expect(page.locator(".tree-panel .panel-note")).to_have_text("1 (−1), 1 retained")
    expect(page.locator(".leaks h3")).to_have_text("1 object still exists")
    assert page.locator(".graph-view").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
