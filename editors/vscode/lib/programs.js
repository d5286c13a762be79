// The other processes of signalbox: recordings as pages, and definitions.
"use strict";

const childProcess = require("node:child_process");
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");

/** The file with the definitions for a Lua language server, and its folder. */
const LIBRARY = ".signalbox/library";
const DEFINITIONS = `${LIBRARY}/signalbox.d.lua`;

/**
 * Runs a command to its end.
 * @param {string} program
 * @param {string[]} words
 * @param {string} folder
 * @returns {Promise<string>} Its output.
 * @throws {Error} With its messages, if it fails.
 */
function execute(program, words, folder) {
  return new Promise((resolve, reject) => {
    childProcess.execFile(program, words, { cwd: folder, maxBuffer: 1 << 28 }, (error, output, messages) => {
      if (error) reject(new Error(messages.trim() || error.message));
      else resolve(output);
    });
  });
}

/**
 * Returns a recording as a page without network access. Its policy allows only its own scripts.
 * @param {string} program
 * @param {string} recording The path of the recording, relative to the folder.
 * @param {string} folder
 * @returns {Promise<string>}
 */
async function recordingPage(program, recording, folder) {
  const temporary = await fs.mkdtemp(path.join(os.tmpdir(), "signalbox-"));
  try {
    const page = path.join(temporary, "page.html");
    await execute(program, ["trace", "open", recording, "--output", page], folder);
    return await fs.readFile(page, "utf8");
  } finally {
    await fs.rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Keeps the definitions current while files change. The process ends with its input, even if the editor is killed.
 * @param {string} program
 * @param {string} folder
 * @param {string[]} paths The files and folders with the names.
 * @param {(text: string) => void} log
 * @returns {{ dispose: () => void, process: childProcess.ChildProcess }}
 */
function watchDefinitions(program, folder, paths, log) {
  const child = childProcess.spawn(
    program, ["lua-types", "--watch", "--output", DEFINITIONS, ...paths],
    { cwd: folder, stdio: ["pipe", "ignore", "pipe"] });
  child.stdin.on("error", () => {});
  child.stderr.on("data", (bytes) => log(String(bytes)));
  child.on("error", (error) => log(`lua-types: ${error.message}\n`));
  return { process: child, dispose: () => child.stdin.end() };
}

/**
 * Adds the folder of the definitions to .luarc.json.
 * @param {string} folder
 * @returns {Promise<boolean>} Whether the file was changed.
 * @throws {Error} If the file contains more than JSON, such as comments.
 */
async function configureLanguageServer(folder) {
  const file = path.join(folder, ".luarc.json");
  const text = await fs.readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return '{ "runtime.version": "Lua 5.4" }';
    throw error;
  });
  let settings;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    throw new Error(`.luarc.json is not plain JSON (${error.message}); add "workspace.library": ["${LIBRARY}"] yourself`);
  }
  // Both spellings are in use.
  const key = settings["Lua.workspace.library"] ? "Lua.workspace.library" : "workspace.library";
  const library = settings[key] ?? [];
  if (library.includes(LIBRARY)) return false;
  settings[key] = [...library, LIBRARY];
  await fs.writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
  return true;
}

module.exports = { DEFINITIONS, configureLanguageServer, execute, recordingPage, watchDefinitions };
