"""The inspector's page in a browser, as its users see it: run by scripts/test-pages.

Each test opens a page that the built program has written. A message on the console, an exception in
the page or a request to the network fails the test.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PROGRAM, ROOT, run
from playwright.sync_api import expect

SIZES = [(1280, 800), (390, 844)]
SCHEMES = ["light", "dark"]
HOSTILE = "<img src=x onerror=alert(1)></script>"


def violations(page):
    """Returns the findings of axe, without those that are the same on all pages."""
    found = Axe().run(page).response["violations"]
    return [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found]


def caption(page):
    return page.inner_text(".stage-caption").split("\n")


def is_inside(page, selector):
    """Returns whether an element is completely inside the window, without scrolling."""
    box = page.locator(selector).first.bounding_box()
    window = page.viewport_size
    return (
        box is not None and box["x"] >= 0 and box["y"] >= 0
        and box["x"] + box["width"] <= window["width"]
        and box["y"] + box["height"] <= window["height"]
    )


def test_a_failure_shows_its_message_location_and_fix_without_scrolling(open_page, failing):
    page = open_page(failing)
    assert caption(page)[0] == "6"
    for selector in [
        ".failure h2", ".value.expected", ".value.actual", ".difference-cause", ".failure-place",
        ".failure .source-line.is-here", ".failure .command", ".stage-failure .device-frame",
    ]:
        assert is_inside(page, selector), selector
    assert page.inner_text(".value.expected code") == '{ "confirm" }'
    assert page.inner_text(".value.actual code") == '{ "payment" }'
    assert page.inner_text(".failure .source-line.is-here code").strip() == 'app:expect { modal = { "confirm" } }'
    assert page.inner_text(".failure-place .place") == "shop.scenario.lua:10"
    assert page.inner_text(".command code") == "signalbox test shop.scenario.lua:2 --seed 0"
    assert page.inner_text(".stage-failure .bar-title >> nth=-1") == "Payment"
    page.click(".difference-cause .step-link")
    assert caption(page)[:2] == ["5", 'tap "Next"']


@pytest.mark.parametrize("name", ["fields", "long", "snapshot"])
def test_failures_with_many_or_long_values_show_their_location_and_fix_without_scrolling(open_page, failures, name):
    page = open_page(failures[name])
    values = [".value.expected"] if name != "snapshot" else [".lines .diff"]
    for selector in [
        ".failure h2", *values, ".failure-place", ".source-line.is-here .source-number", ".failure .command", ".command-note",
    ]:
        assert is_inside(page, selector), selector
    stage = page.locator(".stage-body").bounding_box()
    for selector in [".failure-differences", ".failure-place", ".command-note"]:
        box = page.locator(selector).bounding_box()
        assert box["y"] + box["height"] <= stage["y"] + stage["height"], selector
    assert page.locator(".failure").evaluate("node => node.scrollHeight - node.clientHeight") == 0
    assert page.locator(".failure-count").all_inner_texts() == (["5 differences"] if name == "fields" else [])
    assert violations(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_long_value_is_shown_on_request(open_page, failures, size):
    page = open_page(failures["long"], size)
    value = page.locator(".value.expected code")
    more = page.locator(".value.expected").get_by_role("button", name="Show more")
    expect(more).to_have_attribute("aria-expanded", "false")
    assert value.bounding_box()["height"] <= 4 * 20
    assert page.locator(".value.actual button:visible").count() == 0
    more.click()
    assert value.bounding_box()["height"] > 10 * 20
    assert value.inner_text().endswith(" characters)")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert violations(page) == []
    page.get_by_role("button", name="Show less").click()
    assert value.bounding_box()["height"] <= 4 * 20


def font_sizes(page, selector):
    return page.locator(selector).filter(visible=True).evaluate_all(
        "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))")


@pytest.mark.parametrize("size", SIZES)
def test_the_texts_of_devices_are_large_enough_to_be_read(open_page, failing, compared, size):
    for path in [failing, compared]:
        page = open_page(path, size)
        for key in ["End", "Home", "ArrowRight"]:
            page.keyboard.press(key)
            assert min(font_sizes(page, ".stage-body .row")) >= 9
            assert min([8, *font_sizes(page, ".stage-body .tab-title")]) >= 8
    page = open_page(failing, (390, 844))
    assert page.locator(".stage-failure .device-frame").bounding_box()["width"] == 240


def test_a_narrow_window_shows_one_of_two_screens(open_page, failing):
    page = open_page(failing, (390, 844))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    frames = page.locator(".stage-pair .device-frame").filter(visible=True)
    sides = page.get_by_role("group", name="Screen")
    assert frames.get_attribute("aria-label").startswith("After: Shows Product 42")
    assert frames.bounding_box()["width"] == 240
    sides.get_by_role("button", name="Before").click()
    assert sides.get_by_role("button", name="Before").get_attribute("aria-pressed") == "true"
    assert frames.get_attribute("aria-label").startswith("Before: Shows Catalog")
    assert violations(page) == []
    # The choice remains.
    page.focus("#timeline-list")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert frames.get_attribute("aria-label").startswith("Before: Shows Product 42")


def test_the_selected_tab_is_in_view(open_page, failing):
    page = open_page(failing, (390, 844))
    bar = page.get_by_role("tablist")
    names = page.get_by_role("tab").all_inner_texts()
    for number in [*range(1, len(names) + 1), *range(len(names), 0, -1)]:
        page.keyboard.press(str(number))
        tab = page.locator("[role=tab][aria-selected=true]")
        assert tab.inner_text() == names[number - 1]
        own, whole = tab.bounding_box(), bar.bounding_box()
        assert whole["x"] - 1 <= own["x"] and own["x"] + own["width"] <= whole["x"] + whole["width"] + 1
        faded = set(bar.get_attribute("class").split()) - {"tablist"}
        assert ("has-before" in faded) == (bar.evaluate("node => node.scrollLeft") > 1)
        assert faded != set()


def test_the_header_of_a_narrow_window_shows_all_facts(open_page, failing):
    page = open_page(failing, (390, 844))
    facts = page.locator(".page-title p > *")
    assert [text.strip() for text in facts.all_inner_texts()] == [
        "shop.scenario.lua:2", "6 steps", "1.05 s of virtual time", "seed 0"]
    assert facts.evaluate_all("nodes => nodes.every((node) => node.scrollWidth <= node.clientWidth + 1)")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    arrow, call = [page.locator(f".inner-call {part}").first.bounding_box() for part in [".turn", "code"]]
    assert arrow["y"] < call["y"] + call["height"] and call["y"] < arrow["y"] + arrow["height"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_step_and_tab_is_accessible(open_page, failing, size, scheme):
    page = open_page(failing, size, scheme)
    for step in ["End", "Home"]:
        page.keyboard.press(step)
        for tab in range(7):
            page.keyboard.press(str(tab + 1))
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert violations(page) == []


@pytest.mark.parametrize("size", [(1000, 700), (1280, 600), (1680, 1050)])
def test_windows_of_other_sizes_cut_no_device_and_no_source(open_page, failing, size):
    page = open_page(failing, size)
    stage = page.locator(".stage-body").bounding_box()

    def is_whole(selector):
        box = page.locator(selector).last.bounding_box()
        return box["y"] >= stage["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"]

    assert is_whole(".device-frame")
    assert page.locator(".failure-where").bounding_box()["height"] > 100
    page.keyboard.press("Home")
    assert is_whole(".device-frame")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_the_devices_show_the_state_before_and_after(open_page, failing):
    page = open_page(failing)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    before, after = page.locator(".stage-pair .device-frame").all()
    assert before.get_attribute("aria-label") == (
        "Before: Shows Product 42. Actions: Buy, Reviews (12).")
    assert after.get_attribute("aria-label") == "After: Shows Address, in a sheet. Actions: Next."
    assert before.locator(".tab.is-selected").inner_text().strip() == "Shop"
    assert after.locator(".layer-sheet.is-new .bar-title").inner_text() == "Address"
    assert page.inner_text(".tree-row.added .tree-name") == "Checkout"
    assert page.inner_text(".change >> nth=0").split("\n")[0].startswith("Coordinators")
    assert "Home/Shop:navigate" in page.inner_text(".chain")
    assert "app.lua:" in page.inner_text(".chain")


def test_the_keyboard_reaches_steps_failures_filter_and_tabs(open_page, failing):
    page = open_page(failing)
    page.keyboard.press("Home")
    assert caption(page)[:2] == ["1", "launch"]
    page.keyboard.press("ArrowRight")
    assert caption(page)[1] == 'open "shop://product/42"'
    page.keyboard.press("n")
    assert caption(page)[1] == "expect { modal }"
    page.keyboard.press("/")
    page.keyboard.type("action:tap")
    assert page.inner_text(".timeline-status") == "2 of 6 steps"
    page.keyboard.press("Enter")
    assert caption(page)[1] == 'tap "Buy"'
    page.keyboard.press("ArrowDown")
    assert caption(page)[1] == 'tap "Next"'
    page.keyboard.press("2")
    assert page.get_attribute("#tab-source", "aria-selected") == "true"
    assert page.inner_text("#details .is-here code").strip() == 'app:tap "Next"'
    page.focus("#tab-source")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-events"
    page.keyboard.press("?")
    assert page.is_visible("dialog.help")
    page.keyboard.press("Escape")
    assert page.is_hidden("dialog.help")


@pytest.mark.parametrize(
    "text, count",
    [("changed:layers", 2), ("coordinator:checkout", 2), ("is:failed", 1), ("step:checkout", 2),
     ("at:shop tap", 2), ("no such step", 0)])
def test_the_filter_selects_steps(open_page, failing, text, count):
    page = open_page(failing)
    page.fill(".filter", text)
    assert page.locator("[role=option]").count() == count
    expected = f"{count} of 6 steps" if count else "No step matches the filter."
    assert page.inner_text(".timeline-status") == expected


@pytest.mark.parametrize("size, scheme", [(SIZES[0], "light"), (SIZES[1], "dark")])
def test_hostile_strings_are_shown_as_text(open_page, hostile, size, scheme):
    page = open_page(hostile, size, scheme)
    for key in ["Home", "ArrowRight", "End"]:
        page.keyboard.press(key)
        for tab in range(7):
            page.keyboard.press(str(tab + 1))
            assert page.locator("img, iframe, object").count() == 0
            assert page.evaluate("document.documentElement.scrollWidth") == size[0]
            assert not re.search("[\u202a-\u202e\u2066-\u2069\u0000-\u0008]", page.inner_text("body"))
    assert HOSTILE in page.inner_text("body")
    assert violations(page) == []


def test_hostile_strings_are_shown_as_text_in_the_graph_and_the_comparison(open_page, hostile_compared):
    page = open_page(hostile_compared)
    modes = page.locator(".modes .mode")
    assert modes.count() == 3
    for mode in modes.all():
        mode.click()
        assert mode.get_attribute("aria-pressed") == "true"
        assert page.locator("img, iframe, object").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") == 1280
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u0000-\u0008]", page.inner_text("body"))
        assert HOSTILE in page.inner_text("body")
        assert violations(page) == []


def nodes(page):
    return page.locator(".graph-view .screen")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_graph_can_be_read_and_used(open_page, failing, size, scheme):
    page = open_page(failing, size, scheme)
    page.keyboard.press("g")
    assert page.get_attribute(".modes .mode >> nth=1", "aria-pressed") == "true"
    assert page.inner_text(".graph-summary") == "4 of 8 screens, 3 of 5 transitions"
    assert page.locator(".graph-key").all_inner_texts() == ["in front, stronger if often", "now", "never in front"]
    labels = [node.get_attribute("aria-label") for node in nodes(page).all()]
    assert "Checkout.payment: in front once. Go to the first time" in labels
    assert "Shop.reviews: never in front" in labels
    assert nodes(page).filter(has_text="payment").get_attribute("aria-current") == "true"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("size", SIZES)
def test_a_small_graph_fits_into_the_view(open_page, failing, size):
    page = open_page(failing, size)
    page.keyboard.press("g")
    view = page.locator(".graph-scroll")
    assert view.evaluate("node => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]") == [0, 0]


@pytest.mark.parametrize("size", SIZES)
def test_the_current_screen_of_a_large_graph_is_in_view(open_page, chain, size):
    page = open_page(chain, size)
    page.keyboard.press("g")
    view = page.locator(".graph-scroll")
    assert view.evaluate("node => node.scrollHeight - node.clientHeight") > 100
    for key, name in [("End", "s20"), ("Home", "s1"), ("End", "s20")]:
        page.keyboard.press(key)
        current = page.locator(".graph-view .current")
        assert current.get_attribute("aria-label").startswith(f"Main.{name}:")
        own, whole = current.bounding_box(), view.bounding_box()
        assert whole["x"] <= own["x"] and own["x"] + own["width"] <= whole["x"] + whole["width"]
        assert whole["y"] <= own["y"] and own["y"] + own["height"] <= whole["y"] + whole["height"]
    page.keyboard.press("g")
    page.keyboard.press("g")
    assert current.bounding_box()["y"] + current.bounding_box()["height"] <= view.bounding_box()["y"] + view.bounding_box()["height"]


def test_a_click_in_the_graph_goes_to_the_first_visit(open_page, failing):
    page = open_page(failing)
    page.click(".mode >> text=Graph")
    nodes(page).filter(has_text="address").click()
    assert caption(page)[1] == 'tap "Buy"'
    assert nodes(page).filter(has_text="address").get_attribute("aria-current") == "true"
    nodes(page).filter(has_text="product").focus()
    page.keyboard.press("Enter")
    assert caption(page)[1] == 'open "shop://product/42"'
    page.get_by_role("button", name="address → payment", exact=False).focus()
    page.keyboard.press("Space")
    assert caption(page)[1] == 'tap "Next"'
    page.keyboard.press("g")
    assert page.is_visible(".stage-pair")


def test_coverage_and_links_are_those_of_the_run(open_page, failing):
    page = open_page(failing)
    page.click("#tab-coverage")
    sections = {
        section.get_attribute("aria-label"): section.inner_text().split("\n")
        for section in page.locator(".coverage section").all()
    }
    assert sections["Routes"][1] == "6 of 9"
    assert "Shop.reviews" in sections["Routes"] and "never shown" in sections["Routes"]
    assert sections["Links"][1:] == ["1 of 1", "shop://product/:id", "×1"]
    page.click("#tab-links")
    assert page.inner_text(".links tbody") == "step 2\tshop://product/42\t▸ product"
    page.click(".links .step-link")
    assert caption(page)[0] == "2"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_two_recordings_are_compared_from_their_first_difference_on(open_page, compared, size, scheme):
    page = open_page(compared, size, scheme)
    assert caption(page)[1] == 'tap "Next"'
    assert page.inner_text(".compare-head .differs") == "First difference"
    left, right = page.locator(".compare-devices .device-frame").all()
    assert "Shows Payment" in left.get_attribute("aria-label")
    assert "Shows Address" in right.get_attribute("aria-label")
    # The devices are in view, however long the name of the other recording is.
    assert page.inner_text(".compare-head .other").endswith(".sbtrace")
    stage = page.locator(".compare-devices").bounding_box()
    for box in [left.bounding_box(), right.bounding_box()]:
        assert stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
    assert page.get_attribute("#tab-difference", "aria-selected") == "true"
    assert page.inner_text("#details .change >> nth=0").split("\n") == [
        "Call", "−", 'tap "Next"', "+", "ends here"]
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.keyboard.press("Home")
    page.click("text=Go to the first difference")
    assert caption(page)[1] == 'tap "Next"'
    page.keyboard.press("c")
    assert page.locator(".stage-pair:has(.sides)").is_visible()


def lanes(page):
    """The texts of the lanes in view."""
    return [row.split("\n") for row in page.locator(".lane-row").all_inner_texts()]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_timers_are_lanes_from_their_beginning_to_their_end(open_page, timers, size, scheme):
    page = open_page(timers, size, scheme)
    page.keyboard.press("Home")
    page.click("#tab-timers")
    assert page.inner_text(".lanes-summary") == "2 waiting, 3 in all"
    rows = lanes(page)
    assert [row[0] for row in rows[:2]] == ["Shop", "Shop"]
    assert rows[0][-1] == "fires in 2 s"
    assert rows[1][-1] == "fires in 60 min 0 s"
    assert rows[2][0].startswith("<img src=x onerror=alert(1)>\ufffdWWW")
    assert rows[2][-1] == "begins at 500 ms"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.keyboard.press("End")
    assert page.inner_text(".lanes-summary") == "1 waiting, 3 in all"
    assert [row[-1] for row in lanes(page)] == ["fired at 2 s", "fires in 59 min 54 s", "cancelled at 3.85 s"]
    assert page.locator(".lane-row.is-open").count() == 1
    assert violations(page) == []
    widths = page.locator(".lane").evaluate_all("lanes => lanes.map((lane) => lane.getBoundingClientRect().width)")
    assert min(widths) > 60


@pytest.mark.parametrize("size", SIZES)
def test_the_timeline_shows_the_real_time_of_each_step_if_it_was_recorded(open_page, failing, measured, size):
    page = open_page(measured, size)
    rows = page.locator("[role=option]")
    assert rows.count() > 3
    for row in rows.all():
        assert re.search(r"[\d.]+ m?s real", row.locator(".step-place").inner_text())
        assert re.search(r": [\d.]+ m?s of real time$", row.get_attribute("aria-label"))
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert " real" not in " ".join(open_page(failing).locator(".step-place").all_inner_texts())


def test_a_lane_leads_to_the_steps_of_its_beginning_and_end(open_page, timers):
    page = open_page(timers)
    page.click("#tab-timers")
    first = page.get_by_role("button", name=re.compile("^Timer of Shop, set at 0 ms: fired at 2 s"))
    first.focus()
    page.keyboard.press("Enter")
    assert caption(page)[1] == "launch"
    assert page.evaluate("document.activeElement.className") == "lane-link lane-name"
    page.focus("#timeline-list")
    page.keyboard.press("End")
    page.get_by_role("button", name="cancelled at 3.85 s. Go to this step").click()
    assert caption(page)[1] == 'tap "Done"'
    page.get_by_role("button", name="Show less time around this step").click()
    assert page.inner_text(".lanes-summary").endswith(" shown")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text(".lane-row.is-open >> nth=0").split("\n")[0] == "Shop"


def test_50_000_timers_are_read_when_they_are_shown_and_drawn_as_far_as_they_are_in_view(open_page, long):
    page = open_page(long)
    page.click("#tab-timers")
    assert page.inner_text(".lanes-summary") == "1 waiting, 50000 in all"
    rows = page.locator(".lane-row")
    assert 0 < rows.count() < 60
    page.locator(".lane-row[aria-posinset='50000']").wait_for()
    page.keyboard.press("Home")
    page.locator(".lane-row[aria-posinset='1']").wait_for()
    assert page.inner_text(".lane-row.is-open .lane-time") == "fires in 50 ms"
    closer = page.get_by_role("button", name="Show less time around this step")
    for _ in range(8):
        closer.click()
    assert 0 < int(re.search(r"(\d+) shown", page.inner_text(".lanes-summary"))[1]) < 1000
    assert rows.count() < 60


def test_a_recording_without_timers_says_so(open_page, failing):
    page = open_page(failing)
    page.click("#tab-timers")
    assert page.inner_text("#details") == "No timer was set and no asynchronous work was started."


@pytest.mark.parametrize("size", SIZES)
def test_a_coordinator_that_is_retained_after_its_end_is_a_leak(open_page, timers, size):
    page = open_page(timers, size)
    page.keyboard.press("End")
    assert page.inner_text(".leaks h3") == "1 object still exists"
    leak = page.inner_text(".leaks li")
    assert leak.startswith("c2 <img src=x onerror=alert(1)>\ufffdWWW")
    assert leak.endswith(" is gone, retained by observer, script")
    assert page.inner_text(".panel-note").endswith("1 retained")
    assert "1 retained" not in page.inner_text(".stage-caption")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.keyboard.press("Home")
    assert page.locator(".leaks").count() == 0


# The boxes of texts and screens, as the browser draws them.
BOXES = """() => {
  const boxes = (selector) => [...document.querySelectorAll(`.screen-graph ${selector}`)].map((node) => {
    const { x, y, width, height } = node.getBBox();
    return { name: node.textContent, x, y, width, height };
  });
  const overlaps = (one, two) => one.x < two.x + two.width && two.x < one.x + one.width
    && one.y < two.y + two.height && two.y < one.y + one.height;
  const labels = boxes(".edge-label");
  const others = [...boxes(".node"), ...boxes(".cluster-name")];
  const found = [];
  labels.forEach((label, index) => {
    for (const other of [...labels.slice(index + 1), ...others]) {
      if (overlaps(label, other)) found.push([label.name, other.name]);
    }
  });
  return { count: labels.length, found };
}"""

APPLICATIONS = [
    "shop", "onboarding", "steps", "deeplink", "activelink", "instructor", "stinsen", "alcoordinator",
    "application-coordinator", "plugin",
]


@pytest.mark.parametrize("name", APPLICATIONS)
def test_the_labels_of_graphs_overlap_neither_each_other_nor_screens(open_page, tmp_path, name):
    run(ROOT / "examples" / name, "graph", "--trust", "app.lua", "--max-states", "300", "--output",
        str(tmp_path / "graph.html"))
    page = open_page(tmp_path / "graph.html")
    assert page.evaluate(BOXES) == {"count": page.locator(".edge").count(), "found": []}


def test_the_labels_of_the_graph_of_a_recording_do_not_overlap(open_page, failing):
    page = open_page(failing)
    page.keyboard.press("g")
    assert page.evaluate(BOXES) == {"count": 5, "found": []}


def test_the_layers_of_all_styles_have_their_shapes(open_page, styles):
    page = open_page(styles)
    page.keyboard.press("End")
    shapes = {}
    for _ in range(page.locator("[role=option]").count()):
        device = page.locator(".stage-body .device").last
        front = device.locator(".layer.is-front").get_attribute("class")
        shapes[re.search(r"layer-(\w+)", front)[1]] = True
        page.keyboard.press("ArrowLeft")
    assert set(shapes) == {"base", "sheet", "popover", "alert"}
    page.fill(".filter", "navigate cover")
    page.keyboard.press("Enter")
    assert page.inner_text(".stage-pair figure:last-of-type .bar-style") == "fullScreen"


def test_50_000_steps_open_at_any_position_and_can_be_filtered(open_page, long):
    page = open_page(long)
    assert page.inner_text(".position") == "50000 / 50000"
    rows = page.locator(".timeline-row")
    assert rows.count() < 60
    page.keyboard.press("Home")
    assert page.inner_text(".position") == "1 / 50000"
    page.locator(".timeline-list").evaluate("list => { list.scrollTop = list.scrollHeight / 2; }")
    page.locator('[data-index="25000"]').wait_for(state="attached")
    assert rows.count() < 60
    page.fill(".filter", "action:popToRoot")
    assert page.inner_text(".timeline-status") == "5000 of 50000 steps"


def test_a_recording_of_500_steps_on_all_screens_of_the_shop_is_one_page_smaller_than_1_mb(open_page, purchases):
    assert purchases.stat().st_size < 1_000_000
    page = open_page(purchases)
    assert page.inner_text(".position") == "500 / 500"
    page.get_by_role("tab", name="Coverage").click()
    assert page.inner_text("section[aria-label=Routes] h3 span") == "8 of 9"
    page.keyboard.press("g")
    assert page.inner_text(".graph-summary") == "7 of 8 screens, 10 of 10 transitions"


def test_opening_50_000_steps_reads_only_the_visible_part(browser, long):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script("""
        const find = Document.prototype.getElementById;
        window.chunks = new Set();
        Document.prototype.getElementById = function (id) {
          if (/^trace-1-\\d+$/.test(id)) window.chunks.add(id);
          return find.call(this, id);
        };
        """)
    page.goto(long.as_uri())
    assert page.inner_text(".position") == "50000 / 50000"
    read = page.evaluate("window.chunks.size")
    assert read <= 3
    assert page.evaluate("document.querySelectorAll('.inspector *').length") < 1500
    page.keyboard.press("g")
    assert page.inner_text(".graph-summary") == "2 of 2 screens, 2 of 2 transitions"
    assert page.locator(".graph-view .hits-4").count() == 2
    assert page.evaluate("window.chunks.size") == read
    page.close()


@pytest.mark.parametrize("size, scheme", [(SIZES[0], "light"), (SIZES[1], "dark")])
def test_the_report_shows_the_trace_of_a_failure_and_returns(open_page, report, size, scheme):
    page = open_page(report, size, scheme)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.inner_text("#report h1") == "Scenarios"
    page.click(".trace-link")
    page.wait_for_selector(".inspector")
    assert page.inner_text(".page-title h1") == "guest buys"
    assert page.is_hidden("#report")
    assert violations(page) == []
    page.click(".back-button")
    page.wait_for_selector(".inspector", state="detached")
    assert page.is_visible("#report")
    page.click("button[data-status=passed]")
    assert page.locator("details.scenario:visible").count() == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_report_shows_long_values_and_their_causes(open_page, failures, scheme):
    page = open_page(failures["report"], (390, 844), scheme)
    causes = page.locator("td.notes")
    assert causes.first.inner_text() == "← Checkout was presented in step 3"
    assert min(causes.evaluate_all("nodes => nodes.map((node) => node.clientWidth)")) > 200
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_table_of_a_graph_breaks_names_after_their_dots(open_page, tmp_path):
    run(ROOT / "examples/shop", "graph", "--trust", "app.lua", "--output", str(tmp_path / "graph.html"))
    page = open_page(tmp_path / "graph.html", (390, 844))
    cells = page.locator(".graph-table td:not(:nth-child(2))")
    parts = cells.evaluate_all("""cells => cells.flatMap((cell) => [...cell.childNodes].filter((node) => node.data).map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [node.data, range.getClientRects().length];
    }))""")
    assert ["Shop.", 1] in parts
    assert {count for _, count in parts} == {1}
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_report_of_an_exploration_shows_the_screens(open_page, explored, size, scheme):
    page = open_page(explored, size, scheme)
    assert page.inner_text("#report h1") == "Properties"
    summary = page.inner_text(".graph-summary")
    assert re.fullmatch(r"\d of \d screens, \d+ of \d+ transitions", summary), summary
    labels = [node.get_attribute("aria-label") for node in nodes(page).all()]
    product = re.compile(r"Shop.product: in front in \d+ states?; \d+ transitions? to the same screen")
    assert any(product.fullmatch(label) for label in labels), labels
    assert any(label.endswith(": never in front") for label in labels), labels
    assert page.locator(".graph-key.now").count() == 0
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_the_report_of_an_exploration_shows_a_counterexample_and_comes_back(open_page, explored):
    page = open_page(explored)
    page.click(".trace-link")
    # The page opens the recording after the address has changed.
    page.wait_for_selector(".inspector")
    page.keyboard.press("g")
    assert page.is_visible(".inspector .graph-view")
    page.click(".back-button")
    page.wait_for_selector(".inspector", state="detached")
    assert page.is_visible("#report .graph-view")


def test_the_page_is_complete_without_scripts(open_page, failing):
    page = open_page(failing, scripts=False)
    assert 'app:tap("Buy")' in page.inner_text("body")


def test_the_data_of_the_page_is_json(failing):
    text = failing.read_text(encoding="utf-8")
    blocks = re.findall(r'<script type="application/json" id="([\w-]+)">(.*?)</script>', text)
    assert [name for name, _ in blocks] == ["trace-1-head", "trace-1-0"]
    assert [json.loads(block) is not None for _, block in blocks] == [True, True]


def step_label(page):
    return page.get_by_role("slider", name="Step")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_scrubber_selects_a_step_by_keyboard_and_mouse(open_page, failing, size, scheme):
    page = open_page(failing, size, scheme)
    slider = step_label(page)
    assert slider.get_attribute("aria-valuetext") == "Step 6 of 6: expect { modal }"
    assert page.locator(".scrubber-marks span").count() == 1
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".stage-caption .caption-call")).to_have_text("launch")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stage-caption .caption-call")).to_have_text('open "shop://product/42"')
    assert slider.get_attribute("aria-valuetext") == 'Step 2 of 6: open "shop://product/42"'
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    expect(page.locator(".stage-caption .caption-call")).to_have_text('tap "Buy"')
    assert page.evaluate("document.activeElement.type") == "range"
    page.focus("#timeline-list")
    page.keyboard.press("ArrowDown")
    assert slider.input_value() == "4"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_the_scrubber_of_50_000_steps_draws_a_step_for_each_frame_at_most(open_page, long):
    page = open_page(long)
    slider = step_label(page)
    selected = page.evaluate("""() => new Promise((done) => {
      const slider = document.querySelector('.scrubber input');
      const position = document.querySelector('.position');
      let count = 0;
      new MutationObserver(() => { count += 1; }).observe(position, { childList: true });
      for (let index = 0; index < 50000; index += 100) {
        slider.value = String(index);
        slider.dispatchEvent(new Event('input'));
      }
      requestAnimationFrame(() => requestAnimationFrame(() => done([count, position.textContent])));
    })""")
    assert selected == [1, "49901 / 50000"]
    assert slider.get_attribute("aria-valuetext") == "Step 49901 of 50000: Main:navigate(\"item\", { id = 49900 })"


def test_a_row_shows_the_virtual_time_that_its_step_takes(open_page, failing):
    page = open_page(failing)
    places = [text.replace("\n", "") for text in page.locator(".step-place").all_inner_texts()]
    assert [place.replace(" ", "") for place in places] == [":3", "350ms:4", ":5", "350ms:7", "350ms:8", ":10"]
    label = page.locator("#step-1").get_attribute("aria-label")
    assert label == 'Step 2: open "shop://product/42": ▸ product: 350 ms'


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_overlay_marks_what_only_one_of_the_two_screens_shows(open_page, failing, size, scheme):
    page = open_page(failing, size, scheme)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("o")
    assert page.get_by_role("button", name="Overlay before and after (o)").get_attribute("aria-pressed") == "true"

    def listed(tone):
        section = page.locator(f".overlay-legend .{tone}")
        return [section.locator("h3").inner_text(), *section.locator("li").all_inner_texts()]

    assert listed("removed") == ["Only before (2)", "Catalog", "route catalog"]
    assert listed("added") == [
        "Only after (6)", "Catalog", "Product 42", "route product", "id 42", "Buy", "Reviews (12)"]
    assert page.locator(".overlay-box.added").count() == 6
    frame = page.locator(".overlay .device-frame").bounding_box()
    for box in page.locator(".overlay-box").all():
        own = box.bounding_box()
        assert frame["x"] <= own["x"] and own["x"] + own["width"] <= frame["x"] + frame["width"]
    blend = page.get_by_role("slider", name="Blend from before to after")
    blend.focus()
    page.keyboard.press("End")
    assert blend.get_attribute("aria-valuetext") == "0 % Before, 100 % After"
    assert page.locator(".overlay-earlier").evaluate("node => getComputedStyle(node).opacity") == "0"
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.focus("#timeline-list")
    page.keyboard.press("ArrowRight")
    assert page.is_visible("text=Shown, unchanged by this step")
    page.keyboard.press("o")
    page.keyboard.press("ArrowRight")
    assert page.locator(".stage-pair:has(.sides)").is_visible()


def test_the_overlay_compares_two_recordings(open_page, compared):
    page = open_page(compared)
    page.keyboard.press("Home")
    page.keyboard.press("o")
    assert page.inner_text(".overlay-legend") == "Both look the same."
    page.keyboard.press("End")
    assert page.locator(".overlay-box").count() > 0
    assert violations(page) == []


@pytest.mark.parametrize("steps, expected", [
    (1, 'app:expect { front = "catalog" }'), (2, 'app:expect { front = { "product", id = 42 } }'),
    (5, 'app:expect { front = { "payment", method = "card" } }'),
    (6, 'app:expect { front = { "payment", method = "card" } }')])
def test_the_steps_up_to_the_selected_one_are_copied_as_a_scenario_that_passes(
        open_page, failing, projects, run_tests, steps, expected):
    page = open_page(failing)
    page.keyboard.press("Home")
    for _ in range(steps - 1):
        page.keyboard.press("ArrowRight")
    page.click("#tab-scenario")
    page.evaluate("""() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } });
    }""")
    page.get_by_role("button", name="Copy the scenario").click()
    text = page.evaluate("window.copied")
    assert [line for line in text.split("\n") if line.strip()] == [
        line for line in page.inner_text("#details pre").split("\n") if line.strip()]
    assert f"  {expected}\nend }}\n" in text
    calls = ['  app:launch()', '  app:open("shop://product/42")', '  app:tap("Buy")', '  app:tap("Next")']
    assert [line for line in text.split("\n") if line in calls] == calls[:{1: 1, 2: 2, 5: 4, 6: 4}[steps]]
    assert "1 passed" in run_tests(projects["failing"], text)
    assert violations(page) == []


@pytest.mark.parametrize("steps, count, front", [(2, 2, "product"), (3, 2, "product"), (4, 3, "address"), (6, 4, "payment")])
def test_the_commands_of_a_step_replay_the_recording_up_to_it(open_page, failing, projects, steps, count, front):
    page = open_page(failing)
    page.keyboard.press("Home")
    for _ in range(steps - 1):
        page.keyboard.press("ArrowRight")
    page.click("#tab-scenario")
    opening, replay = page.locator(".replay code").all_inner_texts()
    trace = next((projects["failing"] / ".signalbox/out").glob("*buys.sbtrace"))
    assert (opening, replay) == ("signalbox repl app.lua", f".replay {trace} {count}")
    result = subprocess.run(
        [PROGRAM, *opening.split()[1:], "--no-history"], cwd=projects["failing"], capture_output=True, text=True,
        input=f"{replay}\nprint(app.front.name)\n", check=True)
    assert f"replayed {count} steps as recorded" in result.stdout
    assert front in result.stdout.split("replayed")[1]


def test_a_copied_scenario_repeats_calls_of_coordinators_rejections_and_advances_of_time(
        open_page, tmp_path, run_tests):
    shutil.copy(ROOT / "examples/shop/app.lua", tmp_path / "app.lua")
    scenario = r"""require "app"
scenario "calls" { function(app)
  app:launch()
  app:coordinator("Shop").router:navigate("product", { id = 7 })
  clock.advance "500ms"
  pcall(function() app:coordinator("Shop").router:navigate("nowhere") end)
  app:tapTab "me"
  app:expect { front = "nowhere" }
end }
"""
    (tmp_path / "shop.scenario.lua").write_text(scenario, encoding="utf-8")
    run(tmp_path, "test", "-q", "--no-shuffle", code=1)
    run(tmp_path, "trace", "open", ".signalbox/out", "--output", "page.html")
    page = open_page(tmp_path / "page.html")
    page.keyboard.press("End")
    page.click("#tab-scenario")
    text = page.inner_text("#details pre")
    assert [line.strip() for line in text.split("\n")[3:] if line.strip()] == [
        'scenario "calls, up to step 5" { function(app)', "app:launch()",
        'app:coordinator("Shop").router:navigate("product", { id = 7 })', "clock.advance(500)",
        'pcall(function() app:coordinator("Shop").router:navigate("nowhere") end)  -- rejected(unknownRoute)',
        'app:tapTab("me")', 'app:expect { front = "profile" }', "end }"]
    folder = tmp_path / "again"
    folder.mkdir()
    shutil.copy(ROOT / "examples/shop/app.lua", folder / "app.lua")
    assert "1 passed" in run_tests(folder, text)


@pytest.mark.parametrize("editor, start", [
    (None, "vscode://file{}/shop.scenario.lua:2"), ("zed", "zed://file{}/shop.scenario.lua:2"),
    ("idea", "idea://open?file={}/shop.scenario.lua&line=2"),
    ("myeditor://open?at={path}&row={line}", "myeditor://open?at={}/shop.scenario.lua&row=2")])
def test_lines_are_links_to_the_chosen_editor(open_page, projects, editor, start):
    project = projects["failing"]
    environment = {**os.environ, "BROWSER": "true"}
    environment.pop("SIGNALBOX_EDITOR_URL", None)
    if editor:
        environment["SIGNALBOX_EDITOR_URL"] = editor
    trace = sorted((project / ".signalbox/out").glob("*buys.sbtrace"))[0]
    result = subprocess.run(
        [PROGRAM, "trace", "open", str(trace)], cwd=project, env=environment, capture_output=True, text=True,
        check=True)
    page = open_page(pathlib.Path(result.stdout.strip()))
    link = page.locator(".page-title .place-link")
    assert link.get_attribute("href") == start.replace("{}", str(project.resolve()))
    assert link.get_attribute("title") == "Open in the editor"


def test_a_page_for_others_has_no_links_to_an_editor(open_page, failing):
    page = open_page(failing)
    assert page.locator(".place").count() > 0
    assert page.locator(".place-link").count() == 0


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_printed_page_contains_all_steps_without_controls(open_page, failing, scheme):
    page = open_page(failing, scheme=scheme)
    page.emulate_media(media="print")
    for selector in [".filter-group", ".stage-controls", ".scrubber", ".theme"]:
        assert page.is_hidden(selector), selector
    for selector in ["#timeline-list", "#details", ".inspector"]:
        overflow = page.locator(selector).evaluate("node => getComputedStyle(node).overflowY")
        assert overflow == "visible", selector
    assert page.is_visible(".failure .command")
    rows = page.locator("[role=option]").count()
    assert rows == 6


def test_printing_a_long_recording_draws_more_rows_than_are_in_view(open_page, long):
    page = open_page(long)
    rows = page.locator(".timeline-row")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert rows.count() == 1000
    assert page.inner_text(".timeline-status") == "Printed: steps 49001 to 50000 of 50000"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert rows.count() < 60
    assert page.inner_text(".timeline-status") == ""


def test_a_step_is_animated_on_request(open_page, failing):
    page = open_page(failing)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") == 0
    page.keyboard.press("Space")
    moving = page.evaluate("""() => document.getAnimations().map((animation) => [
      animation.effect.target.className, animation.effect.getKeyframes()[0].transform])""")
    assert moving == [["card", "translateY(100%)"]]
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    page.get_by_role("button", name="Animate this step (space)").click()
    assert page.evaluate("document.getAnimations().length") == 1


@pytest.mark.parametrize("size", SIZES)
def test_each_shape_of_a_layer_has_its_place_on_the_device(open_page, styles, size):
    page = open_page(styles, size)
    places = {}
    page.keyboard.press("End")
    for _ in range(page.locator(".scrubber input").evaluate("node => Number(node.max)") + 1):
        device = page.locator(".stage-body .device").last
        front = device.locator(".layer.is-front")
        shape = re.search(r"layer-(\w+)", front.get_attribute("class"))[1]
        screen, card = device.locator(".device-screen").bounding_box(), front.locator(".card").bounding_box()
        places[shape] = [round(value, 1) for value in [
            (card["x"] - screen["x"]) / screen["width"], (card["y"] - screen["y"]) / screen["height"],
            card["width"] / screen["width"], card["height"] / screen["height"]]]
        page.keyboard.press("ArrowLeft")
    assert places["base"] == [0, 0, 1, 1]
    assert places["sheet"] == [0, 0.5, 1, 0.5]
    assert places["popover"][:2] == [0.1, 0.1] and places["popover"][2] == 0.8
    left, top, width, height = places["alert"]
    assert (left, width) == (0.1, 0.8) and abs(top - (1 - height) / 2) <= 0.1
