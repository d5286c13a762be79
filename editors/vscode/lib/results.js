// The results of scenarios, as the editor shows them.
"use strict";

/**
 * @typedef {{ text: string, file?: string, line?: number, expected?: string, actual?: string }} Message
 */

/** Returns the file and line of an error. */
const where = (error) => ({ file: error.location?.file, line: error.location?.line });

/**
 * Returns the messages of a scenario that failed: one for each difference, and one for each failure
 * without differences.
 * @param {any} result The result of scenario/finished.
 * @returns {Message[]}
 */
function messages(result) {
  const found = (result.failures ?? []).flatMap((failure) => {
    const context = [failure.tree, ...(failure.changes ?? []).map((change) => `changed: ${change}`)]
      .filter(Boolean).join("\n");
    const suffix = context ? `\n\n${context}` : "";
    if (!failure.differences?.length) {
      return [{ text: failure.error.message + suffix, ...where(failure.error) }];
    }
    return failure.differences.map((difference) => ({
      text: title(failure, difference) + suffix, expected: difference.expected, actual: difference.actual,
      ...where(failure.error),
    }));
  });
  if (found.length > 0) return found;
  return [{ text: result.reason ?? `the scenario has the status ${result.status}` }];
}

function title(failure, difference) {
  const cause = difference.cause ? ` (${difference.cause})` : "";
  if (failure.kind === "snapshot") return `${failure.error.message}${cause}`;
  return `${difference.name}: expected ${difference.expected}, actual ${difference.actual}${cause}`;
}

/**
 * Returns the snapshots of a result that differ from their files.
 * @param {any} result
 * @returns {{ path: string, scenario: string, expected: string, actual: string }[]}
 */
function changedSnapshots(result) {
  return (result.failures ?? []).filter((failure) => failure.kind === "snapshot").flatMap((failure) =>
    failure.differences.map((difference) => ({
      path: difference.name, scenario: result.scenario.id, expected: difference.expected, actual: difference.actual,
    })));
}

/**
 * Returns the lines that a scenario prints, and its steps.
 * @param {any} result
 * @returns {string} With the line endings of a terminal.
 */
function output(result) {
  const steps = (result.steps ?? []).map((step) =>
    `  ${step.isFailed ? "✗" : " "} ${String(step.number).padStart(2)}  ${step.text}`
    + (step.effect ? `  ${step.effect}` : ""));
  return [`${result.scenario.id}: ${result.status}`, ...(result.output ?? []), ...steps, ""].join("\r\n");
}

/**
 * Groups the coverage of a run by file.
 * @param {any} coverage The coverage in the result of scenario/run.
 * @returns {Map<string, { name: string, line: number, count: number }[]>} The declarations, sorted by line.
 */
function coverageByFile(coverage) {
  /** @type {Map<string, { name: string, line: number, count: number }[]>} */
  const files = new Map();
  const add = (file, line, name, count) => {
    if (!files.has(file)) files.set(file, []);
    files.get(file)?.push({ name, line, count });
  };
  for (const [kind, part] of Object.entries(coverage ?? {})) {
    for (const [name, count] of Object.entries(part.counts ?? {})) {
      const location = part.locations?.[name];
      // The name of a guard is its location.
      const guard = kind === "guards" ? /^(.+):(\d+)$/.exec(name) : null;
      if (location) add(location.file, location.line, `${kind.slice(0, -1)} ${name}`, count);
      else if (guard) add(guard[1], Number(guard[2]), "guard", count);
    }
  }
  for (const list of files.values()) list.sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1));
  return files;
}

module.exports = { changedSnapshots, coverageByFile, messages, output };
