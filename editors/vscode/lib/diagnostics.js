// The findings of "signalbox lint" as diagnostics.
"use strict";

const path = require("node:path");

/** The diagnostics of a folder. */
class LintDiagnostics {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").WorkspaceFolder} folder
   * @param {import("./server").Server} server
   * @param {(text: string) => void} log
   */
  constructor(vscode, folder, server, log) {
    this.vscode = vscode;
    this.folder = folder;
    this.server = server;
    this.log = log;
    this.collection = vscode.languages.createDiagnosticCollection(`signalbox:${folder.name}`);
    /** @private @type {Promise<void> | null} */ this.current = null;
    /** Whether files have changed since the current run began. @private */ this.isStale = false;
  }

  dispose() { this.collection.dispose(); }

  /** Lints the folder. If a run is in progress, lints the folder again after the run. */
  refresh() {
    this.isStale = true;
    this.current ??= this.runAll().finally(() => { this.current = null; });
    return this.current;
  }

  /** @private */
  async runAll() {
    while (this.isStale) {
      this.isStale = false;
      try {
        this.show((await this.server.request("lint/run", {})).findings ?? []);
      } catch (error) {
        this.collection.clear();
        this.log(`lint: ${error.message}\n`);
      }
    }
  }

  /** @private */
  show(findings) {
    /** @type {Map<string, import("vscode").Diagnostic[]>} */
    const files = new Map();
    for (const finding of findings) {
      const file = path.resolve(this.folder.uri.fsPath, finding.file);
      if (!files.has(file)) files.set(file, []);
      files.get(file)?.push(this.diagnostic(finding));
    }
    this.collection.clear();
    for (const [file, list] of files) this.collection.set(this.vscode.Uri.file(file), list);
  }

  /** @private */
  diagnostic({ severity, code, message, hint, line = 1, column = 1 }) {
    const { Diagnostic, DiagnosticSeverity, Range } = this.vscode;
    // VS Code extends an empty range to the word at its position.
    const diagnostic = new Diagnostic(
      new Range(line - 1, column - 1, line - 1, column - 1), hint ? `${message}; ${hint}` : message,
      severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning);
    diagnostic.source = "signalbox";
    diagnostic.code = code;
    return diagnostic;
  }
}

module.exports = { LintDiagnostics };
