"""Tests `signalbox serve --stdio`: jsonrpcclient and pygls request every method."""

import asyncio
import json
import os
import pathlib
import re
import subprocess

import jsonrpcclient
import jsonschema
import pytest
from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcInvalidParams
from referencing import Registry, Resource

from conftest import PROGRAM, ROOT, framed, heap, kill_client, wait_for_end

SCHEMAS = ROOT / "docs/reference/schemas"
SCHEMA = json.loads((SCHEMAS / "protocol.schema.json").read_text())
STATE = json.loads((SCHEMAS / "state.schema.json").read_text())
PAGE = (ROOT / "docs/reference/protocol.md").read_text()
METHODS = {name: entry for name, entry in SCHEMA["$defs"].items() if "sender" in entry}
REQUESTS = [name for name, entry in METHODS.items() if "result" in entry]
# Scripts cannot start asynchronous work, so this program has none to end.
REJECTED = {"work/end"}
REGISTRY = Registry().with_resources(
    [
        ("signalbox:protocol", Resource.from_contents(SCHEMA)),
        ("signalbox:state", Resource.from_contents(STATE)),
    ]
)


def validate(value, name, part):
    """Checks the parameters or the result of a method against the published schema."""
    reference = {"$ref": f"signalbox:protocol#/$defs/{name.replace('/', '~1')}/{part}"}
    jsonschema.Draft202012Validator(reference, registry=REGISTRY).validate(value)


def validate_error(error):
    """Checks the error of a response against the published schema."""
    reference = {"$ref": "signalbox:protocol#/$defs/Response%20error"}
    jsonschema.Draft202012Validator(reference, registry=REGISTRY).validate(error)


class Server:
    """The program, and messages that jsonrpcclient creates and reads."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--stdio", *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.notifications = []
        self.request("initialize", {"versions": [1], "client": {"name": "jsonrpcclient"}})

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        text = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def read(self):
        header = self.process.stdout.readline()
        assert header, self.process.stderr.read().decode()
        length = int(re.fullmatch(rb"Content-Length: (\d+)\r\n", header)[1])
        assert self.process.stdout.readline() == b"\r\n"
        return json.loads(self.process.stdout.read(length))

    def post(self, method, params=None):
        message = jsonrpcclient.request(method, params or {})
        self.send(message)
        return message["id"]

    def wait(self, number):
        """Returns the response, and keeps the notifications before it."""
        while True:
            message = self.read()
            if "method" in message:
                validate(message["params"], message["method"], "params")
                self.notifications.append(message)
            elif message["id"] == number:
                if "error" in message:
                    validate_error(message["error"])
                return jsonrpcclient.parse(message)

    def request(self, method, params=None):
        answer = self.wait(self.post(method, params))
        assert isinstance(answer, jsonrpcclient.Ok), answer
        validate(answer.result, method, "result")
        return answer.result

    def end(self):
        """Ends the input. The rest of the output must consist of complete notifications."""
        self.process.stdin.close()
        code = self.process.wait(20)
        rest = self.process.stdout.read()
        while rest:
            length = int(re.match(rb"Content-Length: (\d+)\r\n\r\n", rest)[1])
            start = rest.index(b"{")
            message = json.loads(rest[start : start + length])
            validate(message["params"], message["method"], "params")
            rest = rest[start + length :]
        return code, self.process.stderr.read()


def example(name):
    """Returns the parameters of a request on the protocol page."""
    for line in PAGE.splitlines():
        if line.startswith("{") and f'"method":"{name}"' in line:
            message = json.loads(line)
            if "id" in message and "result" not in message:
                return message["params"]
    raise AssertionError(f"{name} has no example")


def prepared(name, params):
    """Returns the example for the application of these tests."""
    if name in ("scenario/list", "scenario/run", "lint/run"):
        return {"paths": ["shop.scenario.lua"]}
    if name == "explore/run":
        return {"file": "app.lua", "maxDepth": 3}
    if name == "gesture/perform":
        return {"operation": "tap", "text": "Special"}
    return params


def preceding(name):
    """The requests that a method requires."""
    if name == "debug/request":
        return [(name, {"command": "initialize"}), (name, {"command": "attach"})]
    if name != "trace/restore":
        return []
    return [("trace/read", {"from": 0})] + [("script/evaluate", {"text": "app:launch()"})]


@pytest.mark.parametrize("name", REQUESTS)
def test_jsonrpcclient_requests_every_method(project, name):
    server = Server(project, "app.lua")
    if name != "initialize":
        server.request("script/evaluate", {"text": "app:launch()"})
        server.request("state/save", {"name": "start"})
        params = prepared(name, example(name))
        validate(params, name, "params")
        for method, needed in preceding(name):
            server.request(method, needed)
        if name in REJECTED:
            assert server.wait(server.post(name, params)).data["code"] == "badParams"
        else:
            server.request(name, params)
    if name == "shutdown":
        assert server.process.wait(20) == 0
    else:
        assert server.end() == (0, b"")


def test_pygls_requests_every_method(project):
    async def run():
        client = JsonRPCClient()
        received = []
        for name, entry in METHODS.items():
            if entry["sender"] == "server":
                client.feature(name)(lambda params, name=name: received.append(name))
        await client.start_io(PROGRAM, "serve", "--stdio", "app.lua", cwd=str(project))

        async def request(name, params):
            return await client.protocol.send_request_async(name, params)

        await request("initialize", {"versions": [1], "client": {"name": "pygls"}})
        await request("script/evaluate", {"text": "app:launch()"})
        await request("state/save", {"name": "start"})
        for name in REQUESTS:
            if name not in ("initialize", "shutdown"):
                for method, needed in preceding(name):
                    await request(method, needed)
                try:
                    await request(name, prepared(name, example(name)))
                    assert name not in REJECTED
                except JsonRpcInvalidParams:
                    assert name in REJECTED
        await request("shutdown", {})
        await client.stop()
        return received

    received = asyncio.run(run())
    assert {"output/text", "scenario/started", "scenario/finished"} <= set(received)


def test_requests_are_answered_while_scenarios_run(project):
    server = Server(project, "app.lua")
    run = server.post("scenario/run", {"paths": ["slow"]})
    while not any(note["method"] == "scenario/started" for note in server.notifications):
        server.request("ping")
    server.request("state/get")
    assert server.request("scenario/cancel", {"id": run})["isRunning"]
    result = server.wait(run).result
    validate(result, "scenario/run", "result")
    assert result["stop"] == "interrupted"
    assert sum(result["counts"].values()) == 500
    assert server.end() == (0, b"")


@pytest.mark.parametrize(
    "method,params,marker",
    [
        ("scenario/run", {"paths": ["slow"]}, "scenario/started"),
        ("script/evaluate", {"text": "print 'begins' while true do end"}, "begins"),
    ],
)
def test_a_killed_client_leaves_no_process(project, method, params, marker):
    hello = jsonrpcclient.request("initialize", {"versions": [1], "client": {"name": "killed"}})
    messages = [json.dumps(message).encode() for message in (hello, jsonrpcclient.request(method, params))]
    arguments = ["serve", "--stdio", "--timeout", "1h", "app.lua"]
    kill_client(project, arguments, framed(messages), marker)


def test_a_client_that_closes_its_streams_leaves_no_process(project):
    server = Server(project, "app.lua")
    server.post("scenario/run", {"paths": ["slow"]})
    while not any(note["method"] == "scenario/started" for note in server.notifications):
        server.request("ping")
    server.process.stdin.close()
    server.process.stdout.close()
    assert server.process.wait(20) == 0
    wait_for_end(project)


def test_a_killed_server_leaves_no_process(project):
    server = Server(project, "app.lua")
    server.post("scenario/run", {"paths": ["slow"]})
    while not any(note["method"] == "scenario/started" for note in server.notifications):
        server.request("ping")
    server.process.kill()
    server.process.wait(20)
    wait_for_end(project)


def processor_time(process):
    """The processor time of a process in seconds."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_many_messages_do_not_let_the_server_grow(project):
    server = Server(project, "app.lua")
    server.request("script/evaluate", {"text": "app:launch()"})

    def exchange(count):
        for _ in range(count // 20):
            numbers = [server.post("state/get") for _ in range(10)]
            numbers += [server.post("ping") for _ in range(10)]
            waiting = set(numbers)
            while waiting:
                message = server.read()
                waiting.discard(message.get("id"))

    exchange(10_000)
    before, time = heap(server.process.pid), processor_time(server.process)
    exchange(20_000)
    # Less than 32 bytes for each message.
    assert heap(server.process.pid) - before < 20_000 * 32
    # A thousand messages a second, also by a debug build: the time that others use does not count.
    assert processor_time(server.process) - time < 20
    assert server.end() == (0, b"")


HOSTILE = [
    (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "malformed"),
    (b"Content-Length: -1\r\n\r\n", "malformed"),
    (b"Content-Length: 2000000\r\n\r\n" + b" " * 2_000_000, "tooLong"),
    (b"Content-Length: 2\r\n\r\n\xff\xff", "malformed"),
    (b"Content-Length: 4\r\n\r\nnull", "invalidRequest"),
    (b'Content-Length: 30\r\n\r\n{"id":1,"jsonrpc":"2.0","metho', "malformed"),
    (b"Content-Length: 100000\r\n\r\n" + b"[" * 100_000, "malformed"),
    (b'Content-Length: 47\r\n\r\n{"id":9,"jsonrpc":"2.0","method":"nope/nothing"}'[:-1], "malformed"),
    (bytes(range(256)) * 8, "malformed"),
]


@pytest.mark.parametrize("data,code", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_message_affects_no_other_message(project, data, code):
    server = Server(project, "app.lua")
    server.write(data)
    number = server.post("ping")
    codes = []
    while (message := server.read()).get("id") != number:
        if "error" in message:
            validate_error(message["error"])
            codes.append(message["error"]["data"]["code"])
    assert code in codes
    assert message["result"] == {}
    assert server.end() == (0, b"")


def test_an_incomplete_message_ends_with_the_input(project):
    server = Server(project)
    server.write(b'Content-Length: 100\r\n\r\n{"id":1')
    assert server.end() == (0, b"")
