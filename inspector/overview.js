// Panels about a whole recording: its coverage, its links, and leaked objects.
import { button, clean, element, name } from "./elements.js";
import { verbOf } from "./trace.js";

/** @typedef {import("./trace.js").Trace} Trace */

/**
 * The headings of kinds of declarations, and the texts for unused declarations.
 *
 * @type {[string, string, string][]}
 */
const kinds = [
  ["routes", "Routes", "never shown"], ["transitions", "Transitions", "never taken"], ["actions", "Actions", "never tapped"],
  ["links", "Links", "never opened"], ["guards", "Guards", "never rejected"],
];

/** The maximum number of rows of a list. */
const maxRows = 200;

/**
 * The declarations of an application, with the number of their uses in a recording.
 *
 * @param {Record<string, [string, number][]>} coverage
 */
export function drawCoverage(coverage) {
  return element("div", { class: "coverage" }, kinds.filter(([kind]) => coverage[kind]?.length).map(([kind, title, absence]) => {
    const entries = coverage[kind];
    const used = entries.filter(([, count]) => count > 0).length;
    const sorted = [...entries].sort(([, one], [, other]) => Number(one > 0) - Number(other > 0));
    return element("section", { "aria-label": title },
      element("h3", null, title, element("span", null, `${used} of ${entries.length}`)),
      element("div", { class: "coverage-bar", "aria-hidden": "true" },
        element("span", { set: { "--part": `${used / entries.length * 100}%` } })),
      element("ul", null, sorted.slice(0, maxRows).map(([text, count]) => element("li", { class: count > 0 ? null : "missing" },
        name(clean(text, 300)), element("span", null, count > 0 ? `×${count}` : absence)))),
      sorted.length > maxRows && element("p", { class: "empty" }, `${sorted.length - maxRows} more`));
  }));
}

/** The number of declarations that were never used. */
export function missingCount(/** @type {Record<string, [string, number][]>} */ coverage) {
  return Object.values(coverage).flat().filter(([, count]) => count === 0).length;
}

/**
 * The opened links of the first steps of a trace.
 *
 * @typedef {object} FoundLinks
 * @property {number} count The number of steps that have been read.
 * @property {number} base The number of earlier steps that the trace no longer had.
 * @property {{ index: number, step: number, url: string, to: string, isRejected: boolean }[]} links
 */

/**
 * The links that have been found in each trace so far.
 *
 * @type {WeakMap<Trace, FoundLinks>}
 */
const knownLinks = new WeakMap();

/** Forgets the links of a trace that has lost its steps. */
export function forgetLinks(/** @type {Trace} */ trace) { knownLinks.delete(trace); }

/**
 * Returns the links that a trace opens, up to the maximum number of rows in a list.
 *
 * @param {Trace} trace
 */
function linksOf(trace) {
  const base = /** @type {any} */ (trace).base ?? 0;
  const known = knownLinks.get(trace);
  /** @type {FoundLinks} */
  const found = known && known.base === base && known.count <= trace.count ? known : { count: 0, base, links: [] };
  for (; found.count < trace.count && found.links.length < maxRows; found.count += 1) {
    const step = trace.step(found.count);
    if (verbOf(step.call) !== "open") continue;
    const url = /^\S*?open\s*\(?\s*"(.*?)"/s.exec(step.call)?.[1] ?? step.call;
    const changes = step.effect || step.changes.flatMap((change) => change.added).join(", ") || "nothing changed";
    const to = step.outcome && step.outcome !== "done" ? `${step.outcome}  ${step.effect ?? ""}` : changes;
    found.links.push({
      index: found.count, step: step.number ?? base + found.count + 1, url, to, isRejected: step.outcome?.startsWith("rejected") ?? false,
    });
  }
  knownLinks.set(trace, found);
  return found.links;
}

/**
 * The links of a recording with their results, and the patterns that were never opened.
 *
 * @param {Trace} trace
 * @param {[string, number][]} patterns The declared patterns, each with the number of times that it was opened.
 * @param {(index: number) => void} onSelect
 */
export function drawLinks(trace, patterns, onSelect) {
  const rows = linksOf(trace).map(({ index, step, url, to, isRejected }) => element("tr", null,
    element("td", null, button("step-link", "", () => onSelect(index), `step ${step}`)),
    element("td", null, element("code", null, name(clean(url, 300)))),
    element("td", { class: isRejected ? "missing" : null }, name(clean(to, 300)))));
  const unused = patterns.filter(([, count]) => count === 0);
  if (rows.length + unused.length === 0) return element("p", { class: "empty" }, "No link was opened, and none is declared.");
  return element("div", null, rows.length > 0 && element("table", { class: "links" },
    element("thead", null, element("tr", null, ["Step", "URL", "Led to"].map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", null, rows)),
    rows.length === maxRows && element("p", { class: "empty" }, `Only the first ${maxRows} links are listed.`),
    unused.length > 0 && element("p", { class: "links" }, "Never opened: ", unused.slice(0, maxRows).map(([pattern], index) =>
      [index > 0 && ", ", element("code", { class: "missing" }, name(clean(pattern, 200)))])));
}

/**
 * Draws the objects that still exist although they have been removed. Returns `null` if there are
 * none.
 *
 * @param {string[]} leaks
 */
export function drawLeaks(leaks) {
  if (!leaks.length) return null;
  return element("section", { class: "leaks", "aria-label": "Leaks" },
    element("h3", null, leaks.length === 1 ? "1 object still exists" : `${leaks.length} objects still exist`),
    element("ul", null, leaks.map((leak) => {
      // A long name must not hide what retains the object.
      const [, subject, rest] = /^(.*)( (?:is gone|was never shown), retained by .*)$/s.exec(leak) ?? ["", leak, ""];
      return element("li", null, name(clean(subject, 160)), clean(rest, 300));
    })));
}
