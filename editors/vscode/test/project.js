// A project on the disk, and the extension in a window that shows it.
"use strict";

const childProcess = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { makeModule } = require("./vscode");

const PROGRAM = process.env.SIGNALBOX ?? path.resolve(__dirname, "../../../.build/debug/signalbox");

const APP = `local Shop = coordinator "Shop" {
  routes = {
    list = { title = "List", actions = { "Open", "Help" } },
    product = { args = { id = "integer" } },
    reviews = {},
  },
  links = { ["shop://product/:id"] = function(self, link) self:show(tonumber(link.id)) end },
}
function Shop:start() self.router:startFlow "list" end
function Shop:show(id) self.router:navigate("product", { id = id }) end
function Shop:onOpen() self:show(1) end
function Shop:onHelp() self.router:navigate "reviews" end

application "Shop" { main = "Shop" }
`;

const SCENARIOS = `require "app"

suite "Shop" {
  tags = { "smoke" },
  scenario "a product opens" { function(app)
    app:launch()
    app:tap "Open"
    app:expect { front = "product" }
  end },
  scenario "a link opens a product" { function(app)
    app:launch()
    print "opening"
    app:open "shop://product/7"
    app:expect { front = { "product", id = 8 }, title = "Product" }
  end },
}

scenario "the list looks as before" { function(app)
  app:launch()
  app:snapshot "list"
end }

scenario "help is planned" { todo = "write the help", function(app) app:launch() end }
`;

/** Creates a folder with files: an application with scenarios, and those given. */
function makeProject(files = {}) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "signalbox-vscode-")));
  const all = { "app.lua": APP, "shop.scenario.lua": SCENARIOS, ...files };
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/**
 * Activates the extension for a project, runs a test, and deactivates it.
 * @param {{ files?: Record<string, string>, settings?: Record<string, unknown> }} options
 * @param {(window: any) => Promise<void>} body Receives the stand-in module with the extension and the folder.
 */
async function inWindow({ files, settings }, body) {
  const folder = makeProject(files);
  const vscode = makeModule({ folder, settings: { path: PROGRAM, ...settings } });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  const context = { subscriptions: [] };
  try {
    const extension = await require("../extension").activate(context);
    const [controller] = vscode.shown.controllers;
    await body(Object.assign(vscode, { extension, folder, controller }));
  } finally {
    Module._load = load;
    for (const part of context.subscriptions) part.dispose();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs scenarios with a profile of the Test Explorer, and returns the run. */
async function run(window, kind, include, exclude, token = new window.CancellationTokenSource().token) {
  const profile = window.controller.profiles.find((profile) => profile.kind === window.TestRunProfileKind[kind]);
  await profile.runHandler(new window.TestRunRequest(include, exclude, profile), token);
  return window.controller.runs.at(-1);
}

/** Whether the program has a command. */
const has = (command) => childProcess.spawnSync(PROGRAM, ["--help"], { encoding: "utf8" }).stdout.includes(`\n  ${command} `);

module.exports = { APP, PROGRAM, SCENARIOS, has, inWindow, makeProject, run };
