"""The site in a browser, as its readers see it: run by scripts/test-pages --site, after scripts/docs.

A message on the console, an exception in a page, a missing file or a request to another host fails the
test. The pages of the libraries are tested if scripts/docs has built them.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SITE
from playwright.sync_api import expect

WIDTHS = [1280, 390]
SCHEMES = ["light", "dark"]
HAS_LIBRARIES = (SITE / "api/index.html").is_file()
GUIDES = sorted(
    f"/{path.relative_to(SITE)}" for path in SITE.rglob("*.html")
    if "api" not in path.relative_to(SITE).parts and path.parent.name != "decisions")
DECISIONS = sorted(f"/{path.relative_to(SITE)}" for path in SITE.glob("docs/decisions/*.html"))[::25]
SAMPLE = [
    "/index.html", "/docs/tutorial.html", "/docs/how-to/explore-every-path.html",
    "/docs/reference/errors.html", "/docs/reference/protocol.html", "/docs/semantics/cases.html",
]
LIBRARIES = [
    "/api/documentation/", "/api/documentation/signalbox", "/api/documentation/signalbox/recipes",
    "/api/documentation/signalbox/navigationengine",
] if HAS_LIBRARIES else []

# The theme does not name its landmarks: the bars of code blocks, and the parts of the navigation.
# The renderer of DocC does not name the switch of an attribute.
THEME = ["landmark-unique", "button-name"]

# The elements that are partly outside the window and cannot be scrolled into it: code and tables must
# scroll within themselves, and everything else must fit.
OUTSIDE = """() => {
  const width = document.documentElement.clientWidth
  const found = []
  if (document.scrollingElement.scrollWidth > width) found.push("the page")
  const canScroll = element => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const isInside = ({ left, right }) => left >= -1 && right <= width + 1
  const root = document.querySelector(".md-content") ?? document.querySelector("main") ?? document.body
  for (const element of root.querySelectorAll("pre, table, img, h1, h2, h3, p, li, .admonition")) {
    const box = element.getBoundingClientRect()
    if (box.width == 0 || isInside(box)) continue
    let parent = element
    while (parent != root && !(canScroll(parent) && isInside(parent.getBoundingClientRect()))) {
      parent = parent.parentElement
    }
    if (parent != root) continue
    found.push(`${element.tagName} ${element.textContent.trim().slice(0, 40)}`)
  }
  return found
}"""


def show_library(page):
    """Waits until a page of the libraries, which is drawn by a script, shows its title."""
    expect(page.locator("h1").first).to_be_visible()


def violations(page):
    """Returns the rules of axe that the page violates, with the elements."""
    found = Axe().run(page).response["violations"]
    return [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found
            if rule["id"] not in THEME]


def test_the_site_has_the_pages_of_the_navigation():
    assert len(GUIDES) > 80
    assert [path for path in SAMPLE if path not in GUIDES] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_on_a_guide_is_wider_than_the_window(open_site, address, width):
    page = open_site(width=width)
    found = {}
    for path in GUIDES + DECISIONS:
        page.goto(address + path)
        if outside := page.evaluate(OUTSIDE):
            found[path] = outside
    assert found == {}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", LIBRARIES)
def test_nothing_on_a_page_of_the_libraries_is_wider_than_the_window(open_site, path, width):
    page = open_site(path, width)
    show_library(page)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("path, selector", [
    ("/docs/reference/errors.html", "table"), ("/docs/tutorial.html", "pre code"),
])
def test_a_wide_table_and_wide_code_can_be_scrolled_to_their_ends(open_site, path, selector):
    page = open_site(path, 390)
    reached = page.evaluate("""selector => {
      const width = document.documentElement.clientWidth
      return [...document.querySelectorAll(`.md-content ${selector}`)].map(element => {
        const parent = element.closest(".md-typeset__scrollwrap, pre code")
        const isWide = parent.scrollWidth > parent.clientWidth
        parent.scrollLeft = parent.scrollWidth
        const end = parent.scrollLeft + parent.clientWidth
        return { isWide, isAtEnd: Math.abs(end - parent.scrollWidth) <= 1 }
      })
    }""", selector)
    assert any(element["isWide"] for element in reached)
    assert all(element["isAtEnd"] for element in reached)


def test_the_navigation_leads_to_every_section_in_a_wide_window(open_site):
    page = open_site()
    titles = {}
    for name in ["Learn", "Guides", "Reference", "Contribute"]:
        page.locator(".md-tabs").get_by_role("link", name=name, exact=True).click()
        expect(page.locator(".md-tabs__item--active")).to_have_text(name)
        titles[name] = page.locator("h1").evaluate("title => title.firstChild.textContent")
    assert titles == {
        "Learn": "Tutorial: from a broken coordinator to a passing scenario in CI",
        "Guides": "Documentation", "Reference": "Scripting reference",
        "Contribute": "Contributing",
    }


def test_the_navigation_leads_to_a_page_in_a_narrow_window(open_site):
    page = open_site(width=390)
    page.locator("label.md-header__button[for=__drawer]").click()
    drawer = page.locator(".md-sidebar--primary")
    drawer.get_by_text("Reference", exact=True).first.click()
    drawer.get_by_role("link", name="Errors", exact=True).click()
    page.wait_for_url("**/docs/reference/errors.html")
    expect(page.locator("h1")).to_contain_text("Errors")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_search_finds_a_page(open_site, width):
    page = open_site(width=width)
    if width == 390:
        page.locator("label.md-header__button[for=__search]").click()
    page.locator("input.md-search__input").fill("leaked coordinator")
    result = page.locator(".md-search-result__link", has_text="leaked coordinator").first
    result.click()
    page.wait_for_url("**/docs/how-to/find-a-leaked-coordinator.html**")
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.skipif(not HAS_LIBRARIES, reason="scripts/docs has not built the pages of the libraries")
def test_the_navigation_leads_to_the_libraries_and_their_filter_finds_a_symbol(open_site):
    page = open_site("/docs/reference.html")
    page.get_by_role("link", name="Swift libraries").first.click()
    show_library(page)
    page.goto(page.url.split("/api/")[0] + "/api/documentation/signalbox")
    show_library(page)
    page.get_by_placeholder("Filter").first.fill("NavigationEngine")
    expect(page.locator(".navigator-card-item a", has_text="NavigationEngine").first).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("path", SAMPLE)
def test_a_guide_is_accessible(open_site, path, scheme, width):
    assert violations(open_site(path, width, scheme)) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", LIBRARIES)
def test_a_page_of_the_libraries_is_accessible(open_site, path, width):
    page = open_site(path, width)
    show_library(page)
    assert violations(page) == []
