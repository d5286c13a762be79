// The timeline: a list of steps that creates only the rows in view.
import { clean, duration, element, icon, name, replace } from "./elements.js";
import { Trace, matcher, partsOf } from "./trace.js";

const rowHeight = 48;
const headHeight = 30;
/** The maximum number of rows of a printed page. */
const maxPrinted = 1000;
/** The space above the first row. */
const margin = 6;

/**
 * The icon of each verb.
 *
 * @type {Record<string, string>}
 */
const verbIcons = {
  launch: "launch", restartApp: "launch", open: "link", tap: "tap", type: "keyboard", expect: "expect",
  softExpect: "expect", eventually: "expect", snapshot: "camera", selectTab: "tab", tapTab: "tab",
  back: "back", pop: "back", popToRoot: "back", swipeBack: "swipe", swipeDown: "swipe", swipe: "swipe",
  navigate: "forward", dismiss: "down", "clock.advance": "clock", "clock.settle": "clock",
};

/** @typedef {{ kind: "step" | "group", index: number, label?: string }} Row */

/** The list of steps. */
export class Timeline {
  /**
   * @param {Trace} trace
   * @param {(index: number) => void} onSelect
   */
  constructor(trace, onSelect) {
    this.trace = trace;
    this.onSelect = onSelect;
    this.selected = -1;
    /**
     * The indices of the steps that match the filter, or `null` if there is no filter.
     *
     * @type {number[] | null}
     */
    this.matches = null;
    this.canvas = element("div", { class: "timeline-canvas", role: "presentation" });
    this.list = element("div", {
      class: "timeline-list", role: "listbox", tabindex: "0", id: "timeline-list",
      "aria-label": "Steps", on: {
        scroll: () => this.draw(),
        click: (/** @type {MouseEvent} */ event) => this.click(event),
      },
    }, this.canvas);
    this.status = element("p", { class: "timeline-status", role: "status" });
    this.node = element("div", { class: "timeline" }, this.status, this.list);
    new ResizeObserver(() => this.draw()).observe(this.list);
    /**
     * The rows of each chunk.
     *
     * @private
     * @type {(Row[] | undefined)[]}
     */
    this.rows = [];
    /**
     * The offset of each chunk in pixels, followed by the total height.
     *
     * @private
     * @type {number[]}
     */
    this.offsets = [margin];
    /** @private The text of the filter. */ this.text = "";
    this.measure();
  }

  /** @private */
  measure() {
    this.offsets = [margin];
    for (const [steps, heads] of this.trace.head.chunks) {
      this.offsets.push((this.offsets.at(-1) ?? 0) + steps * rowHeight + heads * headHeight);
    }
  }

  /**
   * Shows the steps of a trace that has grown.
   *
   * @param {number} selected The index of the selected step, or -1 if there is none.
   */
  refresh(selected) {
    this.rows = [];
    this.measure();
    const isMoved = selected !== this.selected;
    this.selected = selected;
    if (this.text) this.filter(this.text);
    if (isMoved) this.reveal();
    this.draw();
  }

  /**
   * Shows only the steps that match.
   *
   * @param {string} text
   */
  filter(text) {
    const isMatch = matcher(text);
    this.text = text;
    this.matches = null;
    if (isMatch) {
      this.matches = [];
      for (let index = 0; index < this.trace.count; index += 1) {
        if (isMatch(this.trace.step(index))) this.matches.push(index);
      }
    }
    const count = this.matches?.length ?? 0;
    this.status.textContent = !this.matches ? ""
      : count === 0 ? "No step matches the filter."
      : `${count} of ${this.trace.count} step${this.trace.count === 1 ? "" : "s"}`;
    this.reveal();
    this.draw();
  }

  /** @param {number} index */
  select(index) {
    this.selected = index;
    this.reveal();
    this.draw();
  }

  /**
   * Returns the step before or after the selected step, among the steps that match.
   *
   * @param {number} by
   */
  neighbor(by) {
    if (!this.matches) return Math.max(0, Math.min(this.trace.count - 1, this.selected + by));
    if (this.matches.length === 0) return this.selected;
    const after = this.matches.findIndex((index) => index >= this.selected);
    const position = after < 0 ? this.matches.length : after;
    const isOn = this.matches[position] === this.selected;
    const wanted = by < 0 ? position - 1 : isOn ? position + 1 : position;
    return this.matches[Math.max(0, Math.min(this.matches.length - 1, wanted))];
  }

  /**
   * Returns the rows of a chunk: its steps, and a heading for each group that begins in
   * the chunk.
   *
   * @private
   * @param {number} at
   * @returns {Row[]}
   */
  rowsOf(at) {
    if (this.rows[at]) return /** @type {Row[]} */ (this.rows[at]);
    /** @type {Row[]} */ const rows = [];
    let groups = this.trace.groupsBefore(at).join("\u0000");
    for (let index = this.trace.starts[at]; index < this.trace.starts[at + 1]; index += 1) {
      const step = this.trace.step(index);
      const own = step.groups.join("\u0000");
      if (own !== groups && own !== "") {
        rows.push({ kind: "group", index, label: step.groups.join(" › ") });
      }
      groups = own;
      rows.push({ kind: "step", index });
    }
    this.rows[at] = rows;
    return rows;
  }

  /**
   * @private
   * @returns {{ top: number, row: Row }[]}
   */
  visible(/** @type {number} */ from, /** @type {number} */ to) {
    /** @type {{ top: number, row: Row }[]} */ const found = [];
    if (this.matches) {
      const first = Math.max(0, Math.floor(from / rowHeight));
      this.matches.slice(first, Math.ceil(to / rowHeight) + 1).forEach((index, offset) =>
        found.push({ top: margin + (first + offset) * rowHeight, row: { kind: "step", index } }));
      return found;
    }
    for (let at = 0; at + 1 < this.offsets.length; at += 1) {
      if (this.offsets[at + 1] < from || this.offsets[at] > to) continue;
      let top = this.offsets[at];
      for (const row of this.rowsOf(at)) {
        const height = row.kind === "group" ? headHeight : rowHeight;
        if (top + height >= from && top <= to) found.push({ top, row });
        top += height;
      }
    }
    return found;
  }

  /**
   * The position of the selected step in pixels, or `null` if the filter hides the step.
   *
   * @private
   */
  get selectedTop() {
    if (this.selected < 0) return null;
    if (this.matches) {
      const position = this.matches.indexOf(this.selected);
      return position < 0 ? null : margin + position * rowHeight;
    }
    const at = this.trace.chunkIndex(this.selected);
    let top = this.offsets[at];
    for (const row of this.rowsOf(at)) {
      if (row.kind === "step" && row.index === this.selected) return top;
      top += row.kind === "group" ? headHeight : rowHeight;
    }
    return top;
  }

  /**
   * Scrolls as far as necessary to show the selected step.
   *
   * @private
   */
  reveal() {
    this.canvas.style.height = `${this.height}px`;
    const top = this.selectedTop;
    const room = this.list.clientHeight;
    if (top === null || room === 0) return;
    if (top < this.list.scrollTop + headHeight) this.list.scrollTop = Math.max(0, top - headHeight);
    if (top + rowHeight > this.list.scrollTop + room) this.list.scrollTop = top + rowHeight - room + 8;
  }

  /** @private */
  get height() {
    return (this.matches ? margin + this.matches.length * rowHeight : this.offsets.at(-1) ?? 0) + margin;
  }

  /**
   * Creates the rows for a printed page: those around the selected step if there are too many.
   *
   * @param {boolean} isPrinted `false` when printing has ended.
   */
  print(isPrinted) {
    if (!isPrinted) {
      this.list.classList.remove("is-printed");
      this.filter(this.text);
      return;
    }
    const all = this.matches ?? Array.from({ length: this.trace.count }, (_, index) => index);
    const middle = all.indexOf(this.selected);
    const first = Math.max(0, Math.min(middle - maxPrinted / 2, all.length - maxPrinted));
    const shown = all.slice(first, first + maxPrinted);
    if (shown.length < all.length) {
      this.status.textContent = `Printed: steps ${shown[0] + 1} to ${(shown.at(-1) ?? 0) + 1} of ${this.trace.count}`;
    }
    this.list.classList.add("is-printed");
    this.canvas.style.height = "auto";
    replace(this.canvas, shown.map((index) => this.drawStep(this.trace.step(index), 0)));
  }

  /** Creates the rows in view. */
  draw() {
    if (this.list.classList.contains("is-printed")) return;
    const spare = 200;
    const [from, to] = [this.list.scrollTop - spare, this.list.scrollTop + this.list.clientHeight + spare];
    this.canvas.style.height = `${this.height}px`;
    const rows = this.visible(from, to);
    replace(this.canvas, rows.map(({ top, row }) => row.kind === "group"
      ? element("div", { class: "timeline-group", "aria-hidden": "true", set: { top: `${top}px` } },
        name(clean(row.label, 200)))
      : this.drawStep(this.trace.step(row.index), top)));
    const shown = rows.some(({ row }) => row.kind === "step" && row.index === this.selected);
    if (shown) this.list.setAttribute("aria-activedescendant", `step-${this.selected}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  /**
   * @private
   * @param {import("./trace.js").Step} step
   * @param {number} top
   */
  drawStep(step, top) {
    const { verb, rest, ...call } = partsOf(step.call);
    const [receiver, argument] = [call.receiver.replace(/^app:/, ""), rest.trim()];
    const isSelected = step.index === this.selected;
    const tone = step.isFailed ? "failed" : /^(rejected|failed|cancelled)/.test(step.outcome ?? "") ? "warned" : "";
    const detail = step.outcome ?? step.effect ?? this.resultOf(step, verb);
    const time = this.trace.durationOf(step);
    const real = step.realTime === undefined ? "" : duration(step.realTime < 10 ? +step.realTime.toFixed(2) : Math.round(step.realTime));
    const row = element("div", {
      class: `timeline-row ${tone}${step.groups.length ? " grouped" : ""}`, role: "option",
      id: `step-${step.index}`, "aria-selected": String(isSelected),
      "aria-setsize": String(this.matches?.length ?? this.trace.count),
      "aria-posinset": String((this.matches ? this.matches.indexOf(step.index) : step.index) + 1),
      "aria-label": clean([
        step.number === null ? "" : `Step ${step.number}`, step.groups.join(", "), step.call,
        step.isFailed ? "failed" : "", detail, time > 0 ? duration(time) : "",
        real && `${real} of real time`,
      ].filter(Boolean).join(": "), 300),
      "data-index": String(step.index), set: { top: `${top}px` },
    },
      element("span", { class: "step-mark" },
        icon(step.isFailed ? "cross" : verbIcons[verb] ?? "operation")),
      element("span", { class: "step-call" },
        receiver && name(clean(receiver, 60), "step-receiver"),
        element("b", null, clean(verb, 60)), " ", name(clean(argument, 160), "step-argument")),
      element("span", { class: "step-number" }, step.number === null ? "" : step.number),
      element("span", { class: "step-effect" }, name(clean(detail, 120))),
      element("span", { class: "step-place" },
        time > 0 && element("span", { class: "step-time", title: `Takes ${duration(time)} of virtual time` }, duration(time)),
        real && element("span", { class: "step-time", title: `Took ${real} of real time` }, `${real} real`),
        name(clean(shortPlace(step, time), 60))));
    return row;
  }

  /**
   * The result of an expectation.
   *
   * @private
   * @param {import("./trace.js").Step} step
   * @param {string} verb
   */
  resultOf(step, verb) {
    const difference = this.trace.failuresOf(step)[0]?.differences?.[0];
    if (difference && !difference.lines?.length) return `${difference.name} is ${String(difference.actual).replace(/\s+/g, " ")}`;
    return !step.isFailed && verbIcons[verb] === "expect" ? "as expected" : "";
  }

  /**
   * @private
   * @param {MouseEvent} event
   */
  click(event) {
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-index]"));
    if (row) this.onSelect(Number(row.dataset.index));
  }
}

/**
 * Returns the line of a step, or the time at which it begins if no script made the call.
 *
 * @param {import("./trace.js").Step} step
 * @param {number} time The time that the step takes.
 */
function shortPlace(step, time) {
  if (step.at) return step.at.slice(step.at.lastIndexOf("/") + 1).replace(/^.*(?=:\d+$)/, "");
  return step.time === undefined ? "" : time > 0 ? `at ${duration(step.time)}` : duration(step.time);
}
