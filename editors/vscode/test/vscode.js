// A stand-in for the module "vscode": the part of its interface that the extension uses. It records the
// output of the extension, and simulates the editor: it starts debug adapters, and opens documents.
"use strict";

const childProcess = require("node:child_process");
const { encode, MessageReader } = require("../lib/messages");
const { contributes } = require("../package.json");

class Disposable {
  constructor(dispose) { this.dispose = dispose; }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return new Disposable(() => this.listeners.delete(listener));
    };
  }
  fire(value) { for (const listener of [...this.listeners]) listener(value); }
  dispose() { this.listeners.clear(); }
}

class CancellationTokenSource {
  constructor() {
    const emitter = new EventEmitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: emitter.event };
    this.cancel = () => {
      this.token.isCancellationRequested = true;
      emitter.fire();
    };
  }
}

class Uri {
  constructor(parts) { Object.assign(this, { scheme: "file", path: "", query: "" }, parts); }
  static file(path) { return new Uri({ path }); }
  static from(parts) { return new Uri(parts); }
  get fsPath() { return this.path; }
  /** @param {string} text An address whose parts need no escaping. */
  static parse(text) {
    const { protocol, host, pathname, search } = new URL(text);
    return new Uri({ scheme: protocol.slice(0, -1), authority: host, path: pathname, query: search.slice(1) });
  }
  toString(skipEncoding = false) {
    const authority = this.authority ? `//${this.authority}` : "";
    const query = skipEncoding ? this.query : encodeURIComponent(this.query);
    return `${this.scheme}:${authority}${this.path}${query ? `?${query}` : ""}`;
  }
}

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}

class Range {
  constructor(line, character, endLine, endCharacter) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

class TestMessage {
  constructor(message) { this.message = message; }
  static diff(message, expectedOutput, actualOutput) {
    return Object.assign(new TestMessage(message), { expectedOutput, actualOutput });
  }
}

class FileCoverage {
  static fromDetails(uri, details) {
    const covered = details.filter(({ executed }) => executed).length;
    return Object.assign(new FileCoverage(), { uri, declarationCoverage: { covered, total: details.length } });
  }
}

/** Creates a class whose instances store the arguments of the constructor. */
const record = (...names) => class {
  constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); }
};

/** Items by identifier. */
class Items {
  constructor() { this.map = new Map(); }
  get size() { return this.map.size; }
  add(item) { this.map.set(item.id, item); }
  get(id) { return this.map.get(id); }
  replace(items) { this.map = new Map(items.map((item) => [item.id, item])); }
  forEach(visit) { for (const item of this.map.values()) visit(item); }
}

/** Records a run as a list of [method, item, detail …]. */
class Run {
  constructor(request) { Object.assign(this, { request, calls: [], text: "", coverage: [], isOver: false }); }
  appendOutput(text) { this.text += text; }
  addCoverage(file) { this.coverage.push(file); }
  end() { this.isOver = true; }
}
for (const name of ["enqueued", "started", "passed", "failed", "skipped", "errored"]) {
  Run.prototype[name] = function (item, ...values) { this.calls.push([name, item.id, ...values]); };
}

class Controller {
  constructor(id, label) { Object.assign(this, { id, label, items: new Items(), profiles: [], runs: [] }); }
  createTestItem(id, label, uri) { return { id, label, uri, children: new Items(), tags: [] }; }
  createRunProfile(label, kind, runHandler, isDefault) {
    const profile = { label, kind, runHandler, isDefault };
    this.profiles.push(profile);
    return profile;
  }
  createTestRun(request) {
    const run = new Run(request);
    this.runs.push(run);
    return run;
  }
  dispose() { this.isDisposed = true; }
}

/** Runs debug adapters as the editor does: without breakpoints, to the end. */
class Debug {
  constructor(folders) {
    this.folders = folders;
    this.trackers = new Set();
    this.started = new EventEmitter();
    this.ended = new EventEmitter();
    this.onDidStartDebugSession = this.started.event;
    this.onDidTerminateDebugSession = this.ended.event;
    this.configurations = [];
    /** The arguments of stopDebugging. */ this.stopped = [];
  }
  registerDebugAdapterDescriptorFactory(_type, factory) {
    this.factory = factory;
    return new Disposable(() => {});
  }
  registerDebugConfigurationProvider(_type, provider) {
    this.provider = provider;
    return new Disposable(() => {});
  }
  registerDebugAdapterTrackerFactory(_type, factory) {
    this.trackers.add(factory);
    return new Disposable(() => this.trackers.delete(factory));
  }
  async startDebugging(folder, configuration) {
    this.configurations.push(configuration);
    const session = { configuration, workspaceFolder: folder };
    const { command, args, options } = this.factory.createDebugAdapterDescriptor(session);
    const trackers = [...this.trackers].map((factory) => factory.createDebugAdapterTracker(session)).filter(Boolean);
    const child = childProcess.spawn(command, args, { cwd: options.cwd, stdio: ["pipe", "pipe", "inherit"] });
    // A stopped adapter can end before it has read everything.
    child.stdin.on("error", () => {});
    let last = 0;
    const send = (name, values) =>
      child.stdin.write(encode({ seq: ++last, type: "request", command: name, arguments: values }));
    const started = new Promise((resolve) => {
      const reader = new MessageReader((message) => {
        for (const tracker of trackers) tracker.onDidSendMessage(message);
        if (message.type === "response" && message.command === "initialize") {
          // Listeners can stop the session before the program is launched.
          this.started.fire(session);
          resolve(true);
          if (this.stopped.includes(session)) return;
          const { type, request, name, ...rest } = configuration;
          send("launch", rest);
        }
        if (message.event === "initialized") send("configurationDone", {});
        if (message.event === "stopped") send("continue", { threadId: message.body.threadId });
        if (message.event === "terminated") send("disconnect", {});
      });
      child.stdout.on("data", (bytes) => reader.append(bytes));
    });
    // Other than "exit", "close" follows the last message.
    child.on("close", () => this.ended.fire(session));
    this.stop = () => send("disconnect", { terminateDebuggee: true });
    send("initialize", { adapterID: "signalbox", linesStartAt1: true, columnsStartAt1: true });
    return started;
  }
  async stopDebugging(session) {
    this.stopped.push(session);
    this.stop?.();
  }
}

/**
 * Creates a module for a window.
 * @param {{ folder: string, settings?: Record<string, unknown> }} options
 */
function makeModule({ folder, settings = {} }) {
  const folders = [{ uri: Uri.file(folder), name: "project", index: 0 }];
  const shown = { errors: [], terminals: [], panels: [], documents: [], controllers: [] };
  const commands = new Map();
  const diagnostics = new Map();
  const window = {
    activeTextEditor: undefined,
    createOutputChannel: () => ({ append: (text) => { shown.log = (shown.log ?? "") + text; }, dispose() {} }),
    createTerminal: (options) => {
      shown.terminals.push(options);
      return { show() {} };
    },
    createWebviewPanel: (type, title, column, options) => {
      const disposed = new EventEmitter();
      const panel = {
        type, title, column, options, webview: { html: "" }, onDidDispose: disposed.event, dispose: () => disposed.fire(),
      };
      shown.panels.push(panel);
      return panel;
    },
    registerTreeDataProvider: (id, provider) => {
      shown.tree = { id, provider };
      return new Disposable(() => {});
    },
    showErrorMessage: (text) => { shown.errors.push(text); },
    showWorkspaceFolderPick: async () => folders[0],
  };
  const watchers = [];
  const [changedSettings, changedFolders] = [new EventEmitter(), new EventEmitter()];
  const workspace = {
    workspaceFolders: folders,
    getConfiguration: (section) => ({
      get: (name) => settings[name] ?? contributes.configuration.properties[`${section}.${name}`].default,
    }),
    getWorkspaceFolder: () => folders[0],
    createFileSystemWatcher: () => {
      const events = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
      watchers.push(events);
      const [onDidCreate, onDidChange, onDidDelete] = events.map(({ event }) => event);
      return { onDidCreate, onDidChange, onDidDelete, dispose() {} };
    },
    registerTextDocumentContentProvider: (scheme, provider) => {
      shown.provider = { scheme, provider };
      return new Disposable(() => {});
    },
    onDidChangeWorkspaceFolders: changedFolders.event,
    onDidChangeConfiguration: changedSettings.event,
  };
  return {
    shown, watchers, diagnostics, changedFolders,
    changeSettings: (values) => {
      Object.assign(settings, values);
      changedSettings.fire({ affectsConfiguration: (section) => section === "signalbox" });
    },
    CancellationTokenSource, DebugAdapterExecutable: record("command", "args", "options"),
    DeclarationCoverage: record("name", "executed", "location"), Diagnostic: record("range", "message", "severity"),
    DiagnosticSeverity: { Error: 0, Warning: 1 }, EventEmitter, FileCoverage, Location: record("uri", "position"),
    Position, Range, RelativePattern: record("base", "pattern"), TestMessage, TestTag: record("id"),
    TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 }, TestRunRequest: record("include", "exclude", "profile"),
    TreeItem: record("label"), Uri, ViewColumn: { Beside: -2 },
    commands: {
      registerCommand: (name, run) => {
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
      executeCommand: async (name, ...values) => {
        if (commands.has(name)) return commands.get(name)(...values);
        shown.documents.push([name, ...values]);
      },
      names: () => [...commands.keys()],
    },
    debug: new Debug(folders),
    env: { asExternalUri: async (uri) => uri },
    languages: {
      createDiagnosticCollection: () => ({
        clear: () => diagnostics.clear(), set: (uri, list) => diagnostics.set(uri.fsPath, list), dispose() {},
      }),
    },
    tests: {
      createTestController: (id, label) => {
        if (shown.controllers.some((other) => other.id === id && !other.isDisposed)) throw new Error(`Attempt to insert a duplicate controller with ID "${id}"`);
        const controller = new Controller(id, label);
        shown.controllers.push(controller);
        return controller;
      },
    },
    window, workspace,
  };
}

module.exports = { makeModule };
