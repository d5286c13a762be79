// The review of snapshots: the view with those that the last run has changed.
"use strict";

const path = require("node:path");

/** The scheme of documents with the new text of a snapshot. */
const SCHEME = "signalbox-snapshot";

/** The changed snapshots of a folder, each with the text in its file and the new text. */
class SnapshotReview {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").WorkspaceFolder} folder
   */
  constructor(vscode, folder) {
    this.vscode = vscode;
    this.folder = folder;
    /** By scenario. @private @type {Map<string, any[]>} */ this.changed = new Map();
    this.changes = new vscode.EventEmitter();
    this.onDidChange = this.changes.event;
  }

  dispose() { this.changes.dispose(); }

  /** Replaces the changed snapshots of a scenario, after it has run. */
  update(scenario, snapshots) {
    if (snapshots.length > 0) this.changed.set(scenario, snapshots);
    else if (!this.changed.delete(scenario)) return;
    this.changes.fire(undefined);
  }

  /** The changed snapshots. */
  get all() {
    return [...this.changed.values()].flat().map((snapshot) => ({ ...snapshot, review: this }));
  }

  /** Returns the document with the new text of a snapshot. */
  document(snapshot) {
    return this.vscode.Uri.from({ scheme: SCHEME, path: path.resolve(this.folder.uri.fsPath, snapshot.path) });
  }

  /** Shows the difference between a snapshot's file and the new text. */
  async show(snapshot) {
    const { Uri, commands } = this.vscode;
    const now = this.document(snapshot);
    await commands.executeCommand("vscode.diff", Uri.file(now.path), now, `${snapshot.path}: stored ↔ now`);
  }
}

/** The tree of the view, for all folders. */
class SnapshotView {
  /**
   * @param {typeof import("vscode")} vscode
   * @param {() => SnapshotReview[]} reviews
   */
  constructor(vscode, reviews) {
    this.vscode = vscode;
    this.reviews = reviews;
    this.changes = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changes.event;
    this.documents = new vscode.EventEmitter();
    /** The documents whose text has changed. */
    this.onDidChange = this.documents.event;
  }

  refresh() {
    this.changes.fire(undefined);
    for (const snapshot of this.getChildren()) this.documents.fire(snapshot.review.document(snapshot));
  }

  getChildren(element) { return element ? [] : this.reviews().flatMap((review) => review.all); }

  getTreeItem(snapshot) {
    const item = new this.vscode.TreeItem(path.basename(snapshot.path));
    item.description = snapshot.scenario;
    item.tooltip = snapshot.path;
    item.contextValue = "snapshot";
    item.command = { command: "signalbox.showSnapshot", title: "Show Changes", arguments: [snapshot] };
    return item;
  }

  /** Returns the contents of a document with the new text. */
  provideTextDocumentContent(uri) {
    return this.getChildren().find((snapshot) => snapshot.review.document(snapshot).path === uri.path)?.actual ?? "";
  }
}

module.exports = { SCHEME, SnapshotReview, SnapshotView };
