// Messages with a Content-Length header.
"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { encode, MessageReader } = require("../lib/messages");

/** Reads bytes in chunks of a size. */
function read(bytes, size) {
  const messages = [];
  const reader = new MessageReader((message) => messages.push(message));
  for (let start = 0; start < bytes.length; start += size) reader.append(bytes.subarray(start, start + size));
  return messages;
}

test("messages are read in chunks of any size", () => {
  const messages = [{ text: "❄ ünïcode" }, {}, { list: [1, 2, { a: null }] }];
  const bytes = Buffer.concat(messages.map(encode));
  for (const size of [1, 2, 7, bytes.length]) assert.deepEqual(read(bytes, size), messages);
});

test("further headers are skipped, in any spelling", () => {
  const bytes = Buffer.from("content-type: json\r\ncontent-length:2\r\n\r\n{}Content-Length: 4\r\n\r\ntrue");
  assert.deepEqual(read(bytes, 3), [{}, true]);
});

test("a malformed header or message is an error", () => {
  assert.throws(() => read(Buffer.from("Length: 2\r\n\r\n{}"), 99), /expected a Content-Length header, received "Length: 2"/);
  assert.throws(() => read(Buffer.from("Content-Length: 2\r\n\r\n{["), 99), SyntaxError);
});

test("a long message in many chunks takes time in proportion to its length", () => {
  const text = "x".repeat(1 << 22);
  assert.equal(read(encode({ text }), 1 << 12)[0].text.length, text.length);
});
