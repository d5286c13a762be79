// Compares the manifest with the rules of the marketplace and the editor, and with the code.
"use strict";

const assert = require("node:assert/strict");
const childProcess = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { encode, MessageReader } = require("../lib/messages");
const { PROGRAM, inWindow } = require("./project");

const ROOT = path.resolve(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));

/** The categories of the marketplace that an extension may name. */
const CATEGORIES = ["Programming Languages", "Snippets", "Linters", "Themes", "Debuggers", "Formatters", "Keymaps",
  "SCM Providers", "Other", "Extension Packs", "Language Packs", "Data Science", "Machine Learning", "Visualization",
  "Notebooks", "Education", "Testing", "AI", "Chat"];

const commands = manifest.contributes.commands.map(({ command }) => command);

test("the identity, version and engine have the required form", () => {
  assert.match(manifest.name, /^[a-z0-9][a-z0-9-]*$/);
  assert.match(manifest.publisher, /^[a-z0-9][a-z0-9-]*$/i);
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  assert.match(manifest.engines.vscode, /^\^\d+\.\d+\.\d+$/);
  assert.ok(manifest.description.length <= 200);
  assert.deepEqual(manifest.categories.filter((name) => !CATEGORIES.includes(name)), []);
  assert.ok(manifest.keywords.length <= 30);
});

test("the extension has no dependencies and its main file exists", () => {
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.devDependencies, undefined);
  assert.ok(fs.existsSync(path.join(ROOT, manifest.main)));
});

test("the activation events have known forms", () => {
  for (const event of manifest.activationEvents) assert.match(event, /^(workspaceContains|onDebugResolve):\S+$/);
});

test("the code registers exactly the contributed commands and views", () => inWindow({}, async (window) => {
  assert.deepEqual(window.commands.names().sort(), [...commands].sort());
  assert.deepEqual(manifest.contributes.views.test.map(({ id }) => id), [window.shown.tree.id]);
}));

test("menus refer to contributed commands, views and context values", () => {
  const entries = Object.values(manifest.contributes.menus).flat();
  assert.deepEqual(entries.map(({ command }) => command).filter((name) => !commands.includes(name)), []);
  // Commands that need an element are hidden in the palette.
  const hidden = manifest.contributes.menus.commandPalette.map(({ command }) => command);
  const shown = commands.filter((name) => !hidden.includes(name));
  assert.deepEqual(shown, ["refresh", "openPrompt", "openInspector", "openInspectorInBrowser", "setUpCompletion"]
    .map((name) => `signalbox.${name}`));
  for (const { view } of manifest.contributes.viewsWelcome) assert.equal(view, "signalbox.snapshots");
});

test("each setting has a type, a default of this type and a description, and the code reads it", () => {
  const code = fs.readFileSync(path.join(ROOT, "extension.js"), "utf8");
  for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
    assert.match(name, /^signalbox\./);
    assert.equal(typeof setting.default, setting.type);
    assert.ok(setting.description.endsWith("."), name);
    assert.ok(code.includes(`"${name.slice("signalbox.".length)}"`), name);
  }
});

test("the debugger has a valid schema for its arguments", () => {
  const [{ type, languages, configurationAttributes, initialConfigurations }] = manifest.contributes.debuggers;
  assert.deepEqual([type, languages], ["signalbox", ["lua"]]);
  for (const { required, properties } of Object.values(configurationAttributes)) {
    for (const name of required) assert.ok(properties[name]);
  }
  const { launch } = configurationAttributes;
  const known = ["type", "request", "name", ...Object.keys(launch.properties)];
  for (const configuration of initialConfigurations) {
    assert.deepEqual(Object.keys(configuration).filter((name) => !known.includes(name)), []);
  }
});

/** The arguments that the adapter names when it rejects an unknown one. */
function knownArguments(request) {
  const child = childProcess.spawn(PROGRAM, ["dap"], { stdio: ["pipe", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    const reader = new MessageReader((message) => {
      if (message.command !== request) return;
      child.stdin.end();
      resolve(/^\w+ has no argument "unknownArgument".*; it has (.*)$/.exec(message.message)?.[1].split(", "));
    });
    child.stdout.on("data", (bytes) => reader.append(bytes));
    child.stdin.write(encode({ seq: 1, type: "request", command: "initialize", arguments: { adapterID: "signalbox" } }));
    child.stdin.write(encode({ seq: 2, type: "request", command: request, arguments: { unknownArgument: 1 } }));
  });
}

test("the manifest describes each argument of the adapter", async () => {
  const [{ configurationAttributes: { launch, attach } }] = manifest.contributes.debuggers;
  // VS Code adds noDebug when a program runs without debugging.
  const launched = (await knownArguments("launch")).filter((name) => name !== "noDebug");
  assert.deepEqual(Object.keys(launch.properties).sort(), launched.sort());
  assert.deepEqual(Object.keys(attach.properties).sort(), (await knownArguments("attach")).sort());
});

test("the package contains the parts of an extension, and no tests", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "signalbox-vsix-"));
  try {
    const [first, second] = ["a.vsix", "b.vsix"].map((name) => path.join(folder, name));
    for (const file of [first, second]) childProcess.execFileSync(path.join(ROOT, "pack"), ["--output", file]);
    assert.ok(fs.readFileSync(first).equals(fs.readFileSync(second)), "the same files yield the same bytes");
    childProcess.execFileSync("python3", ["-m", "zipfile", "-e", first, folder]);
    const files = fs.readdirSync(folder, { recursive: true }).filter((name) => fs.statSync(path.join(folder, name)).isFile());
    assert.deepEqual(files.sort(), ["[Content_Types].xml", "a.vsix", "b.vsix", "extension.vsixmanifest",
      ...["LICENSE.txt", "README.md", "extension.js", "package.json",
        ...fs.readdirSync(path.join(ROOT, "lib")).map((name) => `lib/${name}`)].map((name) => `extension/${name}`)].sort());
    const xml = fs.readFileSync(path.join(folder, "extension.vsixmanifest"), "utf8");
    assert.match(xml, new RegExp(`<Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}" />`));
    assert.match(xml, new RegExp(`Id="Microsoft.VisualStudio.Code.Engine" Value="\\${manifest.engines.vscode}"`));
    for (const [, asset] of xml.matchAll(/Path="([^"]+)"/g)) assert.ok(files.includes(asset), asset);
    const types = fs.readFileSync(path.join(folder, "[Content_Types].xml"), "utf8");
    const endings = new Set(files.filter((name) => !name.endsWith(".vsix") && name !== "[Content_Types].xml")
      .map((name) => path.extname(name)));
    for (const ending of endings) assert.ok(types.includes(`Extension="${ending}"`), ending);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
