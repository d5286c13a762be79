"""A browser, and the pages that the built program writes. See scripts/test-pages."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
from playwright.sync_api import expect, sync_playwright

# A machine that also builds is slow. Each wait ends as soon as the page shows the expected content.
expect.set_options(timeout=60_000)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SIGNALBOX", str(ROOT / ".build/debug/signalbox"))

FAILING = """require "app"
scenario "guest buys" { function(app)
  app:launch()
  app:open "shop://product/42"
  app:expect { tab = "shop" }
  app:step("checkout", function()
    app:tap "Buy"
    app:tap "Next"
  end)
  app:expect { modal = { "confirm" } }
end }
scenario "passes" { function(app) app:launch() end }
"""

# Failures with many or with long values.
FAILURES = """require "app"
local function open(app)
  app:launch()
  app:open "shop://product/42"
  app:tap "Buy"
end
scenario "fields" { function(app)
  open(app)
  app:expect { tab = "me", front = "catalog", title = "Catalog", modal = { "confirm" }, stack = { "catalog" } }
end }
scenario "long" { function(app)
  open(app)
  app:expect { title = ("value "):rep(2000) }
end }
scenario "snapshot" { function(app)
  open(app)
  app:snapshot "shop"
end }
"""

HOSTILE = r"""
local mark = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
local long = ("W"):rep(10000)
local bidi = "\u{202E}gnp.exe \u{2066}\0\27[31m"
local Main = coordinator "Main" { routes = {
  first = { title = mark, actions = { mark, long, bidi } },
  second = { title = function() return bidi .. long end, args = { text = "string" } },
} }
function Main:start() self.router:startFlow "first" end
Main["on" .. "Go"] = function(self) end
tabs "Home" { pages = { { id = "main", title = mark, icon = "<b>", coordinator = "Main" } } }
application "Hostile" { main = "Home" }
scenario "<img src=x onerror=alert(1)></script>" { function(app)
  app:launch()
  app:step(mark, function() app.top.router:navigate("second", { text = mark .. bidi .. long }) end)
  print(mark)
  app:expect { title = mark .. bidi }
end }
"""

STYLES = """
local Main = coordinator "Main" { routes = {
  home = {}, sheet = { style = { style = "sheet", detents = { "medium", "large" } } }, pop = { style = "popover" },
  alert = { style = "alert" }, cover = { style = "fullScreen" },
} }
function Main:start() self.router:startFlow "home" end
application "Styles" { main = "Main" }
scenario "styles" { function(app)
  app:launch()
  for _, name in ipairs { "sheet", "pop", "alert", "cover" } do
    app.top.router:navigate(name)
    app.top.router:dismiss()
  end
  app:expect { front = "nowhere" }
end }
"""

SHEETS = """
local Main = coordinator "Main" { routes = {
  home = { actions = { "Open", "Ask", "Fixed" } },
  sheet = { style = { style = "sheet", detents = { "medium", "large" } } },
  ask = { style = "alert", actions = { "Delete", "Keep" } },
  fixed = { style = "sheet", dismissDisabled = true },
} }
function Main:start() self.router:startFlow "home" end
function Main:onOpen() self.router:navigate "sheet" end
function Main:onAsk() self.router:navigate "ask" end
function Main:onFixed() self.router:navigate "fixed" end
function Main:onDelete() print "deleted" end
application "Sheets" { main = "Main" }
"""

# An alert with fields, a sheet with two heights, and more actions than a small device can show.
FIELDS = """
local Main = coordinator "Main" { routes = {
  home = { actions = { "Sign in", "Sheet", "3", "4", "5", "6", "7", "8", "9", "10", "11", "Last" } },
  sheet = { style = { style = "sheet", detents = { "medium", "large" } } },
  signIn = { title = "Sign in", actions = { "Go", "Cancel" }, style = {
    style = "alert", fields = { { name = "user", placeholder = "Name" }, { name = "code", kind = "password" } } } },
} }
function Main:start() self.router:startFlow "home" end
function Main:onSignIn() self.router:navigate "signIn" end
function Main:onSheet() self.router:navigate "sheet" end
function Main:onGo(screen, texts) print(texts.user, texts.code) end
function Main:onLast() print "last" end
application "Fields" { main = "Main" }
"""

# Timers that fire, are cancelled with their coordinator, and are pending at the end, and a coordinator
# that an observer still retains after it has finished.
TIMERS = r"""
local mark = "<img src=x onerror=alert(1)>\u{202E}" .. ("W"):rep(300)
local Shop = coordinator "Shop" { routes = {
  list = { title = "List", actions = { "Pay" } },
  payment = { coordinator = mark, onFinish = "paid" },
} }
function Shop:start()
  self.router:startFlow "list"
  after("2s", function() print "two" end)
  after("1h", function() end)
end
function Shop:onPay() self.router:navigate "payment" end
function Shop:paid() end
local Payment = coordinator(mark) { style = "sheet", routes = { form = { title = "Form", actions = { "Done" } } } }
function Payment:start()
  self.router:startFlow "form"
  after("5s", function() end)
end
function Payment:onDone()
  self.router:finishFlow()
  app:on("entry.pushed", function() return self end)
end
application "Timers" { main = "Shop" }
scenario "timers and a leak" { function(app)
  app:launch()
  clock.advance "500ms"
  app:tap "Pay"
  clock.advance "3s"
  app:tap "Done"
  clock.advance "1s"
  app:expect { leaks = 0 }
end }
"""


def run(folder, *arguments, code=0):
    result = subprocess.run(
        [PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == code, result.stdout + result.stderr
    return result.stdout


def page_of(folder, name, scenario, app=None):
    (folder / name).mkdir()
    project = folder / name
    (project / "shop.scenario.lua").write_text(scenario, encoding="utf-8")
    if app:
        shutil.copy(app, project / "app.lua")
    run(project, "test", "-q", "--no-shuffle", "--reporter", "html=report.html", code=1)
    traces = sorted((project / ".signalbox/out").glob("*.sbtrace"))
    run(project, "trace", "open", str(traces[0]), "--output", "page.html")
    return project


@pytest.fixture(scope="session")
def projects(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    return {
        "failing": page_of(folder, "failing", FAILING, ROOT / "examples/shop/app.lua"),
        "hostile": page_of(folder, "hostile", HOSTILE),
        "styles": page_of(folder, "styles", STYLES),
        "timers": page_of(folder, "timers", TIMERS),
    }


@pytest.fixture(scope="session")
def failing(projects):
    return projects["failing"] / "page.html"


@pytest.fixture(scope="session")
def failures(tmp_path_factory):
    """A page for each failure, and the report."""
    folder = tmp_path_factory.mktemp("failures")
    shutil.copy(ROOT / "examples/shop/app.lua", folder)
    (folder / "shop.scenario.lua").write_text(FAILURES.replace('app:tap "Buy"', ""), encoding="utf-8")
    run(folder, "test", "--update", "-q", "--no-shuffle", "-k", "snapshot")
    (folder / "shop.scenario.lua").write_text(FAILURES, encoding="utf-8")
    run(folder, "test", "-q", "--no-shuffle", "--reporter", "html=report.html", code=1)
    pages = {"report": folder / "report.html"}
    for name in ["fields", "long", "snapshot"]:
        trace = next(folder.glob(f".signalbox/out/*{name}.sbtrace"))
        pages[name] = folder / f"{name}.html"
        run(folder, "trace", "open", str(trace), "--output", str(pages[name]))
    return pages


@pytest.fixture(scope="session")
def chain(tmp_path_factory):
    """A page with the recording of a scenario in which twenty screens follow each other."""
    folder = tmp_path_factory.mktemp("chain")
    routes = ", ".join(f"s{number} = {{}}" for number in range(1, 21))
    (folder / "chain.scenario.lua").write_text(f"""
local Main = coordinator "Main" {{ routes = {{ {routes} }} }}
function Main:start() self.router:startFlow "s1" end
application "Chain" {{ main = "Main" }}
scenario "chain" {{ function(app)
  app:launch()
  for number = 2, 20 do app.top.router:navigate("s" .. number) end
end }}
""", encoding="utf-8")
    run(folder, "test", "-q", "--trace", "on")
    run(folder, "trace", "open", ".signalbox/out", "--output", "page.html")
    return folder / "page.html"


# A scenario of 500 steps, which uses all screens of the shop: the launch, and 499 steps in rounds.
PURCHASES = """require "app"
scenario "purchases" { function(app)
  app:launch()
  local rounds = {
    function(id) app:open("shop://product/" .. id) end, function() app:tap "Reviews (12)" end, function() app:back() end,
    function() app:tap "Buy" end, function() app:tap "Next" end, function() app:expect { title = "Payment" } end,
    function() app:tap "Pay" end, function() app:tapTab "me" end,
    function() app:tap "Orders" end, function() app:back() end, function() app:tapTab "shop" end,
  }
  for step = 0, 498 do rounds[step % #rounds + 1](step // #rounds + 1) end
end }
"""


@pytest.fixture(scope="session")
def purchases(tmp_path_factory):
    """A page with the recording of a scenario of 500 steps in the shop."""
    folder = tmp_path_factory.mktemp("purchases")
    shutil.copy(ROOT / "examples/shop/app.lua", folder)
    (folder / "shop.scenario.lua").write_text(PURCHASES, encoding="utf-8")
    run(folder, "test", "-q", "--trace", "on")
    run(folder, "trace", "open", ".signalbox/out", "--output", "page.html")
    return folder / "page.html"


@pytest.fixture(scope="session")
def measured(projects):
    """The page of the failing run with the real duration of each step."""
    project = projects["failing"]
    run(project, "test", "-q", "--no-shuffle", "--step-durations", "--output", "measured", code=1)
    trace = next((project / "measured").glob("*buys.sbtrace"))
    run(project, "trace", "open", str(trace), "--output", "measured.html")
    return project / "measured.html"


@pytest.fixture(scope="session")
def compared(projects):
    """A page with the failing run, and a page with a run in which the user did not continue to the payment."""
    project = projects["failing"]
    other = FAILING.replace('    app:tap "Next"\n', "").replace('"confirm"', '"address"')
    folder = project / "other"
    folder.mkdir()
    shutil.copy(project / "app.lua", folder)
    (folder / "shop.scenario.lua").write_text(other, encoding="utf-8")
    run(folder, "test", "-q", "--trace", "on", "--no-shuffle")
    traces = [sorted(path.glob(".signalbox/out/*buys.sbtrace"))[0] for path in (project, folder)]
    run(project, "trace", "open", str(traces[0]), "--against", str(traces[1]), "--output", "compare.html")
    return project / "compare.html"


@pytest.fixture(scope="session")
def hostile(projects):
    return projects["hostile"] / "page.html"


@pytest.fixture(scope="session")
def hostile_compared(projects):
    """A page that compares the hostile recording with one in which the second screen is not shown."""
    project = projects["hostile"]
    other = project / "other"
    other.mkdir()
    scenario = HOSTILE.replace('app.top.router:navigate("second", { text = mark .. bidi .. long })', "")
    (other / "shop.scenario.lua").write_text(scenario, encoding="utf-8")
    run(other, "test", "-q", "--trace", "on", "--no-shuffle", code=1)
    traces = [next(path.glob(".signalbox/out/*.sbtrace")) for path in (project, other)]
    run(project, "trace", "open", str(traces[0]), "--against", str(traces[1]), "--output", "compare.html")
    return project / "compare.html"


@pytest.fixture(scope="session")
def styles(projects):
    return projects["styles"] / "page.html"


@pytest.fixture(scope="session")
def timers(projects):
    return projects["timers"] / "page.html"


@pytest.fixture(scope="session")
def report(projects):
    return projects["failing"] / "report.html"


@pytest.fixture(scope="session")
def explored(tmp_path_factory):
    """The report of an exploration of the shop."""
    folder = tmp_path_factory.mktemp("explored")
    shutil.copy(ROOT / "examples/shop/app.lua", folder)
    (folder / "shop.properties.lua").write_text(
        'require "app"\nnever "a payment" { front = "payment" }\n'
        'explore { links = { "shop://product/1" }, maxDepth = 3 }\n', encoding="utf-8")
    run(folder, "explore", "--no-write", "--reporter", "html=explore.html", code=1)
    return folder / "explore.html"


@pytest.fixture(scope="session")
def long(tmp_path_factory):
    """A recording of 50,000 steps with a timer each, in the form in which programs write it."""
    folder = tmp_path_factory.mktemp("long")
    state = {"format": "signalbox.snapshot", "version": 3}
    lines = [{"clock": "automatic", "format": "signalbox.session", "state": state, "version": 3}]
    stack = [{"name": "home"}]
    for step in range(50_000):
        operation = "popToRoot" if step % 10 == 9 else "navigate"
        stack = stack[:1] if operation == "popToRoot" else [
            *stack, {"arguments": {"id": step}, "name": "item"}]
        shown = {
            **state,
            "coordinators": [{
                "attachment": "windowRoot", "kind": "navigation", "stack": stack, "type": "Main"}],
            "layers": [{"isCovering": True, "owner": 0, "style": "root"}],
        }
        call = {
            "caller": "Main", "operation": operation, "outcome": "done", "step": step + 1, "time": step * 350}
        if operation == "navigate":
            call |= {"arguments": {"id": step}, "name": "item"}
        lines.append({**call, "state": shown})
        began = {"timer": step + 1, "began": step * 350, "deadline": step * 350 + 400, "owner": "Main"}
        ended = [{"timer": step, "ended": step * 350 + 50}] if step else []
        lines.append({"step": step + 1, "schedule": [*ended, began]})
    path = folder / "long.sbtrace"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    run(folder, "trace", "open", "long.sbtrace", "--output", "page.html")
    return folder / "page.html"


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        program = next(
            (path for name in ["chromium", "chromium-browser", "google-chrome"]
             if (path := shutil.which(name))), None)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    shutil.copy(ROOT / "examples/shop/app.lua", folder / "app.lua")
    return folder


def folder_with(tmp_path_factory, name, script):
    folder = tmp_path_factory.mktemp(name)
    (folder / "app.lua").write_text(script, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def sheets(tmp_path_factory):
    return folder_with(tmp_path_factory, "sheets", SHEETS)


@pytest.fixture(scope="session")
def fields(tmp_path_factory):
    return folder_with(tmp_path_factory, "fields", FIELDS)


@pytest.fixture(scope="session")
def leaking(tmp_path_factory):
    return folder_with(tmp_path_factory, "leaking", TIMERS.split("scenario ")[0])


@pytest.fixture(scope="session")
def hostile_session(tmp_path_factory):
    return folder_with(tmp_path_factory, "hostile", HOSTILE.split("scenario ")[0])


@pytest.fixture(scope="session")
def timers_session(tmp_path_factory):
    return folder_with(tmp_path_factory, "timers", TIMERS.split("scenario ")[0])


@pytest.fixture
def run_tests(tmp_path):
    """Runs a scenario next to the files of a session."""

    def run_tests(folder, scenario):
        for file in folder.glob("*.lua"):
            shutil.copy(file, tmp_path)
        (tmp_path / "written.scenario.lua").write_text(scenario, encoding="utf-8")
        return run(tmp_path, "test", "written.scenario.lua")

    return run_tests


@pytest.fixture
def listen():
    """Starts a prompt on the file of a folder to which clients can attach at `./s`."""
    hosts = []

    def listen(folder):
        host = subprocess.Popen(
            [PROGRAM, "repl", "--no-history", "--listen=./s", "app.lua"], cwd=folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        hosts.append(host)
        assert host.stderr.readline() == "listening at ./s\n"
        return host

    yield listen
    for host in hosts:
        host.terminate()
        host.wait(20)
        host.stdin.close()
        host.stderr.close()


@pytest.fixture
def bank(tmp_path):
    """Starts an application in Swift whose work never ends by itself. Clients attach at `./s` in its folder."""
    host = subprocess.Popen(
        [str(pathlib.Path(PROGRAM).with_name("BankHost")), str(tmp_path / "s")], text=True, stdout=subprocess.PIPE)
    assert host.stdout.readline() == "listening\n"
    yield tmp_path
    host.terminate()
    host.wait(20)
    host.stdout.close()


@pytest.fixture
def open_live(browser):
    """Starts `signalbox inspect` on the file of a folder, or a prompt with a page, and opens its address."""
    contexts, sessions, problems = [], [], []

    def open_live(folder, size=(1280, 800), scheme="light", launch=True, socket=None, prompt=None, status="Live"):
        code = ["-e", "app:launch()"] if launch else []
        command = ["inspect", "app.lua", *code] if prompt is None else ["repl", "--no-history", "--inspect", *prompt]
        session = subprocess.Popen(
            [PROGRAM, *command, "--no-open"], cwd=folder, text=True,
            stdin=subprocess.PIPE if prompt else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if prompt else None)
        sessions.append(session)
        if prompt and launch:
            session.stdin.write("app:launch()\n")
            session.stdin.flush()
        address = next(line for line in session.stdout if line.startswith("http://")).strip()
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
            reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.session, page.address = session, address
        own = address.split("?")[0]
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: request.url.startswith((own, "data:"))
                or problems.append(request.url))
        if socket:
            page.route_web_socket("**/socket", socket)
        page.goto(address)
        expect(page.locator(".status")).to_have_text(status)
        assert page.url == own
        return page

    yield open_live
    for context in contexts:
        context.close()
    for session in sessions:
        session.terminate()
        session.wait(20)
        session.stdout.close()
        if session.stdin:
            session.stdin.close()
    assert problems == []


@pytest.fixture
def open_page(browser):
    contexts, problems = [], []

    def open_page(path, size=(1280, 800), scheme="light", scripts=True):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
            reduced_motion="reduce", java_script_enabled=scripts)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: request.url.startswith(("file:", "data:"))
                or problems.append(request.url))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
