// The process of "signalbox serve --stdio" for a folder, and the requests to it.
"use strict";

const childProcess = require("node:child_process");
const { encode, MessageReader } = require("./messages");

/** An error response of the server, or the reason why there is no response. */
class RequestError extends Error {
  /**
   * @param {string} message
   * @param {string} code The stable code, such as "cancelled".
   * @param {string} [hint]
   */
  constructor(message, code, hint) {
    super(hint ? `${message}; ${hint}` : message);
    this.code = code;
  }
}

/**
 * @typedef {{ resolve: (result: any) => void, reject: (error: Error) => void,
 *   onNotification: (method: string, params: any) => void }} Waiting
 */

/** A server that is started for the first request, and again for the next request after it has ended. */
class Server {
  /**
   * @param {{ program: string, folder: string, arguments?: string[], log?: (text: string) => void }} options
   */
  constructor(options) {
    this.options = options;
    /** @private @type {childProcess.ChildProcess | null} */ this.process = null;
    /** @private @type {Promise<any> | null} */ this.session = null;
    /** @private @type {Map<number, Waiting>} */ this.waiting = new Map();
    /** @private */ this.last = 0;
    /** The end of standard error. @private */ this.messages = "";
  }

  /**
   * Sends a request.
   * @param {string} method
   * @param {object} params
   * @param {{ onNotification?: (method: string, params: any) => void, onStart?: (id: number) => void }} [options]
   *   onNotification receives the notifications of this request; onStart receives its identifier.
   * @returns {Promise<any>} The result.
   * @throws {RequestError}
   */
  async request(method, params, options = {}) {
    if (!this.session) this.session = this.start();
    await this.session;
    return this.send(method, params, options);
  }

  /** Ends the server. Its requests fail. */
  dispose() {
    this.process?.stdin?.end();
    this.fail(new RequestError("the server was stopped", "disconnected"));
  }

  /** @private */
  start() {
    const { program, folder, log } = this.options;
    const child = childProcess.spawn(program, ["serve", "--stdio", ...(this.options.arguments ?? [])], {
      cwd: folder, stdio: ["pipe", "pipe", "pipe"],
    });
    this.process = child;
    this.messages = "";
    const reader = new MessageReader((message) => this.receive(message));
    child.stdout.on("data", (bytes) => {
      try {
        reader.append(bytes);
      } catch (error) {
        child.kill();
        if (this.process === child) this.fail(new RequestError(`the server sent an invalid message: ${error}`, "malformed"));
      }
    });
    child.stderr.on("data", (bytes) => {
      this.messages = (this.messages + bytes).slice(-2000);
      log?.(String(bytes));
    });
    // The end of the process reports the reason.
    child.stdin.on("error", () => {});
    child.on("error", (error) => {
      if (this.process !== child) return;
      this.fail(new RequestError(
        `cannot start "${program}": ${error.message}`, "notStarted",
        "install signalbox, or set signalbox.path to the program"));
    });
    child.on("exit", (code, signal) => {
      if (this.process !== child) return;
      const reason = this.messages.trim().split("\n")[0];
      this.fail(new RequestError(
        `the server ended with ${signal ?? `exit code ${code}`}${reason ? `: ${reason}` : ""}`, "disconnected"));
    });
    return this.send("initialize", { versions: [1], client: { name: "Visual Studio Code" } }, {});
  }

  /** @private @returns {Promise<any>} */
  send(method, params, options) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onNotification: options.onNotification ?? (() => {}) });
      this.process?.stdin?.write(encode({ jsonrpc: "2.0", id, method, params }));
      options.onStart?.(id);
    });
  }

  /** @private */
  receive(message) {
    if (message.method) {
      this.waiting.get(message.params?.id)?.onNotification(message.method, message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    if (!message.error) return waiting.resolve(message.result);
    const { message: text, data } = message.error;
    waiting.reject(new RequestError(text, data?.code ?? "failed", data?.hint));
  }

  /** @private Rejects all requests, so that the next one starts another process. */
  fail(error) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.process = null;
    this.session = null;
    for (const { reject } of waiting) reject(error);
  }
}

module.exports = { RequestError, Server };
