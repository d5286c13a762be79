// Debugging with "signalbox dap", the Debug Adapter Protocol on standard streams.
"use strict";

/** The type of debug configurations. */
const TYPE = "signalbox";

let last = 0;

/** A scenario in the debugger, and its outcome. */
class DebuggedRun {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").WorkspaceFolder} folder
   * @param {import("vscode").TestItem} item
   * @param {import("vscode").CancellationToken} token Ends the session.
   */
  constructor(vscode, folder, item, token) {
    this.vscode = vscode;
    this.folder = folder;
    this.item = item;
    this.token = token;
    /** Identifies the session. The adapter ignores arguments that begin with "__". */
    this.number = ++last;
    /** @private @type {number | undefined} */ this.exitCode = undefined;
    /** @private */ this.errors = "";
    /** @private @type {import("vscode").DebugSession | undefined} */ this.session = undefined;
  }

  /**
   * Starts the session and waits for its end.
   * @returns {Promise<{ isPassed: boolean, text: string }>}
   */
  async finish() {
    const { debug } = this.vscode;
    const isOwn = (session) => session.configuration.__signalboxRun === this.number;
    /** @type {import("vscode").Disposable[]} */
    const scope = [];
    try {
      const ended = new Promise((resolve) => {
        scope.push(debug.onDidTerminateDebugSession((session) => isOwn(session) && resolve(undefined)));
      });
      scope.push(
        debug.onDidStartDebugSession((session) => {
          if (!isOwn(session)) return;
          this.session = session;
          if (this.token.isCancellationRequested) debug.stopDebugging(session);
        }),
        debug.registerDebugAdapterTrackerFactory(TYPE, {
          createDebugAdapterTracker: (session) =>
            isOwn(session) ? { onDidSendMessage: (message) => this.receive(message) } : undefined,
        }),
        // Without a session, stopDebugging would end all sessions of the window.
        this.token.onCancellationRequested(() => { if (this.session) debug.stopDebugging(this.session); }));
      if (!await debug.startDebugging(this.folder, this.configuration())) {
        return { isPassed: false, text: "the debugger could not be started" };
      }
      await ended;
    } finally {
      for (const part of scope) part.dispose();
    }
    const text = this.errors.trim()
      || (this.exitCode === undefined ? "the session ended before the scenario" : `exit code ${this.exitCode}`);
    return { isPassed: this.exitCode === 0, text };
  }

  /** @private */
  configuration() {
    const { item } = this;
    return {
      type: TYPE, request: "launch", name: item.label, cwd: this.folder.uri.fsPath,
      program: `${item.uri?.fsPath}:${(item.range?.start.line ?? 0) + 1}`, __signalboxRun: this.number,
    };
  }

  /** @private Reads a message of the adapter. */
  receive(message) {
    if (message.type !== "event") return;
    if (message.event === "exited") this.exitCode = message.body.exitCode;
    if (message.event === "output" && message.body.category === "stderr") this.errors += message.body.output;
  }
}

/**
 * Registers the adapter, and configurations for a file without launch.json.
 * @param {typeof import("vscode")} vscode
 * @param {() => string} program Returns the path of signalbox.
 * @returns {import("vscode").Disposable[]}
 */
function register(vscode, program) {
  return [
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
      createDebugAdapterDescriptor: (session) => new vscode.DebugAdapterExecutable(
        program(), ["dap"], { cwd: session.workspaceFolder?.uri.fsPath }),
    }),
    vscode.debug.registerDebugConfigurationProvider(TYPE, {
      resolveDebugConfiguration: (_folder, configuration) => {
        if (configuration.type) return configuration;
        const editor = vscode.window.activeTextEditor;
        if (editor?.document.languageId !== "lua") {
          vscode.window.showErrorMessage("Signalbox: open a Lua file to debug it, or add a configuration to launch.json");
          return undefined;
        }
        return { type: TYPE, request: "launch", name: "Debug this file", program: editor.document.uri.fsPath };
      },
    }),
  ];
}

module.exports = { DebuggedRun, TYPE, register };
