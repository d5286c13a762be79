// The extension with a real "signalbox serve" and a stand-in for the module "vscode".
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { APP, PROGRAM, SCENARIOS, has, inWindow, run } = require("./project");

const IDS = ["shop.scenario.lua::Shop › a product opens", "shop.scenario.lua::Shop › a link opens a product",
  "shop.scenario.lua::the list looks as before", "shop.scenario.lua::help is planned"];

/** The tree of items, as text. */
const tree = (items) => [...items.map.values()].map((item) =>
  (item.children.size ? [item.label, tree(item.children)] : item.label));

const lines = (item) => [item.range.start.line + 1, item.range.start.character + 1, item.range.end.line + 1];

test("scenarios are listed by file and suite, with ranges, tags and reasons", () => inWindow({}, async (window) => {
  assert.deepEqual(tree(window.controller.items), [["shop.scenario.lua", [
    ["Shop", ["a product opens", "a link opens a product"]], "the list looks as before", "help is planned"]]]);
  const [product, , , planned] = IDS.map((id) => window.extension.projects.values().next().value.tests.find(id));
  assert.deepEqual(lines(product), [5, 3, 9]);
  assert.deepEqual(product.tags.map(({ id }) => id), ["smoke"]);
  assert.equal(planned.description, "write the help");
  assert.deepEqual(window.shown.errors, []);
}));

test("a run reports results, differences at their lines, steps and output", () => inWindow({}, async (window) => {
  const { calls, text, isOver } = await run(window, "Run");
  assert.equal(isOver, true);
  assert.deepEqual(calls.filter(([name]) => name !== "enqueued" && name !== "started").map(([name, id]) => [name, id]).sort(), [
    ["failed", IDS[1]], ["passed", IDS[0]], ["passed", IDS[2]], ["skipped", IDS[3]]]);
  const messages = calls.find(([name]) => name === "failed")[2];
  assert.deepEqual(messages.map(({ location, expectedOutput, actualOutput }) =>
    [location.position.line + 1, expectedOutput, actualOutput]), [
    [14, '{ "product", id = 8 }', '{ "product", id = 7 }'], [14, '"Product"', '"product"']]);
  assert.match(messages[0].message,
    /^front: expected \{ "product", id = 8 \}, actual \{ "product", id = 7 \} \(product was pushed in step 2\)\n\nShop /);
  assert.equal(path.basename(messages[0].location.uri.fsPath), "shop.scenario.lua");
  assert.match(text, /a link opens a product: failed\r\nopening\r\n +1 {2}launch .*\r\n/);
}));

test("selected items run, without the excluded ones", () => inWindow({}, async (window) => {
  const suite = window.controller.items.get("shop.scenario.lua").children.get("shop.scenario.lua::Shop › ");
  const { calls } = await run(window, "Run", [suite], [suite.children.get(IDS[1])]);
  assert.deepEqual(calls.map(([name, id]) => [name, id]),
    [["enqueued", IDS[0]], ["started", IDS[0]], ["passed", IDS[0]]]);
}));

test("coverage marks each declaration with its count", () => inWindow({}, async (window) => {
  const result = await run(window, "Coverage");
  const [file] = result.coverage;
  assert.equal(result.coverage.length, 1);
  assert.equal(path.basename(file.uri.fsPath), "app.lua");
  const profile = window.controller.profiles.find(({ kind }) => kind === window.TestRunProfileKind.Coverage);
  const details = await profile.loadDetailedCoverage(result, file);
  assert.deepEqual(details.map(({ name, executed, location }) => [location.line + 1, name, executed]), [
    [3, 'action Shop.list "Help"', 0], [3, 'action Shop.list "Open"', 1], [3, "route Shop.list", 3],
    [4, "route Shop.product", 2], [5, "route Shop.reviews", 0], [7, "link shop://product/:id", 1],
    [11, "transition Shop.list → product", 2], [12, "transition Shop.list → reviews", 0]]);
  assert.deepEqual(file.declarationCoverage, { covered: 5, total: 8 });
}));

test("cancellation ends a run, and keeps the results", () => inWindow({ files: {
  "signalbox.lua": "return { test = { shuffle = false } }\n",
  "slow.scenario.lua": `scenario "first" { function() end }
scenario "endless" { timeout = "2m", function() while true do end end }
` } }, async (window) => {
  const source = new window.CancellationTokenSource();
  const file = window.controller.items.get("slow.scenario.lua");
  const running = run(window, "Run", [file], undefined, source.token);
  const [current] = window.controller.runs;
  const { passed } = current;
  current.passed = function (...values) {
    passed.apply(this, values);
    source.cancel();
  };
  const { calls, text } = await running;
  assert.deepEqual(calls.filter(([name]) => name !== "enqueued").map(([name, id]) => [name, id]), [
    ["started", "slow.scenario.lua::first"], ["passed", "slow.scenario.lua::first"],
    ["skipped", "slow.scenario.lua::endless"]]);
  assert.match(text, /the run ended early: interrupted/);
  assert.deepEqual(window.shown.errors, []);
}));

test("files that do not load are errors at their lines", () => inWindow({ files: {
  "broken.scenario.lua": 'require "app"\nscenario "a" { function(app) app:launch( end }\n',
} }, async (window) => {
  const file = window.controller.items.get("broken.scenario.lua");
  assert.match(file.error, /unexpected symbol near 'end'/);
  for (const include of [undefined, [file]]) {
    const { calls } = await run(window, "Run", include);
    const [, id, message] = calls.find(([name]) => name === "errored");
    assert.equal(id, "broken.scenario.lua");
    assert.equal(message.location.position.line, 1);
    assert.equal(calls.some(([name]) => name === "passed"), !include);
  }
}));

test("a changed snapshot is compared, kept or accepted", () => inWindow({ files: {
  "snapshots/shop/the-list-looks-as-before--list.txt": "old\n" } }, async (window) => {
  const stored = path.join(window.folder, "snapshots/shop/the-list-looks-as-before--list.txt");
  const { tree: { provider }, provider: { provider: documents } } = window.shown;
  const changed = async () => {
    await run(window, "Run");
    return provider.getChildren();
  };
  const [snapshot] = await changed();
  assert.equal(snapshot.path, "snapshots/shop/the-list-looks-as-before--list.txt");
  assert.equal(provider.getTreeItem(snapshot).label, "the-list-looks-as-before--list.txt");
  await window.commands.executeCommand("signalbox.showSnapshot", snapshot);
  const [[name, left, right]] = window.shown.documents;
  assert.deepEqual([name, left.fsPath], ["vscode.diff", stored]);
  assert.match(documents.provideTextDocumentContent(right), /^┌─+┐\n│ +List +│\n/);

  await window.commands.executeCommand("signalbox.rejectSnapshot", snapshot);
  assert.deepEqual(provider.getChildren(), []);
  assert.equal(fs.readFileSync(stored, "utf8"), "old\n");

  const [again] = await changed();
  await window.commands.executeCommand("signalbox.acceptSnapshot", again);
  assert.deepEqual(provider.getChildren(), []);
  assert.equal(fs.readFileSync(stored, "utf8"), snapshot.actual);
  assert.deepEqual(window.shown.errors, []);
}));

test("lint findings are diagnostics, and disappear with their cause", () => inWindow({ files: {
  "typo.scenario.lua": 'require "app"\nscenario "a" { function(app)\n  app:lunch()\nend }\n',
} }, async (window) => {
  const found = () => [...window.diagnostics].map(([file, list]) => [path.basename(file),
    list.map(({ range, message, severity, code }) => [range.start.line + 1, range.start.character + 1, message, severity, code])]);
  assert.deepEqual(found(), [["typo.scenario.lua",
    [[3, 7, 'app has no "lunch"; did you mean "launch"?', 0, "unknownMember"]]]]);
  fs.rmSync(path.join(window.folder, "typo.scenario.lua"));
  await window.commands.executeCommand("signalbox.refresh");
  assert.deepEqual(found(), []);
}));

test("a changed file is listed again", () => inWindow({}, async (window) => {
  const [[, changed]] = window.watchers;
  fs.writeFileSync(path.join(window.folder, "shop.scenario.lua"), SCENARIOS.replace("help is planned", "help is later"));
  const { tests } = window.extension.projects.values().next().value;
  const refreshed = new Promise((resolve) => {
    const { refresh } = tests;
    tests.refresh = async function () { resolve(refresh.call(this)); };
  });
  changed.fire(window.Uri.file(path.join(window.folder, ".signalbox/library/signalbox.d.lua")));
  changed.fire(window.Uri.file(path.join(window.folder, "shop.scenario.lua")));
  await refreshed;
  assert.ok(tests.find("shop.scenario.lua::help is later"));
  assert.equal(tests.find(IDS[3]), undefined);
}));

test("a failure's recording is a page with a strict policy", () => inWindow({}, async (window) => {
  await run(window, "Run");
  const { tests } = window.extension.projects.values().next().value;
  await window.commands.executeCommand("signalbox.showRecording", tests.find(IDS[1]));
  const [{ title, webview, options }] = window.shown.panels;
  assert.equal(title, "a link opens a product");
  assert.deepEqual(options, { enableScripts: true, localResourceRoots: [] });
  assert.match(webview.html, /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
  assert.ok(!webview.html.includes("connect-src"));
  await window.commands.executeCommand("signalbox.showRecording", tests.find(IDS[0]));
  assert.deepEqual(window.shown.errors, ['Signalbox: "a product opens" has no recording; only failed scenarios have recordings']);
}));

test("the prompt and the inspector for a browser open in terminals", () => inWindow({}, async (window) => {
  await window.commands.executeCommand("signalbox.openPrompt");
  await window.commands.executeCommand("signalbox.openInspectorInBrowser");
  assert.deepEqual(window.shown.terminals.map(({ shellArgs, cwd }) => [shellArgs, cwd]), [
    [["repl", "app.lua"], window.folder], [["inspect", "app.lua"], window.folder]]);
}));

test("the inspector is a web view that loads only its page, and ends with it", () => inWindow({}, async (window) => {
  await window.commands.executeCommand("signalbox.openInspector");
  assert.deepEqual(window.shown.errors, []);
  const [panel] = window.shown.panels;
  assert.equal(panel.title, "Inspector (project)");
  assert.deepEqual(panel.options, { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
  const [, address, origin] = /<iframe src="((http:\/\/127\.0\.0\.1:\d+)\/\?token=[0-9a-f]{64})"/.exec(panel.webview.html);
  assert.match(panel.webview.html, new RegExp(
    `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; frame-src ${origin}">`));
  const reply = await fetch(address);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-security-policy"), "frame-ancestors vscode-webview: vscode-file:");
  assert.equal(reply.headers.get("x-frame-options"), null);
  assert.match(await reply.text(), /<title>Shop\b/);
  assert.ok(!(window.shown.log ?? "").includes("token="));

  const { inspectors } = window.extension.projects.values().next().value;
  const [{ ended, process }] = inspectors;
  panel.dispose();
  await ended;
  assert.equal(process.exitCode, 0);
  assert.equal(inspectors.size, 0);
}));

test("the web view of the inspector closes when the session ends", () => inWindow({}, async (window) => {
  await window.commands.executeCommand("signalbox.openInspector");
  const closed = new Promise((resolve) => window.shown.panels[0].onDidDispose(resolve));
  const [{ process }] = window.extension.projects.values().next().value.inspectors;
  process.kill("SIGKILL");
  await closed;
}));

test("an inspector that cannot be shown explains why, and its process ends", () => inWindow({ files: {
  "broken.lua": "coordinatr()\n" }, settings: { application: "broken.lua" } }, async (window) => {
  await window.commands.executeCommand("signalbox.openInspector");
  window.changeSettings({ application: "app.lua" });
  const { Uri, env } = window;
  env.asExternalUri = async () => Uri.parse("https://page.example/?token=1");
  await window.commands.executeCommand("signalbox.openInspector");
  assert.match(window.shown.errors[0], /coordinatr/);
  assert.match(window.shown.errors[1], new RegExp("^Signalbox: the page accepts only 127\\.0\\.0\\.1:(\\d+) and localhost:\\1, "
    + "and VS Code forwards it to page\\.example; release this port, and open the inspector again$"));
  assert.deepEqual(window.shown.panels, []);
}));

test("without an application, the prompt explains which setting it needs", () => inWindow({
  settings: { application: "main.lua" } }, async (window) => {
  await window.commands.executeCommand("signalbox.openPrompt");
  assert.deepEqual(window.shown.errors, [
    "Signalbox: there is no main.lua in project; set signalbox.application to the script that defines the application"]);
}));

test("completion is set up with the names of the project", () => inWindow({ files: {
  ".luarc.json": '{ "diagnostics.globals": ["x"] }' } }, async (window) => {
  await window.commands.executeCommand("signalbox.setUpCompletion");
  assert.deepEqual(window.shown.errors, []);
  assert.deepEqual(JSON.parse(fs.readFileSync(path.join(window.folder, ".luarc.json"), "utf8")),
    { "diagnostics.globals": ["x"], "workspace.library": [".signalbox/library"] });
  const definitions = fs.readFileSync(path.join(window.folder, ".signalbox/library/signalbox.d.lua"), "utf8");
  assert.match(definitions, /^---@alias signalbox.RouteName "list"\|"product"\|"reviews"$/m);
}));

test("definitions follow changes, until the editor ends", () => inWindow({}, async (window) => {
  await window.commands.executeCommand("signalbox.setUpCompletion");
  const { definitions: { process } } = window.extension.projects.values().next().value;
  let messages = "";
  const wrote = () => new Promise((resolve) => {
    const read = (text) => {
      messages += text;
      if (!/wrote .*signalbox\.d\.lua\n/.test(messages)) return;
      messages = "";
      process.stderr.off("data", read);
      resolve(undefined);
    };
    process.stderr.on("data", read);
  });
  await wrote();
  const again = wrote();
  fs.writeFileSync(path.join(window.folder, "app.lua"), APP.replace("reviews = {}", "ratings = {}"));
  await again;
  assert.match(fs.readFileSync(path.join(window.folder, ".signalbox/library/signalbox.d.lua"), "utf8"), /"ratings"/);
  const ended = new Promise((resolve) => process.on("exit", resolve));
  process.stdin.destroy();
  assert.equal(await ended, 0);
}));

test("settings of the language server with comments are not changed", () => inWindow({ files: {
  ".luarc.json": "{ // mine\n}" } }, async (window) => {
  await window.commands.executeCommand("signalbox.setUpCompletion");
  assert.match(window.shown.errors[0], /^Signalbox: \.luarc\.json is not plain JSON .*; add "workspace\.library": /);
  assert.equal(fs.readFileSync(path.join(window.folder, ".luarc.json"), "utf8"), "{ // mine\n}");
}));

test("a program that cannot be started is reported once, with the setting", () => inWindow({
  settings: { path: "/missing/signalbox" } }, async (window) => {
  assert.deepEqual(window.shown.errors, ['Signalbox: cannot start "/missing/signalbox": '
    + "spawn /missing/signalbox ENOENT; install signalbox, or set signalbox.path to the program"]);
}));

test("a server that was killed is started again for the next request", () => inWindow({}, async (window) => {
  const { server, tests } = window.extension.projects.values().next().value;
  const ended = new Promise((resolve) => server.process.on("exit", resolve));
  server.process.kill("SIGKILL");
  await ended;
  await tests.refresh();
  assert.ok(tests.find(IDS[0]));
  assert.deepEqual(window.shown.errors, []);
}));

test("the debugger runs a scenario, and its exit code is the result", {
  skip: !has("dap") && "the program has no debug adapter" }, () => inWindow({}, async (window) => {
  const { tests } = window.extension.projects.values().next().value;
  const { calls } = await run(window, "Debug", [tests.find(IDS[0]), tests.find(IDS[1])]);
  assert.deepEqual(calls.map(([name, id]) => [name, id]), [
    ["started", IDS[0]], ["passed", IDS[0]], ["started", IDS[1]], ["failed", IDS[1]]]);
  assert.match(calls[3][2].message, /expected/);
  assert.deepEqual(window.debug.configurations.map(({ type, request, program, cwd }) => [type, request, program, cwd]),
    [5, 10].map((line) => ["signalbox", "launch", `${path.join(window.folder, "shop.scenario.lua")}:${line}`, window.folder]));
}));

test("a cancelled debug run ends only its session, and starts no other", () => inWindow({}, async (window) => {
  const { tests } = window.extension.projects.values().next().value;
  const source = new window.CancellationTokenSource();
  /** @type {any[]} */ const sessions = [];
  // This listener is called before the one of the run, which does not know its session yet.
  window.debug.onDidStartDebugSession((session) => {
    sessions.push(session);
    source.cancel();
  });
  const { calls, isOver } = await run(window, "Debug", [tests.find(IDS[0]), tests.find(IDS[1])], undefined, source.token);
  assert.deepEqual(calls.map(([name, id]) => [name, id]), [["started", IDS[0]], ["failed", IDS[0]]]);
  assert.equal(calls[1][2].message, "the session ended before the scenario");
  assert.equal(isOver, true);
  assert.equal(sessions.length, 1);
  assert.deepEqual(window.debug.stopped, sessions);
}));

test("changed settings start the program again", () => inWindow({ settings: { path: "/missing/signalbox" } }, async (window) => {
  assert.equal(window.shown.errors.length, 1);
  window.changeSettings({ path: PROGRAM });
  const { tests } = window.extension.projects.values().next().value;
  await tests.refresh();
  assert.ok(tests.find(IDS[0]));
  assert.equal(window.shown.errors.length, 1);
}));

test("the scenarios of a folder disappear with it, and its server ends", () => inWindow({}, async (window) => {
  const { server, folder } = window.extension.projects.values().next().value;
  const ended = new Promise((resolve) => server.process.on("exit", resolve));
  window.changedFolders.fire({ added: [], removed: [folder] });
  assert.equal(window.extension.projects.size, 0);
  assert.equal(await ended, 0);
  await window.commands.executeCommand("signalbox.openPrompt");
  assert.deepEqual(window.shown.errors, ["Signalbox: open a folder with scenarios first"]);
}));

test("two folders with the same name have their own scenarios", () => inWindow({}, async (window) => {
  const { folder, tests } = window.extension.projects.values().next().value;
  const inner = path.join(window.folder, "inner");
  fs.cpSync(path.join(window.folder, "app.lua"), path.join(inner, "app.lua"));
  window.changedFolders.fire({ added: [{ name: folder.name, uri: window.Uri.file(inner) }], removed: [] });
  const [first, second] = window.shown.controllers;
  assert.equal(window.extension.projects.size, 2);
  assert.equal(first, tests.controller);
  assert.notEqual(first.id, second.id);
  assert.deepEqual(window.shown.errors, []);
}));

test("a configuration of launch.json is used as it is", () => inWindow({}, async (window) => {
  const configuration = { type: "signalbox", request: "attach", name: "running session", session: "shop" };
  assert.equal(window.debug.provider.resolveDebugConfiguration(undefined, configuration), configuration);
}));

test("a file is debugged without a configuration", () => inWindow({}, async (window) => {
  const { provider } = window.debug;
  assert.equal(provider.resolveDebugConfiguration(undefined, {}), undefined);
  const uri = window.Uri.file(path.join(window.folder, "shop.scenario.lua"));
  window.window.activeTextEditor = { document: { languageId: "lua", uri } };
  assert.deepEqual(provider.resolveDebugConfiguration(undefined, {}),
    { type: "signalbox", request: "launch", name: "Debug this file", program: uri.fsPath });
}));
