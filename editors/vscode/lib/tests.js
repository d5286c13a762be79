// The Test Explorer of a folder: discovery, runs, debugging and coverage of scenarios.
"use strict";

const path = require("node:path");
const { changedSnapshots, coverageByFile, messages, output } = require("./results");
const { DebuggedRun } = require("./debugging");

/** The scenarios of a folder in the Test Explorer. */
class ScenarioTests {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").WorkspaceFolder} folder
   * @param {import("./server").Server} server
   */
  constructor(vscode, folder, server) {
    this.vscode = vscode;
    this.folder = folder;
    this.server = server;
    /** Receives the snapshots that a scenario has changed. */
    this.onSnapshots = (/** @type {string} */ _scenario, /** @type {any[]} */ _snapshots) => {};
    /** The last recording of each scenario, by identifier. @type {Map<string, string>} */
    this.recordings = new Map();
    /** @private @type {Map<string, import("vscode").TestItem>} */ this.items = new Map();
    /** The declarations of each measured file. @private @type {WeakMap<object, any[]>} */
    this.details = new WeakMap();
    this.controller = vscode.tests.createTestController(
      `signalbox:${folder.uri}`, `Signalbox (${folder.name})`);
    this.controller.refreshHandler = () => this.refresh();
    const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
    const profile = (name, kind, run) => this.controller.createRunProfile(name, kind, run, kind === Run);
    profile("Run", Run, (request, token) => this.run(request, token));
    profile("Debug", Debug, (request, token) => this.debug(request, token));
    const coverage = profile(
      "Run with Coverage", Coverage, (request, token) => this.run(request, token, { measuresCoverage: true }));
    coverage.loadDetailedCoverage = async (_run, file) => this.details.get(file) ?? [];
  }

  dispose() { this.controller.dispose(); }

  // Discovery

  /** Lists the scenarios again. */
  async refresh() {
    try {
      const { scenarios, unloaded } = await this.server.request("scenario/list", {});
      this.fill(scenarios, unloaded ?? []);
    } catch (error) {
      this.report(error);
    }
  }

  /** @private */
  fill(scenarios, unloaded) {
    this.items.clear();
    const files = new Map();
    for (const scenario of scenarios) this.add(scenario, files);
    for (const { path: file, error } of unloaded) {
      const item = this.fileItem(file, files);
      item.error = error?.message ?? String(error);
    }
    this.controller.items.replace([...files.values()]);
  }

  /** @private */
  fileItem(file, files) {
    if (!files.has(file)) files.set(file, this.controller.createTestItem(file, file, this.uri(file)));
    return files.get(file);
  }

  /** @private Adds a scenario below its file and suites. */
  add(scenario, files) {
    let parent = this.fileItem(scenario.file, files);
    let id = `${scenario.file}::`;
    for (const suite of scenario.suites ?? []) {
      id += `${suite} › `;
      let item = parent.children.get(id);
      if (!item) {
        item = this.controller.createTestItem(id, suite, this.uri(scenario.file));
        item.range = this.range(scenario);
        parent.children.add(item);
      }
      parent = item;
    }
    const item = this.controller.createTestItem(scenario.id, scenario.name, this.uri(scenario.file));
    item.range = this.range(scenario);
    item.tags = (scenario.tags ?? []).map((tag) => new this.vscode.TestTag(tag));
    item.description = scenario.skip ?? scenario.todo ?? scenario.fails ?? "";
    this.items.set(scenario.id, item);
    parent.children.add(item);
  }

  /** @private */
  uri(file) { return this.vscode.Uri.file(path.resolve(this.folder.uri.fsPath, file)); }

  /** @private */
  range({ line, column = 1, endLine = line, endColumn = column }) {
    return new this.vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
  }

  /** Returns the item of a scenario. */
  find(/** @type {string} */ id) { return this.items.get(id); }

  // Runs

  /** @private The scenarios of a request. */
  selection(request) {
    const found = new Set();
    const add = (item) => {
      if (this.items.has(item.id)) found.add(item);
      item.children.forEach(add);
    };
    if (request.include) request.include.forEach(add);
    else this.controller.items.forEach(add);
    const remove = (item) => {
      found.delete(item);
      item.children.forEach(remove);
    };
    request.exclude?.forEach(remove);
    return [...found];
  }

  /**
   * Runs scenarios.
   * @param {import("vscode").TestRunRequest} request
   * @param {import("vscode").CancellationToken} token
   * @param {object} options Further parameters of scenario/run.
   */
  async run(request, token, options = {}) {
    const isAll = !request.include && !request.exclude?.length;
    const items = this.selection(request);
    // Files that did not load when the scenarios were listed.
    const files = (request.include ?? []).filter(({ id, children }) => children.size === 0 && !this.items.has(id));
    const paths = [...items, ...files].map(({ id }) => id);
    const run = this.controller.createTestRun(request);
    try {
      if (paths.length === 0 && !isAll) return;
      for (const item of items) run.enqueued(item);
      const params = isAll ? options : { ...options, paths };
      let cancellation;
      const answer = await this.server.request("scenario/run", params, {
        onStart: (id) => {
          cancellation = token.onCancellationRequested(() => {
            this.server.request("scenario/cancel", { id }).catch((error) => this.report(error));
          });
        },
        onNotification: (method, params) => this.receive(run, method, params),
      }).finally(() => cancellation?.dispose());
      this.cover(run, answer.coverage);
      if (answer.stop) run.appendOutput(`the run ended early: ${answer.stop}\r\n`);
    } catch (error) {
      if (error.code !== "cancelled") this.report(error);
      run.appendOutput(`${error.message}\r\n`);
    } finally {
      run.end();
    }
  }

  /** @private */
  receive(run, method, params) {
    if (method === "scenario/started") {
      for (const file of params.unloaded ?? []) {
        const item = this.controller.items.get(file.path)
          ?? this.controller.createTestItem(file.path, file.path, this.uri(file.path));
        this.controller.items.add(item);
        run.errored(item, this.message({
          text: file.error.message, file: file.error.location?.file ?? file.path, line: file.error.location?.line,
        }));
      }
    } else if (method === "scenario/finished") {
      this.finish(run, params.result);
    } else if (method === "output/text") {
      run.appendOutput((params.text ?? "").replace(/\r?\n/g, "\r\n"));
    }
  }

  /** @private */
  finish(run, result) {
    const item = this.items.get(result.scenario.id);
    // The file has changed since the scenarios were listed.
    if (!item) return run.appendOutput(output(result));
    run.appendOutput(output(result), undefined, item);
    if (result.trace) this.recordings.set(item.id, result.trace);
    else this.recordings.delete(item.id);
    this.onSnapshots(item.id, changedSnapshots(result));
    if (["passed", "flaky", "failedAsExpected"].includes(result.status)) {
      run.started(item);
      run.passed(item, result.milliseconds);
    } else if (result.status === "failed") {
      run.started(item);
      run.failed(item, messages(result).map((message) => this.message(message)), result.milliseconds);
    } else {
      run.skipped(item);
    }
  }

  /** @private @param {import("./results").Message} message */
  message({ text, file, line, expected, actual }) {
    const message = expected === undefined
      ? new this.vscode.TestMessage(text)
      : this.vscode.TestMessage.diff(text, expected, actual ?? "");
    if (file) {
      // A range without characters marks the whole line.
      message.location = new this.vscode.Location(this.uri(file), new this.vscode.Position((line ?? 1) - 1, 0));
    }
    return message;
  }

  /** @private Adds the coverage of declarations to a run. */
  cover(run, coverage) {
    for (const [file, declarations] of coverageByFile(coverage)) {
      const details = declarations.map(({ name, line, count }) => new this.vscode.DeclarationCoverage(
        name, count, new this.vscode.Position(line - 1, 0)));
      const total = this.vscode.FileCoverage.fromDetails(this.uri(file), details);
      this.details.set(total, details);
      run.addCoverage(total);
    }
  }

  // Debugging

  /**
   * Debugs scenarios, one after the other.
   * @param {import("vscode").TestRunRequest} request
   * @param {import("vscode").CancellationToken} token
   */
  async debug(request, token) {
    const run = this.controller.createTestRun(request);
    try {
      for (const item of this.selection(request)) {
        if (token.isCancellationRequested) break;
        run.started(item);
        const outcome = await new DebuggedRun(this.vscode, this.folder, item, token).finish();
        if (outcome.isPassed) run.passed(item);
        else run.failed(item, this.message({ text: outcome.text, file: item.uri.fsPath, line: item.range.start.line + 1 }));
      }
    } catch (error) {
      this.report(error);
    } finally {
      run.end();
    }
  }

  /** @private */
  report(error) { this.vscode.window.showErrorMessage(`Signalbox: ${error.message}`); }
}

module.exports = { ScenarioTests };
