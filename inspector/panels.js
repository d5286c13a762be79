// The panels around the device: the coordinators, and the changes, calls and pending work of one step.
import { faceOfLayer, frontOf } from "./device.js";
import { button, clean, cleanLines, copyButton, element, icon, lua, name, replace } from "./elements.js";

/**
 * Splits `PATH:LINE`.
 *
 * @param {string | undefined} at
 * @returns {{ file: string, line: number } | null}
 */
export function placeOf(at) {
  const parts = /^(.*):(\d+)$/s.exec(at ?? "");
  return parts && { file: parts[1], line: Number(parts[2]) };
}

/** The address of a line in the editor, unless the user has chosen another editor. */
const standardEditor = "vscode://file{path}:{line}";

/**
 * Returns a source line as a link to the editor if the page knows the project's folder, or
 * otherwise as text.
 *
 * @param {string} at `PATH:LINE`
 * @param {any} head
 */
export function placeLink(at, head) {
  const place = placeOf(at);
  const label = element("span", { class: "place" }, name(clean(at, 200)));
  if (!place || !head.root) return element("span", { class: "place-group" }, label, copyButton(at, `Copy ${clean(at, 200)}`));
  const path = place.file.startsWith("/") ? place.file : `${head.root}/${place.file}`;
  const encoded = encodeURI(path).replace(/[?#&]/g, encodeURIComponent);
  const href = (head.editor ?? standardEditor).replaceAll("{path}", () => encoded).replaceAll("{line}", String(place.line));
  return element("span", { class: "place-group" },
    element("a", { class: "place-link", href, title: "Open in the editor" }, label, icon("external")),
    copyButton(at, `Copy ${clean(at, 200)}`));
}

// MARK: - Coordinators

/**
 * Returns a screen with its arguments, such as `product { id = 42 }`.
 *
 * @param {any} screen
 */
function screenText(screen) {
  const fields = screen.arguments && Object.keys(screen.arguments).length ? ` ${lua(screen.arguments)}` : "";
  return clean(screen.name + fields, 160);
}

/**
 * Returns the path of each coordinator, such as `Home/Shop` or `Home/Shop#2`.
 *
 * @param {any} state
 * @returns {string[]}
 */
export function coordinatorPaths(state) {
  /** @type {string[]} */ const known = [];
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const node of state?.coordinators ?? []) {
    const base = node.parent === undefined ? node.type : `${known[node.parent]}/${node.type}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    known.push(count === 1 ? base : `${base}#${count}`);
  }
  return known;
}

/**
 * Draws the coordinators of two states as one tree, which contains the common, the added and the
 * removed coordinators.
 *
 * @param {any} before
 * @param {any} after
 */
export function drawTree(before, after) {
  const [oldPaths, newPaths] = [coordinatorPaths(before), coordinatorPaths(after)];
  /** @type {Map<string, any>} */ const old = new Map(oldPaths.map((path, at) => [path, before.coordinators[at]]));
  const present = new Set(newPaths);
  /** @type {Map<string, { path: string, node: any, state: any, tone: string }[]>} */ const children = new Map();
  const add = (/** @type {string[]} */ all, /** @type {number} */ at, /** @type {any} */ state, /** @type {string} */ tone) => {
    const [path, node] = [all[at], state.coordinators[at]];
    const parent = node.parent === undefined ? "" : all[node.parent];
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent)?.push({ path, node, state, tone });
  };
  newPaths.forEach((path, at) => add(newPaths, at, after, before && !old.has(path) ? "added" : ""));
  oldPaths.forEach((path, at) => { if (!present.has(path)) add(oldPaths, at, before, "removed"); });
  const front = after ? frontOf(after) : null;
  /**
   * @param {string} parent
   * @param {number} depth
   * @returns {HTMLElement | null}
   */
  const branch = (parent, depth) => {
    const list = children.get(parent);
    if (!list || depth > 40) return null;
    return element("ul", { class: "tree" }, list.map((item) => element("li", null,
      treeRow(item, old.get(item.path), front), branch(item.path, depth + 1))));
  };
  return branch("", 0) ?? element("p", { class: "empty" }, "Nothing has been launched.");
}

/**
 * @param {{ path: string, node: any, state: any, tone: string }} item
 * @param {any} old
 * @param {any} front
 */
function treeRow({ node, state, tone }, old, front) {
  const index = state.coordinators.indexOf(node);
  const parent = state.coordinators[node.parent];
  const page = (parent?.pages ?? []).find((/** @type {any} */ page) => page.coordinator === index);
  const layer = (state.layers ?? []).find((/** @type {any} */ layer) =>
    layer.owner === index && !layer.screen && !layer.stack && layer.style !== "root");
  /** @type {string[]} */
  const was = (old?.stack ?? []).map(screenText);
  const stack = node.stack ?? [];
  let kept = 0;
  while (kept < Math.min(stack.length, was.length) && was[kept] === screenText(stack[kept])) kept += 1;
  const own = (state.layers ?? []).filter((/** @type {any} */ layer) =>
    layer.owner === index && (layer.screen || layer.stack));
  return element("div", { class: `tree-row ${tone}` },
    tone && element("span", { class: "sign", "aria-label": tone }, tone === "added" ? "+" : "−"),
    element("span", { class: "tree-name" }, name(clean(node.type, 80))),
    page && element("span", { class: `tag${page.isSelected ? " is-on" : ""}` },
      page.isSelected ? "● tab " : "○ tab ", name(clean(page.id, 40)),
      page.badge !== undefined && [" (", name(clean(page.badge, 8)), ")"]),
    layer && element("span", { class: "tag is-layer" }, clean(layer.style, 30)),
    node.attachment === "pushed" && element("span", { class: "tag" }, "pushed"),
    node.attachment === "root" && element("span", { class: "tag" }, "root"),
    node.kind === "tabs" && element("span", { class: "tag" }, `${(node.pages ?? []).length} tab${(node.pages ?? []).length === 1 ? "" : "s"}`),
    (stack.length > 0 || was.length > kept) && element("div", { class: "tree-stack" },
      stack.length > 8 && element("span", { class: "crumb" }, `… ${stack.length - 8} more`),
      stack.slice(-8).map((/** @type {any} */ screen, /** @type {number} */ offset) => {
        const at = Math.max(0, stack.length - 8) + offset;
        const isNew = tone === "" && old && at >= kept;
        return element("span", {
          class: `crumb${isNew ? " added" : ""}${screen === front ? " is-front" : ""}`,
        }, isNew && "+ ", name(screenText(screen)));
      }),
      tone === "" && old && was.slice(kept).slice(-8).map((/** @type {string} */ text) =>
        element("span", { class: "crumb removed" }, "− ", name(text)))),
    own.map((/** @type {any} */ layer) => element("div", { class: "tree-stack" },
      element("span", { class: "tag is-layer" }, clean(layer.style, 30)),
      faceOfLayer(state, layer).screens.map((/** @type {{ screen: any }} */ { screen }) =>
        element("span", { class: `crumb${screen === front ? " is-front" : ""}` }, name(screenText(screen)))))));
}

// MARK: - Changes

/**
 * The texts for the kinds of changes.
 *
 * @type {Record<string, string>}
 */
const kinds = {
  coordinators: "Coordinators", stack: "Stack", pages: "Tabs", selection: "Selected tab", badges: "Badges",
  tabView: "Tab view", layers: "Layers",
};

/**
 * Draws the changes of a step, and the calls that caused them.
 *
 * @param {import("./trace.js").Step} step
 * @param {import("./trace.js").Step} last The step whose
 *   changes are shown: the step itself, or an earlier one if the step changed nothing.
 * @param {any} head
 * @param {() => void} goToLast
 */
export function drawChanges(step, last, head, goToLast) {
  const cause = element("section", { class: "cause" },
    element("h3", null, "Cause"),
    element("ol", { class: "chain" },
      element("li", null, element("code", null, name(clean(step.call, 400))),
        step.outcome && element("span", { class: "outcome" }, clean(step.outcome, 80)),
        step.at && placeLink(step.at, head)),
      step.inner.map((call) => element("li", { class: "inner" },
        element("span", { class: "inner-call" }, element("span", { class: "turn", "aria-label": "led to" }, "⤷"),
          element("code", null, name(clean(call.call, 400)))),
        call.outcome && element("span", { class: "outcome" }, clean(call.outcome, 80)),
        call.at && placeLink(call.at, head)))));
  const list = last.changes.length === 0
    ? element("p", { class: "empty" }, "Nothing has changed so far.")
    : element("div", { class: "changes" }, last.changes.map((change) =>
      element("div", { class: "change" },
        element("div", { class: "change-head" },
          element("b", null, kinds[change.kind] ?? clean(change.kind, 40)),
          change.path && element("span", { class: "change-path" }, name(clean(change.path, 160)))),
        change.removed.map((text) => line("removed", text)), change.added.map((text) => line("added", text)))));
  return element("div", { class: "columns" }, element("section", null, last === step ? element("h3", null, "Changed") : element("h3", null, "Last change, in ",
      button("step-link", "", goToLast, last.number === null ? "an earlier call" : `step ${last.number}`), ": ",
      element("code", null, name(clean(last.call, 80)))), list), cause);
}

/**
 * @param {string} tone
 * @param {string} text
 */
function line(tone, text) {
  return element("div", { class: `diff ${tone}` },
    element("span", { class: "sign", "aria-label": tone }, tone === "added" ? "+" : "−"), name(clean(text, 600)));
}

// MARK: - Source

const luaToken = /(--\[\[[\s\S]*?\]\]|--[^\n]*)|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|\b(and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)\b|\b(0x[\da-fA-F]+|\d+(?:\.\d+)?)\b/g;

/**
 * Returns a line of Lua with syntax highlighting.
 *
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function highlight(text) {
  /** @type {(Node | string)[]} */ const parts = [];
  let end = 0;
  for (const match of text.slice(0, 1000).matchAll(luaToken)) {
    parts.push(text.slice(end, match.index));
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "keyword" : "number";
    parts.push(element("span", { class: `lua-${kind}` }, match[0]));
    end = (match.index ?? 0) + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

/**
 * Draws the source around a line.
 *
 * @param {any} head
 * @param {string | undefined} at `PATH:LINE`
 * @param {{ reach?: number, isFailed?: boolean, message?: string }} [options]
 */
export function drawSource(head, at, options = {}) {
  const place = placeOf(at);
  if (!place) return element("p", { class: "empty" }, "No script made this call.");
  const blocks = Object.hasOwn(head.sources ?? {}, place.file) ? head.sources[place.file] : [];
  const block = blocks.find((/** @type {any} */ part) =>
    place.line >= part.first && place.line < part.first + part.lines.length);
  if (!block) {
    return element("p", { class: "empty" }, "The recording does not contain this source: ", name(clean(at, 200)));
  }
  const reach = options.reach ?? Infinity;
  const lines = block.lines.map((/** @type {string} */ text, /** @type {number} */ offset) =>
    ({ number: block.first + offset, text }))
    .filter((/** @type {any} */ item) => Math.abs(item.number - place.line) <= reach);
  const shared = Math.min(...lines.filter((/** @type {any} */ item) => item.text.trim())
    .map((/** @type {any} */ item) => item.text.length - item.text.trimStart().length));
  const indent = reach < Infinity && Number.isFinite(shared) ? shared : 0;
  return element("div", { class: "source", tabindex: "0", role: "region", "aria-label": `${options.reach ? "Excerpt of" : "Source"} ${clean(at, 200)}` },
    element("div", { class: "source-lines" }, lines.map((/** @type {any} */ item) => {
      const isHere = item.number === place.line;
      return element("div", {
        class: `source-line${isHere ? " is-here" : ""}${isHere && options.isFailed ? " failed" : ""}`,
        "aria-current": isHere ? "true" : null,
      }, element("span", { class: "source-number" }, item.number),
        element("code", null, highlight(clean(item.text.slice(indent), 1000))));
    })));
}

// MARK: - Events, output

/** @param {import("./trace.js").Step} step */
export function drawEvents(step) {
  if (step.events.length === 0) return element("p", { class: "empty" }, "No event was recorded during this step.");
  return element("div", { class: "events" },
    element("ol", null, step.events.map((event) => {
      const space = event.indexOf(" ");
      const [kind, rest] = space < 0 ? [event, ""] : [event.slice(0, space), event.slice(space + 1)];
      return element("li", null, element("b", null, clean(kind, 60)), " ", name(clean(rest, 400)));
    })),
    step.dropped && element("p", { class: "empty" }, `${step.dropped} more events were not recorded.`));
}

/** @param {string[]} output */
export function drawOutput(output) {
  return element("pre", { class: "output", tabindex: "0", role: "region", "aria-label": "Output" },
    output.map((text) => element("div", null, clean(text, 4000))));
}

// MARK: - Failures

/**
 * The headings for the kinds of failures.
 *
 * @type {Record<string, string>}
 */
const failureNames = {
  expectation: "Expectation failed", softExpect: "Soft expectation failed", snapshot: "Snapshot differs",
  error: "Error", unhandled: "Unhandled error in a callback", setup: "Setup failed",
  teardown: "Teardown failed", unexpectedPass: "Passed, but is expected to fail",
  unexpectedFailure: "Failed in an unexpected way",
};

/**
 * Draws a failure: the expectation, the result, the location and the next steps.
 *
 * @param {any} failure
 * @param {any} head
 * @param {{ position: number, count: number, show: (by: number) => void, goTo: (number: number) => void }} list
 */
export function drawFailure(failure, head, list) {
  const differences = failure.differences ?? [];
  // The differences need the space of the surrounding lines.
  const hasMany = differences.length > 1 || differences.some((/** @type {any} */ { lines, expected, actual }) =>
    lines?.length > 0 || `${expected}${actual}`.length > 200);
  return element("section", { class: "failure", "aria-label": "Failure" },
    element("header", null, icon("cross"),
      element("h2", null, failureNames[failure.kind] ?? "Failure"),
      differences.length > 1 && element("span", { class: "failure-count" }, `${differences.length} differences`),
      list.count > 1 && element("span", { class: "failure-pager" },
        button("icon-button", "Previous failure (p)", () => list.show(-1), icon("back")),
        `${list.position + 1} of ${list.count}`,
        button("icon-button", "Next failure (n)", () => list.show(1), icon("forward")))),
    differences.length === 0
      ? element("div", { class: "failure-message", tabindex: "0", role: "region", "aria-label": "Message" },
        cleanLines(String(failure.message ?? "").slice(0, 8000)).map((text) => element("div", null, name(text))))
      : element("div", { class: "failure-differences", tabindex: "0", role: "region", "aria-label": "Differences" },
        differences.map((/** @type {any} */ difference) => drawDifference(difference, list))),
    failure.at && element("div", { class: "failure-where" },
      drawSource(head, failure.at, { reach: hasMany ? 1 : 2, isFailed: true }),
      element("div", { class: "failure-place" }, failure.step > 0 && `Step ${failure.step}, `,
        (failure.groups ?? []).length > 0 && ["in ", name(clean(failure.groups.join(" › "), 120)), ", "],
        placeLink(failure.at, head))),
    element("div", { class: "failure-next" },
      element("h3", null, "Next steps"),
      failure.hint && element("p", null, name(clean(failure.hint, 600))),
      head.command && [
        element("div", { class: "command" }, element("code", null, clean(head.command, 400)),
          copyButton(head.command, `Copy: ${clean(head.command, 400)}`)),
        element("p", { class: "command-note" }, "With ", element("code", null, "--debug"), ", the prompt opens at the failure."),
      ]));
}

/**
 * @param {any} difference
 * @param {{ goTo: (number: number) => void }} list
 */
function drawDifference(difference, list) {
  const cause = /^(.*)( in step )(\d+)(.*)$/s.exec(difference.cause ?? "");
  // In short values, the difference is obvious.
  const isShort = `${difference.expected}${difference.actual}`.length < 100;
  const leaves = isShort ? [] : (difference.leaves ?? []).filter((/** @type {any} */ leaf) => leaf.path !== difference.name);
  return element("div", { class: "difference" },
    element("h3", { class: "difference-name" }, element("code", null, name(clean(difference.name, 200)))),
    (difference.lines ?? []).length
      ? element("div", { class: "lines" }, difference.lines.slice(0, 200).map((/** @type {any} */ item) => element("div", {
          class: `diff ${item.side === "expected" ? "removed" : item.side === "actual" ? "added" : ""}`,
        }, element("span", { class: "sign" }, item.side === "expected" ? "−" : item.side === "actual" ? "+" : " "),
          element("code", null, clean(item.text, 600)))))
      : [value("expected", difference.expected), value("actual", difference.actual)],
    leaves.slice(0, 6).map((/** @type {any} */ leaf) => element("div", { class: "leaf" },
      element("code", null, name(clean(leaf.path, 200))),
      element("span", { class: "leaf-values" }, element("code", { class: "expected" }, name(clean(leaf.expected, 300))),
        icon("forward"), element("code", { class: "actual" }, name(clean(leaf.actual, 300))),
        leaf.note && element("span", null, clean(leaf.note, 300))))),
    difference.cause && element("p", { class: "difference-cause" }, "because ",
      cause ? [name(clean(cause[1], 300)), " in ",
        button("step-link", "", () => list.goTo(Number(cause[3])), `step ${cause[3]}`), name(clean(cause[4], 300))]
        : name(clean(difference.cause, 400))));
}

/**
 * Draws a value, of which only the first lines are shown until the user expands it.
 *
 * @param {string} label
 * @param {string} text
 */
function value(label, text) {
  const title = label === "expected" ? "Expected" : "Actual";
  const content = element("code", { class: "is-short" }, String(text).split("\n").slice(0, 60)
    .map((part) => element("div", null, name(clean(part)))));
  const expander = button("step-link", "", () => {
    const isShort = content.classList.toggle("is-short");
    expander.setAttribute("aria-expanded", String(!isShort));
    replace(expander, isShort ? "Show more" : "Show less");
  }, "Show more");
  expander.setAttribute("aria-expanded", "false");
  expander.hidden = true;
  new ResizeObserver(() => {
    if (content.classList.contains("is-short")) expander.hidden = content.scrollHeight <= content.clientHeight + 1;
  }).observe(content);
  return element("div", { class: `value ${label}` },
    element("span", { class: "value-label" }, title), element("div", null, content, expander));
}
