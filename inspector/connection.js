// A connection to a running session: JSON-RPC 2.0 over a WebSocket (docs/reference/protocol.md).

/** @typedef {"connecting" | "open" | "lost" | "ended"} ConnectionState */

/** An error response of the session. */
export class RequestError extends Error {
  /** @param {{ message: string, data?: { code?: string, hint?: string } }} error */
  constructor(error) {
    super(error.data?.hint ? `${error.message}; ${error.data.hint}` : error.message);
    this.code = error.data?.code ?? "";
  }
}

/**
 * The times between attempts to reconnect, in milliseconds. After the last attempt, the user
 * decides.
 */
const pauses = [250, 500, 1000, 2000, 4000, 8000];

/** A connection that is re-established when it is lost. */
export class Connection {
  /**
   * @param {string} address Of the WebSocket.
   * @param {string} token
   * @param {{ name?: string, onState: (state: ConnectionState, reason: string) => void,
   *   onNotification: (method: string, params: any) => void }} host
   */
  constructor(address, token, host) {
    this.address = address;
    this.token = token;
    this.host = host;
    /** @private @type {WebSocket | null} */ this.socket = null;
    /** @private @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
    this.requests = new Map();
    /** @private */ this.lastRequest = 0;
    /** @private */ this.attempts = 0;
    /** @private */ this.reason = "";
    /** Whether the session has accepted this client. */
    this.isOpen = false;
    /** Whether the session has ended or has rejected this client. */
    this.isOver = false;
  }

  /** Connects, including after a lost connection. */
  open() {
    this.attempts = 0;
    this.isOver = false;
    this.connect();
  }

  /** @private */
  connect() {
    if (this.socket) return;
    this.host.onState("connecting", "");
    const socket = this.socket = new WebSocket(this.address);
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => this.lose();
    socket.onopen = () => {
      this.request("initialize", {
        client: { name: this.host.name ?? "inspector" }, token: this.token, versions: [1],
      }).then((result) => {
        this.attempts = 0;
        this.isOpen = true;
        this.server = result.server;
        this.host.onState("open", "");
      }, (error) => {
        this.isOver = true;
        this.reason = error.message;
        socket.close();
      });
    };
  }

  /**
   * Sends a request.
   *
   * @param {string} method
   * @param {any} [params]
   * @returns {Promise<any>} The result.
   */
  request(method, params = {}) { return this.post(method, params).answer; }

  /**
   * Sends a request whose notifications contain the number of the request.
   *
   * @param {string} method
   * @param {any} [params]
   * @returns {{ id: number, answer: Promise<any> }}
   */
  post(method, params = {}) {
    const id = this.lastRequest += 1;
    const answer = new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Error("there is no connection to the session"));
        return;
      }
      this.requests.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
    return { id, answer };
  }

  /**
   * @private
   * @param {any} message
   */
  take(message) {
    if (message.method) {
      this.host.onNotification(message.method, message.params ?? {});
      return;
    }
    if (message.id === null || message.id === undefined) {
      // This is the last message of a connection that the session ends.
      this.reason = message.error?.message ?? "";
      this.isOver = ["disconnected", "badToken"].includes(message.error?.data?.code);
      return;
    }
    const request = this.requests.get(message.id);
    this.requests.delete(message.id);
    if (message.error) request?.reject(new RequestError(message.error));
    else request?.resolve(message.result);
  }

  /** @private */
  lose() {
    this.socket = null;
    this.isOpen = false;
    for (const request of this.requests.values()) request.reject(new Error("the connection was lost"));
    this.requests.clear();
    const pause = pauses[this.attempts];
    this.attempts += 1;
    if (this.isOver || pause === undefined) {
      this.host.onState("ended", this.reason || "the program does not respond");
      return;
    }
    this.host.onState("lost", this.reason);
    setTimeout(() => this.connect(), pause);
  }
}
