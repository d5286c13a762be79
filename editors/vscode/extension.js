// The extension: what it adds to each folder of the workspace, and its commands.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const debugging = require("./lib/debugging");
const programs = require("./lib/programs");
const { InspectorPanel } = require("./lib/inspector");
const { LintDiagnostics } = require("./lib/diagnostics");
const { Server } = require("./lib/server");
const { SCHEME, SnapshotReview, SnapshotView } = require("./lib/snapshots");
const { ScenarioTests } = require("./lib/tests");

/** The milliseconds after a change in which further changes are awaited. */
const QUIET = 300;

/** The parts of the extension that belong to one folder. */
class Project {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").WorkspaceFolder} folder
   * @param {import("vscode").OutputChannel} output
   */
  constructor(vscode, folder, output) {
    this.vscode = vscode;
    this.folder = folder;
    const log = (text) => output.append(text);
    this.log = log;
    this.server = new Server({ program: this.program, folder: folder.uri.fsPath, log });
    this.tests = new ScenarioTests(vscode, folder, this.server);
    this.diagnostics = new LintDiagnostics(vscode, folder, this.server, log);
    this.review = new SnapshotReview(vscode, folder);
    this.tests.onSnapshots = (scenario, snapshots) => this.review.update(scenario, snapshots);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, "**/*.lua"));
    const changed = (uri) => { if (!uri.path.includes("/.signalbox/")) this.refreshSoon(); };
    watcher.onDidCreate(changed);
    watcher.onDidChange(changed);
    watcher.onDidDelete(changed);
    /** @private @type {{ dispose: () => void }[]} */
    this.parts = [watcher, this.tests, this.diagnostics, this.review, this.server];
    /** @private @type {NodeJS.Timeout | undefined} */ this.timer = undefined;
    /** @private @type {{ dispose: () => void } | undefined} */ this.definitions = undefined;
    /** The running inspectors. @type {Set<InspectorPanel>} */ this.inspectors = new Set();
  }

  get settings() { return this.vscode.workspace.getConfiguration("signalbox", this.folder.uri); }
  get program() { return this.settings.get("path") || "signalbox"; }
  get path() { return this.folder.uri.fsPath; }
  /** The column of web views. @private */
  get column() { return this.vscode.ViewColumn.Beside; }

  dispose() {
    clearTimeout(this.timer);
    this.definitions?.dispose();
    for (const inspector of this.inspectors) inspector.dispose();
    for (const part of this.parts) part.dispose();
  }

  /** Lists the scenarios and lints the files. */
  async refresh() {
    await Promise.all([this.tests.refresh(), this.diagnostics.refresh()]);
  }

  /** Keeps the definitions current, if the project has them. */
  watchDefinitions() {
    if (!this.settings.get("updateDefinitions") || !fs.existsSync(path.join(this.path, programs.DEFINITIONS))) return;
    this.definitions?.dispose();
    this.definitions = programs.watchDefinitions(
      this.program, this.path, [...this.applications, "."], this.log);
  }

  /** Writes the definitions, and lets the language server find them. */
  async setUpCompletion() {
    await programs.execute(
      this.program, ["lua-types", "--output", programs.DEFINITIONS, ...this.applications, "."], this.path);
    await programs.configureLanguageServer(this.path);
    this.watchDefinitions();
  }

  /** The file of the application, if it exists. @private */
  get applications() {
    const file = this.settings.get("application") || "app.lua";
    return fs.existsSync(path.join(this.path, file)) ? [file] : [];
  }

  /**
   * The file of the application.
   * @throws {Error} If there is none.
   */
  get application() {
    const [file] = this.applications;
    if (file) return file;
    throw new Error(
      `there is no ${this.settings.get("application") || "app.lua"} in ${this.folder.name}; `
      + "set signalbox.application to the script that defines the application");
  }

  /**
   * Opens a terminal in which a command loads the application. It ends with the terminal.
   * @param {"repl" | "inspect"} command
   */
  openTerminal(command) {
    this.vscode.window.createTerminal({
      name: `Signalbox ${command}`, cwd: this.path, shellPath: this.program,
      shellArgs: [command, this.application],
    }).show();
  }

  /** Opens the inspector with the application in a web view. */
  async openInspector() {
    const inspector = await InspectorPanel.open(this.vscode, {
      program: this.program, folder: this.path, application: this.application,
      title: `Inspector (${this.folder.name})`, column: this.column, log: this.log,
    });
    this.inspectors.add(inspector);
    inspector.ended.then(() => this.inspectors.delete(inspector));
  }

  /**
   * Shows the recording of a scenario's last run.
   * @param {import("vscode").TestItem} item
   */
  async showRecording(item) {
    const recording = this.tests.recordings.get(item.id);
    if (!recording) throw new Error(`"${item.label}" has no recording; only failed scenarios have recordings`);
    const page = await programs.recordingPage(this.program, recording, this.path);
    const panel = this.vscode.window.createWebviewPanel(
      "signalbox.recording", item.label, this.column,
      // The page contains its data. Its policy allows its own scripts by their hashes, and no requests.
      { enableScripts: true, localResourceRoots: [] });
    panel.webview.html = page;
  }

  /** @private */
  refreshSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), QUIET);
  }
}

/** The extension in one window. */
class Extension {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").ExtensionContext} context
   */
  constructor(vscode, context) {
    this.vscode = vscode;
    this.output = vscode.window.createOutputChannel("Signalbox");
    /** By folder. @type {Map<string, Project>} */ this.projects = new Map();
    this.view = new SnapshotView(vscode, () => [...this.projects.values()].map((project) => project.review));
    const { commands, window, workspace } = vscode;
    const command = (name, run) => commands.registerCommand(`signalbox.${name}`, (...values) => this.perform(run, values));
    context.subscriptions.push(
      this.output, { dispose: () => this.dispose() },
      command("refresh", () => Promise.all([...this.projects.values()].map((project) => project.refresh()))),
      command("openPrompt", async () => (await this.chosen())?.openTerminal("repl")),
      command("openInspector", async () => (await this.chosen())?.openInspector()),
      command("openInspectorInBrowser", async () => (await this.chosen())?.openTerminal("inspect")),
      command("setUpCompletion", async () => (await this.chosen())?.setUpCompletion()),
      command("showRecording", (item) => this.owner(item)?.showRecording(item)),
      command("showSnapshot", (snapshot) => snapshot.review.show(snapshot)),
      command("acceptSnapshot", (snapshot) => this.accept(snapshot)),
      command("rejectSnapshot", (snapshot) => snapshot.review.update(snapshot.scenario, [])),
      window.registerTreeDataProvider("signalbox.snapshots", this.view),
      workspace.registerTextDocumentContentProvider(SCHEME, this.view),
      workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const folder of removed) this.remove(folder);
        for (const folder of added) this.add(folder);
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("signalbox")) this.restart();
      }),
      ...debugging.register(vscode, () => this.current?.program ?? "signalbox"));
  }

  /** Adds the folders of the workspace. */
  async start() {
    await Promise.all((this.vscode.workspace.workspaceFolders ?? []).map((folder) => this.add(folder)));
  }

  dispose() {
    for (const project of this.projects.values()) project.dispose();
    this.projects.clear();
  }

  /** @private */
  async add(folder) {
    const project = new Project(this.vscode, folder, this.output);
    project.review.onDidChange(() => this.view.refresh());
    this.projects.set(folder.uri.toString(), project);
    project.watchDefinitions();
    await project.refresh();
  }

  /** @private */
  remove(folder) {
    this.projects.get(folder.uri.toString())?.dispose();
    this.projects.delete(folder.uri.toString());
    this.view.refresh();
  }

  /** @private Uses changed settings. */
  restart() {
    for (const { folder } of [...this.projects.values()]) {
      this.remove(folder);
      this.add(folder);
    }
  }

  /** @private Writes the new text of a scenario's snapshots, by running it again. */
  async accept(snapshot) {
    const project = [...this.projects.values()].find(({ review }) => review === snapshot.review);
    const item = project?.tests.find(snapshot.scenario);
    if (!project || !item) throw new Error(`"${snapshot.scenario}" no longer exists; run the scenarios again`);
    const { CancellationTokenSource, TestRunRequest } = this.vscode;
    await project.tests.run(new TestRunRequest([item]), new CancellationTokenSource().token, { snapshots: "changed" });
  }

  /** The project of the active editor, or the first one. @private */
  get current() {
    const document = this.vscode.window.activeTextEditor?.document;
    const folder = document && this.vscode.workspace.getWorkspaceFolder(document.uri);
    return (folder && this.projects.get(folder.uri.toString())) ?? [...this.projects.values()][0];
  }

  /** @private @returns {Promise<Project | undefined>} The project that the user means; undefined if they cancel. */
  async chosen() {
    if (this.projects.size === 0) throw new Error("open a folder with scenarios first");
    if (this.projects.size === 1) return this.current;
    const folder = await this.vscode.window.showWorkspaceFolderPick();
    return folder && this.projects.get(folder.uri.toString());
  }

  /** @private The project of a test item. */
  owner(item) {
    return [...this.projects.values()].find(({ tests }) => item && tests.find(item.id) === item);
  }

  /** @private Runs a command, and shows its error. */
  async perform(run, values) {
    try {
      return await run(...values);
    } catch (error) {
      this.vscode.window.showErrorMessage(`Signalbox: ${error.message}`);
    }
  }
}

/** @param {import("vscode").ExtensionContext} context */
async function activate(context) {
  const extension = new Extension(require("vscode"), context);
  await extension.start();
  return extension;
}

module.exports = { activate, deactivate() {} };
