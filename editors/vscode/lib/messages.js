// Messages with a Content-Length header, as in the Language Server Protocol.
"use strict";

/**
 * Returns the bytes of a message.
 * @param {object} message
 * @returns {Buffer}
 */
function encode(message) {
  const body = Buffer.from(JSON.stringify(message), "utf8");
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "ascii"), body]);
}

/** Divides a stream of bytes into messages. */
class MessageReader {
  /** @param {(message: any) => void} onMessage Receives each message. */
  constructor(onMessage) {
    this.onMessage = onMessage;
    /** @private @type {Buffer[]} */ this.chunks = [];
    /** @private */ this.size = 0;
    /** The length of the current body; null while the header is incomplete. @private @type {number | null} */
    this.length = null;
  }

  /**
   * Reads the next bytes.
   * @param {Buffer} bytes
   * @throws {Error} If a header or a message is malformed.
   */
  append(bytes) {
    this.chunks.push(bytes);
    this.size += bytes.length;
    // The chunks of a long message are joined once.
    while (this.size > 0 && (this.length === null || this.size >= this.length)) {
      const all = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks);
      this.chunks = [all];
      if (this.length === null) {
        const end = all.indexOf("\r\n\r\n");
        if (end < 0) return;
        const header = all.toString("ascii", 0, end);
        const length = /^Content-Length: *(\d+)\r?$/im.exec(header);
        if (!length) throw new Error(`expected a Content-Length header, received ${JSON.stringify(header)}`);
        this.length = Number(length[1]);
        this.keep(all.subarray(end + 4));
      } else {
        const body = all.toString("utf8", 0, this.length);
        this.keep(all.subarray(this.length));
        this.length = null;
        this.onMessage(JSON.parse(body));
      }
    }
  }

  /** @private @param {Buffer} rest */
  keep(rest) {
    this.chunks = rest.length > 0 ? [rest] : [];
    this.size = rest.length;
  }
}

module.exports = { encode, MessageReader };
