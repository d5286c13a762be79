// The scrubber: a slider over all steps of a trace.
import { clean, element, replace } from "./elements.js";

/** @typedef {import("./trace.js").Trace} Trace */

/** The maximum number of marks for failed steps. */
const maxMarks = 100;

/** A slider that selects a step. */
export class Scrubber {
  /**
   * @param {Trace} trace
   * @param {(index: number) => void} onSelect
   */
  constructor(trace, onSelect) {
    this.trace = trace;
    /** @private The step to select in the next frame, or -1. */ this.next = -1;
    this.input = /** @type {HTMLInputElement} */ (element("input", {
      type: "range", min: "0", step: "1", "aria-label": "Step", on: {
        input: () => {
          // The browser reports more positions than it draws.
          if (this.next < 0) requestAnimationFrame(() => this.flush(onSelect));
          this.next = Number(this.input.value);
        },
      },
    }));
    this.marks = element("div", { class: "scrubber-marks", "aria-hidden": "true" });
    this.node = element("div", { class: "scrubber" }, this.marks, this.input);
  }

  /**
   * @private
   * @param {(index: number) => void} onSelect
   */
  flush(onSelect) {
    const index = this.next;
    this.next = -1;
    onSelect(index);
  }

  /**
   * Shows the selected step.
   *
   * @param {number} index
   */
  update(index) {
    const { count } = this.trace;
    this.node.hidden = count < 2;
    if (count < 2) return;
    const last = String(count - 1);
    if (this.input.max !== last) {
      this.input.max = last;
      this.drawMarks();
    }
    this.input.value = String(index);
    this.input.setAttribute("aria-valuetext", `Step ${index + 1} of ${count}: ${clean(this.trace.step(index).call, 120)}`);
    this.input.style.setProperty("--part", `${index / (count - 1) * 100}%`);
  }

  /** @private Marks the failed steps, at most one for each hundredth of the track. */
  drawMarks() {
    const last = this.trace.count - 1;
    const places = new Set((this.trace.head.failed ?? []).map((/** @type {number} */ index) =>
      Math.round(index / last * maxMarks) / maxMarks * 100));
    replace(this.marks, [...places].map((place) => element("span", { set: { "--place": `${place}%` } })));
  }
}
