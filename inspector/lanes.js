// The timers and the asynchronous work of a recording as lanes over virtual time.
import { button, clean, duration, element, icon, name, replace } from "./elements.js";

/**
 * A timer or a work item.
 *
 * @typedef {object} Lane
 * @property {1} [w] Whether it is asynchronous work.
 * @property {string} [o] The type of the coordinator that it belongs to.
 * @property {number} b When it began, in virtual milliseconds.
 * @property {number} i The index of the step during which it began.
 * @property {number} [d] When the timer fires.
 * @property {number} [e] When it ended; absent if it is open at the end.
 * @property {number} [j] The index of the step during which it ended.
 * @property {1} [x] Whether it was cancelled.
 * @property {number} [n] The number of open work.
 * @property {string[]} [r] The results with which a running session can end open work.
 */

/**
 * The actions of a running session.
 *
 * @typedef {object} LaneActions
 * @property {(lane: Lane) => void} advance Advances the clock to a timer.
 * @property {(lane: Lane, result: string) => void} end Ends work.
 */

/** The text and the label of the button for each result of work. */
const results = /** @type {Record<string, [string, (owner: string) => string]>} */ ({
  success: ["Succeed", (owner) => `End the work of ${owner} with success`],
  failure: ["Fail", (owner) => `End the work of ${owner} with a failure`],
  cancellation: ["Cancel", (owner) => `Cancel the work of ${owner}`],
});

/**
 * What the lanes are compared with.
 *
 * @typedef {object} Moment
 * @property {number} index The index of the selected step.
 * @property {number} now The virtual time after this step.
 * @property {number} end The virtual time at the end of the recording.
 * @property {string} note What is missing; empty if nothing is.
 * @property {boolean} isCurrent Whether a running session has this state.
 */

/** The lists of lanes of a recording, of which only the rows in view are created. */
export class LanesView {
  /**
   * @param {(index: number) => void} onSelect Receives the index of a step.
   * @param {LaneActions | null} actions `null` for a recording.
   */
  constructor(onSelect, actions = null) {
    /** @private */ this.onSelect = onSelect;
    /** @private */ this.actions = actions;
    /** @private @type {Lane[]} */ this.lanes = [];
    /** @private @type {Lane[]} The lanes that the shown time contains. */ this.shown = [];
    /** @private @type {Moment} */ this.moment = { index: -1, now: 0, end: 1, note: "", isCurrent: false };
    /**
     * The length of the shown time in milliseconds; `null` for the whole recording.
     *
     * @private
     * @type {number | null}
     */
    this.span = null;
    /** @private The shown time. */ this.range = { from: 0, to: 1 };
    /** @private */ this.narrow = matchMedia("(max-width: 760px)");
    this.summary = element("p", { class: "lanes-summary", role: "status" });
    this.scale = element("span", { class: "lanes-scale" });
    this.closer = button("icon-button", "Show less time around this step", () => this.zoom(1 / 4), icon("plus"));
    this.wider = button("icon-button", "Show more time around this step", () => this.zoom(4), icon("minus"));
    this.axis = element("div", { class: "lanes-axis", "aria-hidden": "true" });
    this.canvas = element("ul", { class: "lanes-canvas", role: "list" });
    this.list = element("div", {
      class: "lanes-list", tabindex: "0", role: "region", "aria-label": "Timers and asynchronous work",
      on: { scroll: () => this.draw() },
    }, this.canvas);
    this.node = element("div", { class: `lanes-view${actions ? " has-actions" : ""}` },
      element("div", { class: "lanes-head" }, this.summary, this.wider, this.scale, this.closer), this.axis, this.list);
    /** @private The height of the list; 0 while it is not in the document. */ this.height = 0;
    new ResizeObserver(() => {
      const isShown = this.height === 0 && this.list.clientHeight > 0;
      this.height = this.list.clientHeight;
      if (isShown) this.reveal();
      this.draw();
    }).observe(this.list);
  }

  /**
   * Shows lanes at a step.
   *
   * @param {Lane[]} lanes In the order in which they began.
   * @param {Moment} moment
   */
  update(lanes, moment) {
    const isMoved = lanes !== this.lanes || moment.index !== this.moment.index;
    this.lanes = lanes;
    this.moment = moment;
    this.measure();
    if (isMoved) this.reveal();
    this.draw();
  }

  /** @private */
  get rowHeight() { return !this.narrow.matches ? 28 : this.actions ? 74 : 46; }

  /**
   * Whether a lane has begun, and whether it has ended, at the selected step.
   *
   * @private
   * @param {Lane} lane
   * @returns {"later" | "open" | "ended"}
   */
  stateOf(lane) {
    if (lane.i > this.moment.index) return "later";
    return lane.j !== undefined && lane.j <= this.moment.index ? "ended" : "open";
  }

  /**
   * Calculates the shown time and the lanes in it.
   *
   * @private
   */
  measure() {
    const { now, end, note } = this.moment;
    let latest = 0;
    let open = 0;
    for (const lane of this.lanes) {
      latest = Math.max(latest, lane.e ?? lane.d ?? 0);
      if (this.stateOf(lane) === "open") open += 1;
    }
    // A timer that is due long after the end does not shorten everything else.
    const whole = Math.max(1, end, end > 0 ? Math.min(latest, end * 3) : latest);
    const span = this.span === null ? whole : Math.min(this.span, whole);
    const from = Math.max(0, Math.min(now - span / 2, whole - span));
    this.range = { from, to: from + span };
    this.shown = span === whole ? this.lanes
      : this.lanes.filter((lane) => lane.b <= this.range.to && (lane.e ?? Infinity) >= from);
    const shown = this.shown.length === this.lanes.length ? "" : `, ${this.shown.length} shown`;
    this.summary.textContent = `${open} waiting, ${this.lanes.length} in all${shown}${note && `. ${note}`}`;
    this.scale.textContent = duration(Math.round(span));
    this.wider.toggleAttribute("disabled", span >= whole);
    this.closer.toggleAttribute("disabled", span <= 20);
    this.drawAxis();
  }

  /**
   * Shows a longer or a shorter time around the selected step.
   *
   * @private
   * @param {number} factor
   */
  zoom(factor) {
    this.span = (this.range.to - this.range.from) * factor;
    this.measure();
    this.reveal();
    this.draw();
  }

  /**
   * The horizontal position of a time, in percent of the shown time.
   *
   * @private
   * @param {number} time
   */
  position(time) {
    const { from, to } = this.range;
    return Math.max(0, Math.min(100, (time - from) / (to - from) * 100));
  }

  /** @private */
  drawAxis() {
    const { from, to } = this.range;
    const step = niceStep((to - from) / (this.narrow.matches ? 3 : 6));
    /** @type {number[]} */ const ticks = [];
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
    replace(this.axis, element("div", { class: "lanes-ticks" },
      ticks.map((tick) => element("span", { class: "lanes-tick", set: { "--at": `${this.position(tick)}%` } }, duration(tick))),
      element("span", { class: "lanes-now", set: { "--at": `${this.position(this.moment.now)}%` } })));
  }

  /**
   * Scrolls to the first lane that is open at the selected step, otherwise to the last one that has begun.
   *
   * @private
   */
  reveal() {
    this.canvas.style.height = `${this.shown.length * this.rowHeight}px`;
    const first = this.shown.findIndex((lane) => this.stateOf(lane) === "open");
    const later = this.shown.findIndex((lane) => this.stateOf(lane) === "later");
    const row = first >= 0 ? first : (later < 0 ? this.shown.length : later) - 1;
    const top = Math.max(0, row) * this.rowHeight;
    const room = this.list.clientHeight;
    if (top < this.list.scrollTop || top + this.rowHeight > this.list.scrollTop + room) {
      this.list.scrollTop = Math.max(0, top - room / 2 + this.rowHeight);
    }
  }

  /** Creates the rows in view. */
  draw() {
    const height = this.rowHeight;
    const spare = 6;
    const first = Math.max(0, Math.floor(this.list.scrollTop / height) - spare);
    const last = Math.ceil((this.list.scrollTop + this.list.clientHeight) / height) + spare;
    const active = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-part") : null;
    this.canvas.style.height = `${this.shown.length * height}px`;
    replace(this.canvas, this.shown.slice(first, last).map((lane, offset) => this.row(lane, first + offset, height)));
    if (!active) return;
    const node = /** @type {HTMLElement | null} */ (this.canvas.querySelector(`[data-part="${active}"]`));
    // The buttons of a timer or a work item disappear when it ends.
    (node ?? this.list).focus({ preventScroll: true });
  }

  /**
   * @private
   * @param {Lane} lane
   * @param {number} position Among the shown lanes.
   * @param {number} height
   */
  row(lane, position, height) {
    const state = this.stateOf(lane);
    const kind = lane.w ? "Work" : "Timer";
    const owner = clean(lane.o ?? "application", 80);
    const { from, to } = this.range;
    const finish = lane.e ?? lane.d ?? to;
    const [left, right] = [this.position(lane.b), this.position(finish)];
    const done = this.position(state === "open" ? Math.min(this.moment.now, finish) : state === "ended" ? finish : lane.b);
    const text = this.textOf(lane, state);
    const whole = `${kind} of ${owner}, ${lane.w ? "started" : "set"} at ${duration(lane.b)}: ${text}`;
    return element("li", {
      class: `lane-row is-${state}${lane.x ? " is-cancelled" : ""}${lane.w ? " is-work" : ""}`, "aria-setsize": String(this.shown.length),
      "aria-posinset": String(position + 1), set: { top: `${position * height}px` },
    },
      this.link("lane-name", `${whole}. Go to its first step`, `${position}-first`, lane.i, icon(lane.w ? "operation" : "clock"), name(owner)),
      element("span", { class: "lane", "aria-hidden": "true" },
        lane.b <= to && (lane.e ?? Infinity) >= from && element("span", {
          class: `lane-bar${lane.e === undefined && (lane.d ?? Infinity) > to ? " is-cut" : ""}`,
          set: { "--from": `${left}%`, "--to": `${right}%`, "--done": `${done}%` },
        }, element("span", { class: "lane-done" }), lane.e !== undefined && element("span", { class: "lane-end" })),
        element("span", { class: "lanes-now", set: { "--at": `${this.position(this.moment.now)}%` } })),
      lane.j !== undefined && lane.j !== this.moment.index
        ? this.link("lane-time", `${text}. Go to this step`, `${position}-last`, lane.j, text)
        : element("span", { class: "lane-time" }, text),
      this.actions && element("span", { class: "lane-actions" }, this.moment.isCurrent && state === "open" && this.buttons(lane, owner, `${position}`)));
  }

  /**
   * The buttons that end an open lane of a running session.
   *
   * @private
   * @param {Lane} lane
   * @param {string} owner
   * @param {string} part
   */
  buttons(lane, owner, part) {
    const make = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ action) => {
      const node = button("lane-action", label, action, text);
      node.setAttribute("data-part", `${part}-${text}`);
      return node;
    };
    if (!lane.w) {
      const label = `Advance the clock to this timer of ${owner}`;
      return [make(label, "Advance", () => this.actions?.advance(lane))];
    }
    return (lane.r ?? []).filter((result) => results[result]).map((result) => {
      const [text, label] = results[result];
      return make(label(owner), text, () => this.actions?.end(lane, result));
    });
  }

  /**
   * A button that goes to a step.
   *
   * @private
   * @param {string} className
   * @param {string} label
   * @param {string} part
   * @param {number} step
   * @param {...any} children
   */
  link(className, label, part, step, ...children) {
    const node = button(`lane-link ${className}`, label, () => this.onSelect(step), ...children);
    node.setAttribute("data-part", part);
    return node;
  }

  /**
   * Describes the progress of a lane at the selected step.
   *
   * @private
   * @param {Lane} lane
   * @param {"later" | "open" | "ended"} state
   */
  textOf(lane, state) {
    if (state === "later") return `begins at ${duration(lane.b)}`;
    if (state === "ended") return `${lane.x ? "cancelled" : lane.w ? "finished" : "fired"} at ${duration(lane.e ?? 0)}`;
    if (lane.d === undefined) return `runs since ${duration(lane.b)}`;
    return `fires in ${duration(Math.max(0, lane.d - this.moment.now))}`;
  }
}

/**
 * The smallest of 1, 2 and 5 times a power of ten that is not less than a number.
 *
 * @param {number} least
 */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power * 10;
}
