// A scenario that repeats the first steps of a recording.
import { frontOf } from "./device.js";
import { lua } from "./elements.js";

/** @typedef {import("./trace.js").Trace} Trace */

/** The maximum number of steps. */
const maxSteps = 5000;

/** The verbs of steps that expect something and change nothing. */
const expectations = new Set(["expect", "softExpect", "snapshot", "render", "pause"]);

/**
 * Returns the scenario with the steps up to a step.
 *
 * @param {Trace} trace
 * @param {number} last The index of the last step.
 * @returns {string}
 */
export function scenarioOf(trace, last) {
  const lines = [];
  const first = Math.max(0, last + 1 - maxSteps);
  if (first > 0) lines.push(`  -- The first ${first === 1 ? "step is" : `${first} steps are`} omitted.`);
  for (let index = first; index <= last; index += 1) lines.push(...statements(trace.step(index)));
  const expectation = expect(trace.after(last).state);
  if (expectation) lines.push(`  ${expectation}`);
  const title = `${trace.head.title || "recording"}, up to step ${trace.step(last).number ?? last + 1}`;
  return [
    `-- The steps of a recording up to step ${trace.step(last).number ?? last + 1}, copied from the inspector.`,
    ...requires(trace), "", `scenario ${literal(title)} { function(app)`, ...lines, "end }", "",
  ].join("\n");
}

/**
 * Returns the command that opens a prompt with the files of a recording, and the command that replays the
 * recording up to a step there. Returns `null` if the recording contains no call up to the step.
 *
 * @param {Trace} trace
 * @param {number} last The index of the last step.
 * @returns {[string, string] | null}
 */
export function replayOf(trace, last) {
  if (!trace.head.file) return null;
  let count = 0;
  // Expectations, which have no times, are not part of a replay.
  for (let index = 0; index <= last; index += 1) if (trace.step(index).time !== undefined) count += 1;
  if (count === 0) return null;
  const files = requires(trace).flatMap((line) => /^(?!--).*require\b[ (]*["']([\w./-]+)["']/.exec(line)?.[1] ?? [])
    .map((module) => ` ${module.replaceAll(".", "/")}.lua`);
  return [`signalbox repl${files.join("")}`, `.replay ${trace.head.file} ${count}`];
}

/**
 * Returns Lua that performs a step again, an empty string for an expectation, or `null` if a call cannot be
 * repeated or the recording does not contain its password.
 *
 * @param {import("./trace.js").Step} step
 * @returns {string | null}
 */
export function repetitionOf(step) {
  const lines = statements(step);
  return lines.some((line) => line.startsWith("  --")) ? null : lines.join("\n").trim();
}

/**
 * Returns the Lua statements that repeat a step.
 *
 * @param {import("./trace.js").Step} step
 * @returns {string[]}
 */
function statements(step) {
  if (step.phase === "teardown") return [];
  const call = callOf(step);
  if (call === null) return [];
  const text = step.call.replace(/\s+/g, " ").slice(0, 160);
  if (call === "") return [`  -- This call cannot be repeated: ${text}`];
  if (/^app:enterText\(.*"•+"\)$/s.test(call)) {
    return ["  -- The recording does not contain the password. Replace the dots.", `  ${call}`];
  }
  if (step.outcome?.startsWith("rejected(")) return [`  pcall(function() ${call} end)  -- ${step.outcome}`];
  return [`  ${call}`];
}

/**
 * Returns the call of a step as Lua, an empty string if the call has no Lua form, or `null` if the step
 * only expects something.
 *
 * @param {import("./trace.js").Step} step
 */
function callOf(step) {
  if (step.lua) return step.lua;
  const call = step.call.replace(/^app:/, "");
  const verb = /^[\w.]+/.exec(call)?.[0] ?? "";
  if (expectations.has(verb) || verb === "") return null;
  if (/^clock\.\w+\(.*\)$/s.test(call)) return call;
  if (/^\w+\(.*\)$/s.test(call)) return `app:${call}`;
  if (/^\w+ ".*"$/s.test(call)) return `app:${verb}(${call.slice(verb.length + 1)})`;
  return call === "launch" ? "app:launch()" : "";
}

/**
 * Returns the lines at the beginning of the scenario's file that load modules.
 *
 * @param {Trace} trace
 */
function requires(trace) {
  const file = /^(.*):\d+$/s.exec(trace.head.from ?? "")?.[1];
  const parts = file && Object.hasOwn(trace.head.sources ?? {}, file) ? trace.head.sources[file] : [];
  const lines = parts.flatMap((/** @type {any} */ part) => part.lines)
    .filter((/** @type {string} */ line) => /^\s*(local \w+ *(<const>)? *= *)?require\b/.test(line));
  return lines.length ? [...new Set(lines)] : ['-- require "app"  -- the file with the application'];
}

/**
 * Returns an expectation of the front screen.
 *
 * @param {any} state
 */
function expect(state) {
  const front = state ? frontOf(state) : null;
  if (!front) return "";
  const fields = Object.keys(front.arguments ?? {}).length ? lua(front.arguments).replace(/^\{ /, "").replace(/ \}$/, "") : "";
  return `app:expect { front = ${fields ? `{ ${literal(front.name)}, ${fields} }` : literal(front.name)} }`;
}

/**
 * Returns a string as Lua source.
 *
 * @param {string} text
 */
function literal(text) {
  return `"${text.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f\u007f]/g, (one) => `\\${String(one.charCodeAt(0)).padStart(3, "0")}`)}"`;
}
