// The comparison of two recordings: the screens of both recordings at the same position, and the
// first difference.
import { drawDevice } from "./device.js";
import { button, clean, element, icon, name } from "./elements.js";

/** @typedef {import("./trace.js").Trace} Trace */

/**
 * The first difference between two recordings.
 *
 * @typedef {object} Difference
 * @property {string} title The other recording.
 * @property {boolean} isEqual
 * @property {number} alike The number of equal calls before it.
 * @property {number} first The index of its step in this recording.
 * @property {number} second The index of its step in the other recording.
 * @property {[string, string, string[], string[]][]} changes The differences: the kind, the path, and the items that only this and
 *   only the other recording contain.
 */

/** Two recordings next to each other. */
export class Comparison {
  /**
   * @param {Trace} trace
   * @param {Trace} other
   * @param {Difference} difference
   */
  constructor(trace, other, difference) {
    this.trace = trace;
    this.other = other;
    this.difference = difference;
  }

  /**
   * Returns the step of the other recording at the position of a step, or -1 before the first step.
   *
   * @param {number} index
   */
  counterpart(index) {
    const { isEqual, first, second } = this.difference;
    const shifted = isEqual || index < first ? index : index + second - first;
    return Math.max(-1, Math.min(this.other.count - 1, shifted));
  }

  /**
   * Returns the states of both recordings after a step, or `null` if the other one has no such step.
   *
   * @param {number} index
   * @returns {[any, any] | null}
   */
  statesAt(index) {
    const there = this.counterpart(index);
    return there < 0 ? null : [this.trace.after(index), this.other.after(there)];
  }

  /**
   * Draws both screens after a step.
   *
   * @param {number} index
   * @param {(index: number) => void} onSelect
   */
  draw(index, onSelect) {
    const { difference } = this;
    const there = this.counterpart(index);
    const [own, others] = [this.trace.after(index), there < 0 ? { state: null, view: null } : this.other.after(there)];
    const hasEnded = !difference.isEqual && index + difference.second - difference.first >= this.other.count;
    return element("div", { class: "compare" },
      element("div", { class: "compare-head" },
        difference.isEqual ? element("span", { class: "equal" }, "The recordings are equal")
          : [element("span", null, `Equal for ${difference.alike} call${difference.alike === 1 ? "" : "s"}`),
            index >= difference.first ? element("span", { class: "differs" }, index === difference.first ? "First difference" : "After the first difference") : null,
            index !== difference.first && button("step-link", "", () => onSelect(Math.min(difference.first, this.trace.count - 1)),
              "Go to the first difference")],
        element("span", { class: "other" }, "compared with ", name(clean(difference.title, 300)))),
      element("div", { class: "compare-devices" }, element("div", { class: "stage-pair" },
        this.side("This recording", this.trace, index, own, false),
        element("span", { class: "stage-arrow", "aria-hidden": "true" }, icon("forward")),
        this.side(hasEnded ? "The other recording has ended" : "The other recording", this.other, there, others, true))));
  }

  /**
   * @private
   * @param {string} label
   * @param {Trace} trace
   * @param {number} index
   * @param {any} after
   * @param {boolean} isOther
   */
  side(label, trace, index, after, isOther) {
    const device = drawDevice(after.state, after.view, { label, tone: isOther ? "is-before" : "" });
    device.append(element("figcaption", null, name(label),
      element("span", { class: "compare-call" }, index < 0 ? "before the first step" : name(clean(trace.step(index).call, 120)))));
    return device;
  }

  /** Draws the differences between the states at the first difference. */
  drawDifference() {
    const { difference } = this;
    if (difference.isEqual) return element("p", { class: "empty" }, "The recordings are equal in all steps.");
    const [own, others] = [this.callAt(this.trace, difference.first), this.callAt(this.other, difference.second)];
    const line = (/** @type {string} */ tone, /** @type {string} */ text) => element("div", { class: `diff ${tone}` },
      element("span", { class: "sign", "aria-label": tone === "removed" ? "only here" : "only there" }, tone === "removed" ? "−" : "+"),
      name(clean(text, 400)));
    return element("div", { class: "columns" },
      element("section", null, element("h3", null, "The first difference"),
        element("div", { class: "changes" }, element("div", { class: "change" },
          element("div", { class: "change-head" }, element("b", null, "Call")), line("removed", own), line("added", others)))),
      element("section", null, element("h3", null, "The differences at this point: − only in this recording, + only in the other recording"),
        difference.changes.length === 0 ? element("p", { class: "empty" }, "The same screens.")
          : element("div", { class: "changes" }, difference.changes.map(([kind, path, removed, added]) =>
            element("div", { class: "change" },
              element("div", { class: "change-head" }, element("b", null, clean(kind, 40)), path && element("span", { class: "change-path" }, name(clean(path, 160)))),
              removed.map((text) => line("removed", text)), added.map((text) => line("added", text)))))));
  }

  /**
   * @private
   * @param {Trace} trace
   * @param {number} index
   */
  callAt(trace, index) {
    if (index >= trace.count) return "ends here";
    const step = trace.step(index);
    return step.outcome ? `${step.call}  ${step.outcome}` : step.call;
  }
}
