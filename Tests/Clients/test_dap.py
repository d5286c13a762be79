"""Tests `signalbox dap` with sessions of dap-python. Each message is checked against the published schema."""

import json
import pathlib
import re
import signal
import subprocess
import tomllib

import dap
import debugpy
import jsonschema
import pytest
from dap.types import Source, SourceBreakpoint
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

from conftest import PROGRAM, ROOT, framed, heap, kill_client

SCHEMA = json.loads(
    next(pathlib.Path(debugpy.__file__).parent.rglob("_debug_adapter/debugProtocol.json")).read_text()
)
REGISTRY = Registry().with_resource(
    "dap:schema", Resource.from_contents(SCHEMA, default_specification=DRAFT4)
)


def validate(message):
    """Checks a message against the definition of its response or event."""
    kind = message.get("event") or message["command"]
    name = kind[0].upper() + kind[1:] + ("Event" if message["type"] == "event" else "Response")
    if message["type"] == "response" and not message["success"]:
        name = "ErrorResponse"
    assert name in SCHEMA["definitions"], name
    jsonschema.Draft4Validator(
        {"$ref": f"dap:schema#/definitions/{name}"}, registry=REGISTRY
    ).validate(message)


class Editor:
    """The program, and a client of dap-python that sends and reads its messages."""

    def __init__(self, folder, arguments=("dap",)):
        self.folder = folder
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.client = dap.Client("signalbox")
        self.events = []
        self.checked = 0

    def read(self):
        """Returns the next message, which the schema and dap-python must accept."""
        header = self.process.stdout.readline()
        assert header, "the adapter has ended"
        assert self.process.stdout.readline() == b"\r\n"
        text = self.process.stdout.read(int(header.split(b":")[1]))
        message = json.loads(text)
        validate(message)
        self.checked += 1
        # NOTE: dap-python 0.5.0 cannot read a response without contents, such as that of launch. It expects
        # hitBreakpointIds to be strings, and exceptionId to be exceptionID, unlike the schema.
        if message.get("body") and message.get("command") != "exceptionInfo":
            known = dict(message, body={k: v for k, v in message["body"].items() if k != "hitBreakpointIds"})
            text = json.dumps(known).encode()
            assert len(list(self.client.receive(b"Content-Length: %d\r\n\r\n" % len(text) + text))) == 1
        return message

    def flush(self):
        self.process.stdin.write(self.client.send())
        self.process.stdin.flush()

    def ask(self, number):
        """Sends a request of the client, and returns its response."""
        self.flush()
        while True:
            message = self.read()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == number:
                return message

    def done(self, number):
        message = self.ask(number)
        assert message["success"], message["message"]
        return message.get("body", {})

    def event(self, name):
        while True:
            for index, message in enumerate(self.events):
                if message["event"] == name:
                    return self.events.pop(index).get("body", {})
            self.events.append(self.read())

    def launch(self, arguments, breakpoints):
        # The constructor of the client has queued initialize.
        self.capabilities = self.done(1)
        self.done(self.client.send_request("launch", arguments))
        self.event("initialized")
        found = []
        for path, lines in breakpoints.items():
            body = self.done(
                self.client.set_breakpoints(Source(path=str(self.folder / path)).model_dump(exclude_none=True), lines)
            )
            found += [(b["line"], b["verified"]) for b in body["breakpoints"]]
        return found

    def breakpoints(self, lines):
        """Sets the breakpoints of loop.lua."""
        body = self.done(self.client.set_breakpoints({"path": str(self.folder / "loop.lua")}, lines))
        assert all(breakpoint["verified"] for breakpoint in body["breakpoints"])

    def stop(self):
        """Waits for a stop, and returns its reason and the lines of the stack."""
        body = self.event("stopped")
        self.thread = body["threadId"]
        frames = self.done(self.client.stack_trace(self.thread))["stackFrames"]
        self.frame = frames[0]["id"]
        return body["reason"], [(pathlib.Path(f["source"]["path"]).name, f["line"]) for f in frames]

    def step(self, name):
        self.done(getattr(self.client, name)(self.thread))
        return self.stop()

    def value(self, expression):
        return self.done(self.client.evaluate(expression, self.frame, context="watch"))["result"]

    def end(self):
        self.done(self.client.disconnect())
        # The exit code of the program is in the event exited.
        assert self.process.wait(20) == 0


APP = """local Shop = coordinator "Shop" {
  routes = { catalog = {}, product = { args = { id = "integer" }, actions = { "Buy" } } },
}
function Shop:start()
  self.router:startFlow("catalog")
end
function Shop:onBuy()
  local count = (self.count or 0) + 1
  self.count = count
  self.router:navigate("product", { id = count })
end
application "Shop" { main = "Shop" }
"""

SCENARIO = """require "app"
scenario "other" { function(app) app:launch() end }
scenario "buying" {
  function(app)
    app:launch()
    app.top.router:navigate("product", { id = 1 })
    for index = 1, 3 do
      app:tap "Buy"
    end
    app:expect { front = "catalog" }
  end,
}
"""


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "app.lua").write_text(APP)
    (tmp_path / "shop.scenario.lua").write_text(SCENARIO)
    return tmp_path


def test_twenty_steps(shop):
    editor = Editor(shop)
    verified = editor.launch(
        {"program": "shop.scenario.lua:4", "cwd": str(shop)},
        {
            "app.lua": [{"line": 9, "condition": "count >= 2"}, {"line": 10}, {"line": 12, "logMessage": "loaded"}],
            "shop.scenario.lua": [{"line": 5}],
        },
    )
    assert verified == [(9, True), (10, True), (12, True), (5, True)]
    editor.done(editor.client.set_exception_breakpoints(["expectation", "error"], None, None))
    editor.done(editor.client.configuration_done())
    assert editor.event("thread") == {"reason": "started", "threadId": 1}
    body = [("shop.scenario.lua", 5)]
    assert editor.stop() == ("breakpoint", body)
    assert editor.event("output")["output"] == "loaded\n"
    assert editor.step("step_in") == ("step", [("app.lua", 5), ("shop.scenario.lua", 5)])
    assert editor.step("step_out")[1] == [("shop.scenario.lua", 6)]
    assert editor.step("next")[1] == [("shop.scenario.lua", 7)]
    assert editor.step("next")[1] == [("shop.scenario.lua", 8)]
    assert editor.step("step_in")[1] == [("app.lua", 8), ("shop.scenario.lua", 8)]
    assert editor.step("next")[1][0] == ("app.lua", 9)
    assert editor.value("count") == "1"
    assert editor.step("next")[1][0] == ("app.lua", 10)
    assert editor.step("step_back")[1][0] == ("app.lua", 9)
    assert editor.value("self.count") == "nil"
    assert editor.step("step_back")[1][0] == ("app.lua", 8)
    assert editor.step("step_back")[1] == [("shop.scenario.lua", 8)]
    assert editor.step("continue_") == ("breakpoint", [("app.lua", 10), ("shop.scenario.lua", 8)])
    assert editor.step("continue_") == ("breakpoint", [("app.lua", 9), ("shop.scenario.lua", 8)])
    assert editor.value("count") == "2"
    scopes = editor.done(editor.client.scopes(editor.frame))["scopes"]
    # The function uses no globals.
    assert [scope["name"] for scope in scopes] == ["Locals", "Upvalues", "Navigation"]
    names = {}
    for scope in scopes:
        variables = editor.done(editor.client.variables(scope["variablesReference"]))["variables"]
        names[scope["name"]] = {variable["name"]: variable["value"] for variable in variables}
    assert names["Locals"]["count"] == "2"
    assert names["Navigation"]["front"] == "product { id = 1 }"
    editor.done(
        editor.client.set_variable(scopes[0]["variablesReference"], "count", "count + 40")
    )
    assert editor.value("count") == "42"
    assert editor.step("step_out") == ("breakpoint", [("app.lua", 10), ("shop.scenario.lua", 8)])
    assert editor.step("step_out") == ("step", [("shop.scenario.lua", 7)])
    assert editor.value("app.front.args.id") == "42"
    assert editor.step("reverse_continue")[1][0] == ("app.lua", 10)
    assert editor.value("count") == "2"
    assert editor.step("reverse_continue")[1][0] == ("app.lua", 9)
    assert editor.step("reverse_continue")[1][0] == ("app.lua", 10)
    assert editor.value("count") == "1"
    assert editor.step("reverse_continue")[1] == body
    editor.done(editor.client.set_breakpoints({"path": str(shop / "app.lua")}, []))
    assert editor.step("continue_") == ("exception", [("shop.scenario.lua", 10)])
    info = editor.done(editor.client.exception_info(editor.thread))
    assert info["exceptionId"] == "expectation"
    assert editor.step("step_back") == ("step", [("shop.scenario.lua", 10)])
    assert editor.done(editor.client.threads())["threads"] == [{"id": 1, "name": "main"}]
    targets = editor.done(editor.client.completions("app:exp", 8, None, editor.frame))["targets"]
    assert [target["label"] for target in targets] == ["expect"]
    loaded = editor.done(editor.client.loaded_sources())["sources"]
    assert str(shop / "app.lua") in [source["path"] for source in loaded]
    editor.done(editor.client.set_exception_breakpoints([], None, None))
    editor.done(editor.client.continue_(editor.thread))
    assert editor.event("exited") == {"exitCode": 1}
    editor.event("terminated")
    editor.done(editor.client.send_request("restart"))
    assert editor.stop() == ("breakpoint", body)
    assert editor.ask(editor.client.send_request("nonsense"))["success"] is False
    editor.end()
    assert editor.checked > 60


def frames(stack):
    """The files and lines of a stack whose functions may have no file."""
    return [(pathlib.Path(f["source"].get("path", f["source"]["name"])).name, f["line"]) for f in stack]


STEPS = {
    "helper.lua": """local helper = {}
function helper.twice(n)
  local m = n * 2
  return m
end
function helper.tail(n)
  return helper.twice(n)
end
function helper.pause(n)
  coroutine.yield(n)
  return n
end
return helper
""",
    "steps.scenario.lua": """require "app"
scenario "steps" { function(app)
  local helper = require "helper"
  app:launch()
  local four = helper.twice(2)
  local six = helper.tail(3)
  local run = coroutine.wrap(function()
    helper.pause(four)
    helper.pause(six)
  end)
  run()
  run()
  app.top.router:navigate("product", { id = 1 })
  app:tap "Buy"
end }
""",
}

# The line of the scenario, the functions that steps enter from there, and the line after stepping out of the last
# one. No file except that of the scenario has been shown before.
STEPS_OUT = [
    (3, ["helper.lua"], ("steps.scenario.lua", 4)),
    (4, ["app.lua"], ("steps.scenario.lua", 5)),
    (5, ["helper.lua"], ("steps.scenario.lua", 6)),
    (6, ["helper.lua", "helper.lua"], ("steps.scenario.lua", 7)),
    (8, ["helper.lua"], ("steps.scenario.lua", 12)),
    (14, ["app.lua"], ("steps.scenario.lua", 15)),
]


@pytest.mark.parametrize("line,entered,after", STEPS_OUT)
def test_stepping_out_of_the_first_function_of_another_file_returns_to_its_caller(shop, line, entered, after):
    for name, text in STEPS.items():
        (shop / name).write_text(text)
    editor = Editor(shop)
    editor.launch({"program": "steps.scenario.lua:2", "cwd": str(shop)}, {"steps.scenario.lua": [{"line": line}]})
    editor.done(editor.client.configuration_done())
    assert editor.stop()[1][0] == ("steps.scenario.lua", line)
    for name in entered:
        reason, stack = editor.step("step_in")
        assert reason == "step" and stack[0][0] == name
    assert editor.step("step_out") == ("step", [after])
    editor.end()


PLUGIN = {
    "plugins/counter/plugin.lua": """return {
  name = "counter",
  version = "1.0.0",
  api = 1,
  summary = "Counts",
  setup = function(host)
    local counter = require "counter"
    host:global("increase", function(step)
      local total = counter.add(step)
      return total
    end)
  end,
}
""",
    "plugins/counter/lua/init.lua": """local counter, total = {}, 0
function counter.add(step)
  total = total + step
  return total
end
return counter
""",
    "use.lua": """local helper = require "helper"
local first = increase(2)
local second = helper.twice(first)
print(first, second)
""",
}


def test_breakpoints_in_a_plugin_and_in_several_scripts(tmp_path):
    files = dict(PLUGIN, **{"helper.lua": STEPS["helper.lua"]})
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    plugin, module = "plugins/counter/plugin.lua", "plugins/counter/lua/init.lua"
    editor = Editor(tmp_path)
    verified = editor.launch(
        {"program": "use.lua", "cwd": str(tmp_path), "plugins": ["counter"]},
        {
            plugin: [{"line": 7}, {"line": 10, "condition": "step == 2"}],
            module: [{"line": 4, "condition": "total == 2"}],
            "helper.lua": [{"line": 4}], "use.lua": [{"line": 4}],
        },
    )
    assert verified == [(7, True), (10, True), (4, True), (4, True), (4, True)]
    editor.done(editor.client.configuration_done())
    # The setup of the plugin, before the script begins.
    assert editor.stop() == ("breakpoint", [("plugin.lua", 7)])
    assert editor.step("continue_") == ("breakpoint", [("init.lua", 4), ("plugin.lua", 9), ("use.lua", 2)])
    assert editor.value("step") == "2"
    assert editor.step("step_out") == ("breakpoint", [("plugin.lua", 10), ("use.lua", 2)])
    assert editor.value("total") == "2"
    assert editor.step("continue_") == ("breakpoint", [("helper.lua", 4), ("use.lua", 3)])
    assert editor.step("continue_") == ("breakpoint", [("use.lua", 4)])
    assert editor.step("step_back") == ("step", [("use.lua", 3)])
    assert editor.step("continue_") == ("breakpoint", [("helper.lua", 4), ("use.lua", 3)])
    editor.end()


def test_a_text_that_a_script_has_loaded_is_shown_and_stopped_in(tmp_path):
    text = "local a = ...\nlocal b = a * 2\nreturn b"
    (tmp_path / "text.lua").write_text(f"local run = load({json.dumps(text)})\nprint(run(1))\nprint(run(2))\n")
    editor = Editor(tmp_path)
    editor.launch({"program": "text.lua", "cwd": str(tmp_path)}, {"text.lua": [{"line": 2}]})
    editor.done(editor.client.configuration_done())
    assert editor.stop() == ("breakpoint", [("text.lua", 2)])
    editor.done(editor.client.step_in(editor.thread))
    editor.event("stopped")
    stack = editor.done(editor.client.stack_trace(editor.thread))["stackFrames"]
    assert frames(stack) == [('[string "local a = ......"]', 1), ("text.lua", 2)]
    source = stack[0]["source"]
    assert editor.done(editor.client.source(source["sourceReference"]))["content"] == text
    found = editor.done(editor.client.set_breakpoints(source, [{"line": 3}]))["breakpoints"]
    assert [(point["line"], point["verified"]) for point in found] == [(3, True)]
    assert source in editor.done(editor.client.loaded_sources())["sources"]
    for number in (1, 2):
        editor.done(editor.client.continue_(editor.thread))
        assert editor.event("stopped")["reason"] == "breakpoint"
        stack = editor.done(editor.client.stack_trace(editor.thread))["stackFrames"]
        assert frames(stack) == [('[string "local a = ......"]', 3), ("text.lua", number + 1)]
        editor.frame = stack[0]["id"]
        assert editor.value("b") == str(number * 2)
    editor.end()


def test_an_endless_loop_is_paused(tmp_path):
    (tmp_path / "loop.lua").write_text("local n = 0\nwhile true do\n  n = n + 1\nend\n")
    editor = Editor(tmp_path)
    editor.launch({"program": "loop.lua", "timeout": "1h"}, {})
    editor.done(editor.client.configuration_done())
    editor.done(editor.client.pause(1))
    reason, stack = editor.stop()
    assert reason == "pause" and stack[0][0] == "loop.lua"
    editor.done(editor.client.continue_(1))
    verified = editor.done(
        editor.client.set_breakpoints({"path": str(tmp_path / "loop.lua")}, [{"line": 3, "hitCondition": "% 1000"}])
    )
    assert verified["breakpoints"][0]["verified"]
    assert editor.stop() == ("breakpoint", [("loop.lua", 3)])
    editor.done(editor.client.continue_(1))
    editor.done(editor.client.terminate())
    assert editor.event("exited") == {"exitCode": 130}
    editor.end()


LOOP = """local n = 0
while not done do
  n = n + 1
end
print("total is over", n > 0)
"""


class Host:
    """A process whose session listens while its script runs."""

    def __init__(self, folder):
        (folder / "loop.lua").write_text(LOOP)
        self.process = subprocess.Popen(
            [PROGRAM, "run", "--listen=./s.sock", "loop.lua"], cwd=folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        assert self.process.stderr.readline() == "listening at ./s.sock\n"

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=20)[0], self.process.returncode


def attach(folder, lines):
    editor = Editor(folder)
    editor.done(1)
    editor.done(editor.client.send_request("attach", {"session": "./s.sock", "cwd": str(folder)}))
    editor.event("initialized")
    editor.breakpoints(lines)
    editor.done(editor.client.configuration_done())
    return editor


def test_a_client_attaches_to_a_session_that_runs_an_endless_script(tmp_path):
    host = Host(tmp_path)
    editor = attach(tmp_path, [{"line": 3, "condition": "n >= 2"}])
    hidden = editor.event("capabilities")["capabilities"]
    assert hidden == {
        "supportsStepBack": False, "supportsRestartRequest": False, "supportsTerminateRequest": False,
    }
    assert editor.stop() == ("breakpoint", [("loop.lua", 3)])
    assert editor.step("next") == ("step", [("loop.lua", 2)])
    for name in ("step_back", "reverse_continue"):
        answer = editor.ask(getattr(editor.client, name)(editor.thread))
        assert answer["success"] is False and "launch the script instead" in answer["message"]
        assert editor.stop() == ("step", [("loop.lua", 2)])
    editor.breakpoints([])
    editor.done(editor.client.continue_(1))
    editor.done(editor.client.pause(1))
    assert editor.stop()[0] == "pause"
    scopes = editor.done(editor.client.scopes(editor.frame))["scopes"]
    variables = editor.done(editor.client.variables(scopes[0]["variablesReference"]))["variables"]
    assert [variable["name"] for variable in variables] == ["n"]
    editor.done(editor.client.evaluate("done = true", editor.frame, context="repl"))
    editor.end()
    assert editor.process.returncode == 0
    # The script has ended, the session continues, and a second debugger can attach.
    second = attach(tmp_path, [{"line": 3}])
    second.end()
    assert host.end() == ("total is over\ttrue\n", 0)


def test_an_attached_script_outlives_a_killed_debugger(tmp_path):
    host = Host(tmp_path)
    editor = attach(tmp_path, [{"line": 3}])
    editor.stop()
    editor.process.kill()
    editor.process.wait(20)
    # The breakpoint is gone, so the next client is the first one that stops the script.
    second = attach(tmp_path, [])
    second.done(second.client.pause(1))
    assert second.stop()[0] == "pause"
    second.done(second.client.evaluate("done = true", second.frame, context="repl"))
    second.end()
    assert host.end() == ("total is over\ttrue\n", 0)


def test_the_end_of_the_host_ends_the_debugger(tmp_path):
    host = Host(tmp_path)
    editor = attach(tmp_path, [{"line": 3}])
    editor.stop()
    host.process.kill()
    host.process.communicate(timeout=20)
    assert editor.event("output")["output"] == "the host of ./s.sock has ended\n"
    editor.event("terminated")
    editor.end()


@pytest.mark.parametrize(
    "arguments,reason",
    [
        ({}, "session is missing"),
        ({"session": "tcp:x"}, "session is tcp:x, expected a socket"),
        ({"session": "./none.sock"}, "none.sock"),
        ({"session": "s", "port": 1}, 'attach has no argument "port"'),
        ({"session": "s", "cwd": "here"}, 'cwd is "here", expected an absolute path'),
    ],
)
def test_an_attach_that_is_not_possible_says_why(tmp_path, arguments, reason):
    editor = Editor(tmp_path)
    editor.done(1)
    answer = editor.ask(editor.client.send_request("attach", arguments))
    assert answer["success"] is False and reason in answer["message"]
    # A program can still be launched.
    (tmp_path / "a.lua").write_text("print 'a'")
    editor.done(editor.client.send_request("launch", {"program": "a.lua"}))
    editor.done(editor.client.configuration_done())
    assert editor.event("exited") == {"exitCode": 0}
    editor.end()


def test_breakpoint_locations_match_the_schema(shop):
    editor = Editor(shop)
    editor.launch({"program": "shop.scenario.lua:4"}, {})
    request = {"source": {"path": str(shop / "app.lua")}, "line": 4, "endLine": 9}
    found = editor.done(editor.client.send_request("breakpointLocations", request))
    assert found == {"breakpoints": [{"line": line} for line in range(4, 10)]}
    editor.done(editor.client.configuration_done())
    editor.end()


def test_a_launch_with_a_rejected_plugin_fails_with_the_reason(tmp_path):
    folder = tmp_path / "plugins/broken"
    folder.mkdir(parents=True)
    (folder / "plugin.lua").write_text(
        'return { name = "broken", version = "1.0.0", api = 1, summary = "Fails",\n'
        '  setup = function() error "no setup" end }\n')
    (tmp_path / "a.lua").write_text("print 'ran'")
    editor = Editor(tmp_path)
    editor.launch({"program": "a.lua", "cwd": str(tmp_path), "plugins": ["broken"]}, {})
    editor.done(editor.client.set_exception_breakpoints([], None, None))
    editor.done(editor.client.configuration_done())
    output = editor.event("output")
    assert output["category"] == "stderr" and "no setup" in output["output"]
    assert editor.event("exited")["exitCode"] != 0
    editor.end()


def test_many_requests_during_a_stop_do_not_let_the_adapter_grow(shop):
    editor = Editor(shop)
    editor.launch({"program": "shop.scenario.lua:4", "cwd": str(shop)}, {"shop.scenario.lua": [{"line": 8}]})
    editor.done(editor.client.configuration_done())
    editor.stop()

    def read(count):
        for _ in range(count):
            scopes = editor.done(editor.client.scopes(editor.frame))["scopes"]
            variables = editor.client.variables(scopes[0]["variablesReference"])
            editor.done(variables)
            editor.value("app")

    read(500)
    before = heap(editor.process.pid)
    read(1_000)
    # Less than 64 bytes for each request.
    assert heap(editor.process.pid) - before < 3_000 * 64
    editor.end()


def test_hostile_messages_end_nothing(shop):
    editor = Editor(shop)
    write = editor.process.stdin.write
    for text in [b"{", b"null", b"[1]", b'"x"', b"\xff\xfe", b'{"type":"request","seq":"1"}', b"[" * 100000]:
        write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    write(b"nonsense\r\n\r\nContent-Length: x\r\n\r\n")
    write(b"Content-Length: 99999999\r\n\r\n" + b" " * 99999999)
    verified = editor.launch({"program": "shop.scenario.lua:4"}, {"app.lua": [{"line": 9}]})
    assert verified == [(9, True)]
    for number in range(300):
        editor.client.send_request("evaluate", {"expression": number})
    editor.done(editor.client.configuration_done())
    assert editor.stop()[1][0] == ("app.lua", 9)
    editor.end()


@pytest.mark.parametrize("script", ["while true do end", "string.rep('x', 1e9):find(('.*'):rep(50) .. 'y')"])
def test_no_process_outlives_a_killed_client(tmp_path, script):
    (tmp_path / "loop.lua").write_text(script)
    requests = [
        ("initialize", {}), ("launch", {"program": "loop.lua", "timeout": "1h"}), ("configurationDone", {}),
    ]
    messages = [
        json.dumps({"seq": number + 1, "type": "request", "command": command, "arguments": arguments}).encode()
        for number, (command, arguments) in enumerate(requests)
    ]
    kill_client(tmp_path, ["dap"], framed(messages), '"configurationDone"')


# MARK: - The pages


def blocks(page, language):
    """Returns the blocks of a page in a language."""
    return re.findall(f"```{language}\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)


def configurations(request):
    """Returns the configurations of the pages for a request, without the keys that editors read."""
    lines = [line for page in ("editors.md", "how-to/debug-scenarios.md") for block in blocks(page, "json")
             for line in block.splitlines() if '"type": "signalbox"' in line]
    assert len(lines) == 3
    found = [json.loads(line) for line in lines]
    return [{key: value for key, value in entry.items() if key not in ("type", "request", "name")}
            for entry in found if entry["request"] == request]


def launched(folder, arguments, command=("dap",)):
    """Launches the program at a breakpoint in the scenario `buying`, and returns the stop."""
    editor = Editor(folder, command)
    assert editor.launch(arguments, {"shop.scenario.lua": [{"line": 5}]}) == [(5, True)]
    editor.done(editor.client.configuration_done())
    stop = editor.stop()
    editor.end()
    return stop


STOP = ("breakpoint", [("shop.scenario.lua", 5)])


def test_the_launch_configurations_on_the_pages_debug_a_scenario(shop):
    (shop / "checkout.scenario.lua").write_text(SCENARIO)
    [configuration] = configurations("launch")
    program = configuration.pop("program").replace("${workspaceFolder}", str(shop))
    assert not configuration
    assert launched(shop, {"program": program}) == STOP
    arguments = json.loads(blocks("how-to/debug-scenarios.md", "json")[0])
    assert arguments.pop("cwd").startswith("/")
    arguments["program"] = arguments["program"].replace("checkout", "shop")
    assert launched(shop, {**arguments, "cwd": str(shop)}) == STOP


def test_the_settings_for_helix_debug_the_current_file(shop):
    [text] = [block for block in blocks("editors.md", "text") if "[[language]]" in block]
    [language] = tomllib.loads(text)["language"]
    debugger = language["debugger"]
    [template] = debugger["templates"]
    assert (debugger["command"], debugger["transport"]) == ("signalbox", "stdio")
    assert (template["request"], template["completion"]) == (
        "launch", [{"name": "file", "completion": "filename"}])
    arguments = {key: value.replace("{0}", "shop.scenario.lua") for key, value in template["args"].items()}
    assert launched(shop, arguments, debugger["args"]) == STOP


def test_the_attach_configurations_on_the_pages_name_a_running_session(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "shop.lua").write_text("print(1)\n")
    host = subprocess.Popen(
        [PROGRAM, "run", "--listen", "shop.lua"], cwd=tmp_path, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert host.stderr.readline().startswith(b"listening at ")
    for configuration in configurations("attach"):
        assert configuration == {"session": "shop"}
        editor = Editor(tmp_path)
        editor.done(1)
        editor.done(editor.client.send_request("attach", configuration))
        editor.event("initialized")
        editor.end()
    host.send_signal(signal.SIGINT)
    assert host.wait(20) == 0
