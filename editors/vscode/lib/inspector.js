// The page of a running session, in a web view.
"use strict";

const childProcess = require("node:child_process");

/** The line with the address of the page. It opens the page once. */
const ADDRESS = /^http:\/\/127\.0\.0\.1:(\d+)\/\?token=[0-9a-f]{64}$/m;

/**
 * Returns the document of the web view, which can load only the page.
 * @param {URL} address
 */
const html = (address) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; frame-src ${address.origin}">
<title>Inspector</title>
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0; display: block; overflow: hidden; }</style>
</head>
<body><iframe src="${address.href}" title="Inspector" allow="clipboard-write"></iframe></body>
</html>
`;

/** A session of "signalbox inspect" and the panel with its page. Each ends with the other. */
class InspectorPanel {
  /**
   * Starts a session and opens its page.
   * @param {typeof import("vscode")} vscode
   * @param {{ program: string, folder: string, application: string, title: string,
   *   column: import("vscode").ViewColumn, log: (text: string) => void }} options
   * @returns {Promise<InspectorPanel>}
   * @throws {Error} If the session ends before it has a page, or if the page cannot be reached.
   */
  static async open(vscode, options) {
    const session = new InspectorPanel(options);
    try {
      session.show(vscode, await session.reachable(vscode, await session.address()), options);
    } catch (error) {
      session.dispose();
      throw error;
    }
    return session;
  }

  /** @private */
  constructor({ program, folder, application, log }) {
    this.log = log;
    // The process ends with its input, even if the editor is killed.
    this.process = childProcess.spawn(
      program, ["inspect", "--web-view", application], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdin.on("error", () => {});
    /** @private */ this.messages = "";
    this.process.stderr.on("data", (bytes) => {
      this.messages = (this.messages + bytes).slice(-2000);
      log(String(bytes));
    });
    /** @private @type {import("vscode").WebviewPanel | undefined} */ this.panel = undefined;
    /** The end of the process. @type {Promise<void>} */
    this.ended = new Promise((resolve) => {
      this.process.on("error", (error) => {
        this.messages += `cannot start "${program}": ${error.message}`;
        resolve();
      });
      this.process.on("close", () => resolve());
    });
    this.ended.then(() => this.panel?.dispose());
  }

  dispose() { this.process.stdin.end(); }

  /** @private @returns {Promise<string>} The address of the page, which follows the output of scripts. */
  address() {
    let output = "";
    return new Promise((resolve, reject) => {
      this.process.stdout.on("data", (bytes) => {
        const text = String(bytes);
        if (ADDRESS.test(output)) return this.log(text);
        output += text;
        const found = ADDRESS.exec(output);
        if (!found) return;
        // The log does not contain the token.
        this.log(output.replace(found[0], ""));
        resolve(found[0]);
      });
      this.ended.then(() => reject(new Error(
        this.messages.trim().split("\n")[0] || "the inspector ended before it had a page")));
    });
  }

  /**
   * @private Returns the address at which this window reaches the page: VS Code forwards the port of a remote machine.
   * @param {typeof import("vscode")} vscode
   * @param {string} address
   */
  async reachable({ Uri, env }, address) {
    const own = new URL(address);
    // Without true, the separators in the query would be escaped.
    const found = new URL((await env.asExternalUri(Uri.parse(address, true))).toString(true));
    if (found.protocol === "http:" && ["127.0.0.1", "localhost"].includes(found.hostname) && found.port === own.port) {
      return found;
    }
    throw new Error(`the page accepts only 127.0.0.1:${own.port} and localhost:${own.port}, and VS Code forwards it to `
      + `${found.host}; release this port, and open the inspector again`);
  }

  /** @private */
  show(vscode, address, { title, column }) {
    this.panel = vscode.window.createWebviewPanel("signalbox.inspector", title, column, {
      // A hidden page stays, because its address opens it only once.
      enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [],
    });
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.dispose();
    });
    this.panel.webview.html = html(address);
  }
}

module.exports = { InspectorPanel };
