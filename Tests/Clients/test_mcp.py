"""Tests `signalbox mcp` with the official SDK of the Model Context Protocol."""

import asyncio
import json
import re
import subprocess

import jsonschema
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
import mcp_types as types
from mcp_types import methods

from conftest import PAGE, PROGRAM, heap, kill_client, wait_for_end


def run(project, body, *arguments, mode="auto"):
    """Runs a function with a client that is connected to the program."""

    async def connect():
        server = StdioServerParameters(
            command=PROGRAM, args=["mcp", *arguments, "app.lua"], cwd=str(project)
        )
        async with Client(stdio_client(server), mode=mode) as client:
            return await body(client)

    return asyncio.run(connect())


async def call(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert len(result.content) == 1
    assert len(result.content[0].text) < 8_100
    # A client may show the structured form to the model instead of the text.
    assert len(json.dumps(result.structured_content, ensure_ascii=False)) < 10_000
    return result


def test_the_sdk_negotiates_a_version_and_lists_tools(project):
    async def body(client):
        assert client.protocol_version == "2025-11-25"
        assert client.server_info.name == "signalbox"
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in run(project, body)}
    assert {"inspect", "gesture", "run_scenarios", "explore", "write_scenario"} <= set(tools)
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        assert tool.description and tool.annotations.open_world_hint is False
        assert tool.annotations.destructive_hint is False
    assert tools["inspect"].annotations.read_only_hint
    assert not tools["gesture"].annotations.read_only_hint
    # The descriptions of all tools, which a model reads together.
    assert sum(len(tool.model_dump_json()) for tool in tools.values()) < 30_000


def test_the_annotations_depend_on_the_permission_for_changes(project):
    async def body(client):
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in run(project, body, "--allow-changes")}
    assert tools["write_scenario"].annotations.destructive_hint
    assert not tools["run_scenarios"].annotations.read_only_hint


def test_an_action_reports_its_changes_and_the_next_possible_gestures(project):
    async def body(client):
        await call(client, "launch")
        return await call(client, "gesture", gesture="tap", label="Special")

    result = run(project, body)
    assert not result.is_error
    assert result.structured_content == {
        "status": "done",
        "changes": ["Shop stack: + product { id = 1 }"],
        "output": "",
        "state": "Shop[list,product { id = 1 }] | root Shop",
        "actions": ['tap "Buy"', "back", "swipeBack", "swipeBack (cancelled)"],
        "time": 350,
    }


LONG = """local long = ("x"):rep(100)
local routes = { home = { actions = {} } }
for number = 1, 80 do
  routes["route" .. number .. long] = { actions = { "Act " .. number .. long } }
  routes.home.actions[number] = "Act " .. number .. long
end
local Shop = coordinator "Shop" {
  routes = routes,
  links = { ["shop://deep"] = function(self)
    for number = 1, 80 do self.router:navigate("route" .. number .. long) end
    print(("y"):rep(50000))
  end },
}
function Shop:start() self.router:startFlow "home" end
application "Shop" { main = "Shop" }
"""

LONG_SCENARIOS = """require "app"
for number = 1, 80 do
  scenario("number " .. number .. ("t"):rep(200)) { function(app)
    app:launch()
    for _ = 1, 80 do print(("z"):rep(1000)) app:open "shop://deep" end
    app:expect { front = ("f"):rep(5000) }
  end }
end
"""


def test_results_of_a_large_application_fit_a_small_context(project):
    (project / "app.lua").write_text(LONG)
    (project / "shop.scenario.lua").write_text(LONG_SCENARIOS)
    typos = "\n".join(f"  app:missing{number}()" for number in range(200))
    (project / "typos.scenario.lua").write_text(f'require "app"\nscenario "a" {{ function(app)\n{typos}\nend }}\n')

    async def body(client):
        actions = [
            await call(client, "launch"),
            await call(client, "open_link", url="shop://deep"),
            await call(client, "gesture", gesture="back"),
            await call(client, "operation", operation="pop", caller="Shop", count=60),
            await call(client, "advance", milliseconds=1000),
            await call(client, "undo", count=30),
            await call(client, "evaluate", code='print(("w"):rep(100000)) return ("v"):rep(100000)'),
        ]
        for action in actions:
            assert "\nState: Shop[" in action.content[0].text, action.content[0].text
            assert "\nPossible next:\n" in action.content[0].text, action.content[0].text
        assert "… " in actions[1].content[0].text and "more characters)" in actions[1].content[0].text
        for tool in ("inspect", "definitions", "list_scenarios"):
            assert " more" in (await call(client, tool)).content[0].text
        names = (await call(client, "list_scenarios")).structured_content["scenarios"]
        assert (await call(client, "run_scenarios", paths=names[:3])).structured_content["failures"]
        failure = await call(client, "explain_failure", scenario=names[0])
        assert "✗ 82  shop.scenario.lua:6" in failure.content[0].text
        found = (await call(client, "lint", paths=["typos.scenario.lua"])).structured_content
        assert found["errors"] >= 200 and found["findings"][-1].endswith(" more")
        await call(client, "explore", file="app.lua", maxDepth=2, maxStates=200)
        await call(client, "find_path", file="app.lua", to="front = \"home\"", maxDepth=1)
        await call(client, "write_scenario", path="long.scenario.lua")

    run(project, body)


def test_each_result_states_what_to_do_while_nothing_is_shown(project):
    async def body(client):
        results = [
            await call(client, "inspect"),
            await call(client, "gesture", gesture="tap", label="Special"),
            await call(client, "evaluate", code="1"),
        ]
        await call(client, "launch")
        results.append(await call(client, "undo", count=9))
        empty = await call(client, "run_scenarios", keywords=["none"])
        return results, empty

    results, empty = run(project, body)
    for result in results:
        assert "State: nothing is shown; call launch\n" in result.content[0].text
        assert result.structured_content["state"] == ""
    assert empty.content[0].text.startswith("nothing ran; call list_scenarios to list the scenarios")


@pytest.mark.parametrize(
    "tool,arguments,texts",
    [
        ("gesture", {"gesture": "tap", "label": "Nope"}, ["unknownAction", 'known: "Special"']),
        ("gesture", {"gesture": "slide"}, ['arguments.gesture is string "slide", expected "tap"']),
        ("gesture", {}, ["arguments.gesture is missing"]),
        ("operation", {"operation": "navigat"}, ["badParams", 'did you mean "navigate"?']),
        ("evaluate", {"code": "error 'no'"}, ["✗ no"]),
        ("evaluate", {"code": "while true do end"}, ["timed out"]),
        ("explain_failure", {"scenario": "shop.scenario.lua"}, ["selects 2 scenarios"]),
        ("explain_failure", {"scenario": "none.scenario.lua"}, ["no such file"]),
        ("explore", {"file": "none.lua"}, ["cannot read none.lua"]),
        ("write_scenario", {"path": "../x.scenario.lua"}, ["badParams", "in the server's folder"]),
        ("write_scenario", {"path": "x.scenario.lua", "text": "--"}, ["readOnly", "--allow-changes"]),
        ("run_scenarios", {"snapshots": "all"}, ["readOnly", "--allow-changes"]),
    ],
)
def test_an_error_states_the_received_value_and_how_to_fix_it(project, tool, arguments, texts):
    async def body(client):
        await call(client, "launch")
        return await client.call_tool(tool, arguments)

    result = run(project, body, "--timeout", "2s")
    assert result.is_error
    for text in texts:
        assert text in result.content[0].text


BROKEN = {
    "syntax": ("scenario (", "unexpected symbol"),
    "error": ('error "boom"', "boom"),
    "require": ('require "none"', "none"),
    "loop": ("while true do end", "timed out"),
}


@pytest.mark.parametrize("text,reason", BROKEN.values(), ids=BROKEN)
def test_a_file_that_does_not_load_is_a_failure_with_its_reason(project, text, reason):
    async def body(client):
        path = "broken.scenario.lua"
        return [
            await call(client, "write_scenario", path=path, text=text),
            await call(client, "run_scenarios", paths=[path]),
            await call(client, "run_scenarios", paths=[path, "shop.scenario.lua"]),
            await call(client, "explain_failure", scenario=path),
        ]

    written, alone, mixed, explained = run(project, body, "--allow-changes", "--timeout", "1s")
    assert written.content[0].text.startswith("wrote broken.scenario.lua; it did not load\n")
    assert alone.content[0].text.startswith("nothing ran, 1 file did not load\n")
    assert "failed, 1 file did not load\n" in mixed.content[0].text
    for result in (written, alone, mixed):
        assert not result.structured_content["hasPassed"]
        assert reason in result.structured_content["failures"][0]
        assert result.structured_content["failures"][0].startswith("broken.scenario.lua:")
    assert explained.is_error and reason in explained.content[0].text


def test_a_file_without_scenarios_is_described(project):
    async def body(client):
        return await call(client, "write_scenario", path="empty.scenario.lua", text="local x = 1")

    result = run(project, body, "--allow-changes")
    assert result.content[0].text.startswith("wrote empty.scenario.lua; it has no scenarios\n")


@pytest.mark.parametrize("arguments", [[], ["--allow-changes"]])
def test_a_command_that_would_write_a_file_does_not_report_it_as_written(project, arguments):
    async def body(client):
        await call(client, "launch")
        await call(client, "gesture", gesture="tap", label="Special")
        return [
            (await call(client, "evaluate", code=code)).structured_content["output"]
            for code in (".save x.scenario.lua", ".record x.sbtrace")
        ]

    saved, recorded = run(project, body, *arguments)
    assert "x.scenario.lua was not written; call write_scenario" in saved
    assert "wrote" not in saved
    assert recorded == "x.sbtrace was not written; the user can write it at the prompt of signalbox repl\n"


def snapshot(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_read_only_server_writes_nothing(project):
    before = snapshot(project)

    async def body(client):
        await call(client, "launch")
        await call(client, "gesture", gesture="tap", label="Special")
        await call(client, "run_scenarios", paths=["shop.scenario.lua"])
        await call(client, "explain_failure", scenario="shop.scenario.lua:11")
        await call(client, "explore", file="shop.properties.lua")
        await call(client, "evaluate", code=".save x.scenario.lua")
        await call(client, "evaluate", code=".record x.sbtrace")
        return await call(client, "write_scenario", path="new.scenario.lua")

    written = run(project, body)
    assert written.structured_content["isWritten"] is False
    assert 'app:tap("Special")' in written.structured_content["source"]
    assert snapshot(project) == before


def test_a_cancelled_call_ends_and_the_next_is_answered(project):
    async def body(client):
        arguments = {"code": "while true do end"}
        task = asyncio.create_task(client.call_tool("evaluate", arguments))
        # The program answers a ping while the call runs.
        await client.session.send_ping()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await call(client, "inspect")

    assert not run(project, body, "--timeout", "1h").is_error


def test_the_server_and_its_processes_end_with_the_client(project):
    async def body(client):
        await call(client, "launch")

    run(project, body)
    wait_for_end(project)


@pytest.mark.parametrize(
    "tool,arguments,marker",
    [
        ("run_scenarios", {"paths": ["slow"]}, "notifications/progress"),
        ("evaluate", {"code": "while true do end"}, '"id":2'),
    ],
)
def test_a_killed_client_leaves_no_process(project, tool, arguments, marker):
    call = {"id": 9, "method": "tools/call", "params": {
        "name": tool, "arguments": arguments, "_meta": {"progressToken": "p"}}}
    messages = [SESSION[0], SESSION[1], call, SESSION[2]]
    lines = [json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages]
    kill_client(project, ["mcp", "--timeout", "1h", "app.lua"], "".join(lines).encode(), marker)


# MARK: - Messages

SESSION = [
    {"id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}}},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "ping"},
    {"id": 3, "method": "tools/list"},
    {"id": 4, "method": "prompts/list"},
    {"id": 5, "method": "prompts/get", "params": {
        "name": "find-a-bug", "arguments": {"report": "paying shows the product"}}},
    {"id": 6, "method": "tools/call", "params": {
        "name": "run_scenarios", "arguments": {"paths": ["shop.scenario.lua"]},
        "_meta": {"progressToken": "p"}}},
    {"id": 7, "method": "resources/list"},
    {"id": 8, "method": "tools/call", "params": {"name": "inspct"}},
]


def exchange(project, lines, count):
    """Sends lines, and reads until the given number of responses has arrived."""
    server = subprocess.Popen(
        [PROGRAM, "mcp", "app.lua"], cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    server.stdin.write("".join(lines).encode())
    server.stdin.flush()
    messages = []
    while sum("method" not in message for message in messages) < count:
        messages.append(json.loads(server.stdout.readline()))
    server.stdin.close()
    assert (server.wait(20), server.stdout.read(), server.stderr.read()) == (0, b"", b"")
    return messages


def test_each_message_matches_the_schema_of_the_protocol(project):
    requests = {message["id"]: message["method"] for message in SESSION if "id" in message}
    lines = [json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in SESSION]
    messages = exchange(project, lines, len(requests))
    answers = {}
    for message in messages:
        assert message["jsonrpc"] == "2.0"
        if "method" in message:
            methods.parse_server_notification(message["method"], "2025-11-25", message["params"])
            assert message["method"] == "notifications/progress"
            continue
        answers[message["id"]] = message
        if "result" in message:
            methods.validate_server_result(requests[message["id"]], "2025-11-25", message["result"])
    assert sorted(answers) == [1, 2, 3, 4, 5, 6, 7, 8]
    for answer in answers.values():
        if "error" in answer:
            types.JSONRPCError.model_validate(answer)
    assert answers[7]["error"]["code"] == -32601
    assert answers[8]["error"]["code"] == -32602
    assert 'did you mean "inspect"?' in json.dumps(answers[8]).replace('\\"', '"')
    assert any("method" in message for message in messages)


@pytest.mark.parametrize(
    "wanted,found",
    [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")],
)
def test_an_older_version_is_accepted_and_an_unknown_version_is_answered_with_the_newest(project, wanted, found):
    hello = {"jsonrpc": "2.0", **SESSION[0]}
    hello["params"] = {**hello["params"], "protocolVersion": wanted}
    messages = exchange(project, [json.dumps(hello) + "\n"], 1)
    assert messages[0]["result"]["protocolVersion"] == found


MALFORMED = [
    ("{nonsense\n", -32700), ("[]\n", -32600), ("null\n", -32600), ('{"id":1}\n', -32600),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n', -32002),
    ('{"jsonrpc":"2.0","id":1,"method":5}\n', -32600), ("x" * 5_000_000 + "\n", -32000),
    ('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n', -32602),
    ('{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600),
]


@pytest.mark.parametrize("line,code", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_message_affects_no_other_message(project, line, code):
    ping = json.dumps({"jsonrpc": "2.0", "id": 99, "method": "ping"}) + "\n"
    messages = exchange(project, [line, ping], 2)
    assert [message["error"]["code"] for message in messages if "error" in message] == [code]
    assert [message for message in messages if message.get("id") == 99][0]["result"] == {}


def test_many_messages_do_not_let_the_server_grow(project):
    server = subprocess.Popen(
        [PROGRAM, "mcp", "app.lua"], cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def exchange(messages):
        lines = [json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages]
        server.stdin.write("".join(lines).encode())
        server.stdin.flush()
        return [json.loads(server.stdout.readline()) for message in messages if "id" in message]

    def repeat(count):
        for _ in range(count // 20):
            exchange([{"id": number, "method": "ping"} for number in range(10)]
                     + [{"id": number, "method": "prompts/list"} for number in range(10)])

    exchange(SESSION[:2])
    arrays = {"id": 3, "method": "tools/call", "params": {"name": "inspect", "arguments": []}}
    assert "is an array, expected an object" in exchange([arrays])[0]["error"]["message"]
    repeat(10_000)
    before = heap(server.pid)
    repeat(20_000)
    # Less than 32 bytes for each message.
    assert heap(server.pid) - before < 20_000 * 32
    server.stdin.close()
    assert server.wait(20) == 0


# MARK: - The recorded session


def recorded():
    """Returns the calls of the session on the page, with their results."""
    text = PAGE.read_text().split("<!-- session -->")[1].split("<!-- end -->")[0]
    pattern = r"```json title=\"(\w+)\"\n(.*?)\n```\n\n```text\n(.*?)\n```"
    return [(tool, json.loads(arguments), shown) for tool, arguments, shown in
            re.findall(pattern, text, re.DOTALL)]


def test_the_configuration_on_the_page_starts_the_server(project):
    text = re.search(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    server = json.loads(text)["mcpServers"]["signalbox"]
    assert server["command"] == "signalbox"

    async def connect():
        parameters = StdioServerParameters(command=PROGRAM, args=server["args"], cwd=str(project))
        async with Client(stdio_client(parameters)) as client:
            return await call(client, "launch")

    assert not asyncio.run(connect()).is_error


def test_an_agent_finds_a_known_bug_and_writes_a_scenario(project):
    calls = recorded()
    assert [tool for tool, _, _ in calls] == [
        "launch", "explore", "gesture", "gesture", "gesture", "gesture", "write_scenario",
        "explain_failure",
    ]

    async def body(client):
        shown = []
        for tool, arguments, _ in calls:
            result = await call(client, tool, **arguments)
            shown.append(result.content[0].text.strip())
        return shown

    (project / "shop.scenario.lua").unlink()
    shown = run(project, body, "--allow-changes")
    assert shown == [text for _, _, text in calls]
    # The scenario fails because of the bug, and passes when the bug is fixed.
    scenario = ["test", "receipt.scenario.lua"]
    assert subprocess.run([PROGRAM, *scenario], cwd=project, capture_output=True).returncode == 1
    app = project / "app.lua"
    fixed = app.read_text().replace('self.router:navigate "receipt"',
                                    'self.router:setStack { "list", "receipt" }')
    app.write_text(fixed)
    assert subprocess.run([PROGRAM, *scenario], cwd=project, capture_output=True).returncode == 0
