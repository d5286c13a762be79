// The overlay: the devices before and after a step on top of each other, with the parts that differ.
import { drawDevice } from "./device.js";
import { clean, element, name, replace } from "./elements.js";

/** The parts of a device that are compared. */
const parts = ".layer:not(.layer-base) > .card, .bar-title, .bar-back, .bar-style, .row, .depth, .alert-title, .alert-text, .alert-field, .alert-button, "
  + ".tab, .badge, .chip, .device-empty";

/** The maximum number of parts that the legend lists for each side. */
const maxNames = 12;

/**
 * A part of a device, with its box in percent of the screen.
 *
 * @typedef {{ key: string, text: string, x: number, y: number, width: number, height: number }} Box
 */

/** Two devices on top of each other. */
export class Overlay {
  constructor() {
    /** The visible portion of the later device, in percent. */
    this.mix = 50;
    this.slider = /** @type {HTMLInputElement} */ (element("input", {
      type: "range", min: "0", max: "100", step: "5", value: String(this.mix), "aria-label": "Blend from before to after", on: {
        input: () => {
          this.mix = Number(this.slider.value);
          this.blend();
        },
      },
    }));
    /** @private @type {HTMLElement | null} */ this.device = null;
    this.legend = element("div", { class: "overlay-legend" });
    this.node = element("div", { class: "overlay" });
  }

  /**
   * Shows two states. Call `measure` when the node has been added to the document.
   *
   * @param {any} before
   * @param {any} after
   * @param {[string, string]} labels The names of the two states.
   */
  show(before, after, labels) {
    this.labels = labels;
    const device = this.device = drawDevice(after.state, after.view, { label: labels[1] });
    this.later = device.querySelector(".device-screen");
    this.earlier = drawDevice(before.state, before.view, { label: labels[0] }).querySelector(".device-screen");
    this.earlier?.classList.add("overlay-earlier");
    this.earlier?.setAttribute("aria-hidden", "true");
    this.boxes = element("div", { class: "overlay-boxes", "aria-hidden": "true" });
    this.later?.after(/** @type {Node} */ (this.earlier), this.boxes);
    replace(this.node, device, element("div", { class: "overlay-side" },
      element("label", { class: "overlay-blend" }, element("span", null, labels[0]), this.slider, element("span", null, labels[1])),
      this.legend));
    this.blend();
  }

  /** @private */
  blend() {
    this.device?.style.setProperty("--mix", String(this.mix / 100));
    this.slider.setAttribute("aria-valuetext", `${100 - this.mix} % ${this.labels?.[0]}, ${this.mix} % ${this.labels?.[1]}`);
    this.slider.style.setProperty("--part", `${this.mix}%`);
  }

  /** Marks the parts that differ. */
  measure() {
    if (!this.earlier || !this.later || !this.boxes) return;
    const [before, after] = [boxesOf(this.earlier), boxesOf(this.later)];
    const [removed, added] = [without(before, after), without(after, before)];
    replace(this.boxes, ...[["removed", removed], ["added", added]].flatMap(([tone, boxes]) =>
      /** @type {Box[]} */ (boxes).map((box) => element("div", {
        class: `overlay-box ${tone}`, set: { "--x": `${box.x}%`, "--y": `${box.y}%`, "--w": `${box.width}%`, "--h": `${box.height}%` },
      }))));
    const list = (/** @type {string} */ tone, /** @type {string} */ title, /** @type {Box[]} */ boxes) => {
      const texts = [...new Set(boxes.map((box) => box.text).filter(Boolean))];
      return element("section", { class: tone }, element("h3", null, `${title} (${boxes.length})`),
        element("ul", null, texts.slice(0, maxNames).map((text) => element("li", null, name(clean(text, 80)))),
          texts.length > maxNames && element("li", null, `${texts.length - maxNames} more`)));
    };
    replace(this.legend, removed.length + added.length === 0 ? element("p", { class: "empty" }, "Both look the same.")
      : [list("removed", `Only ${this.labels?.[0].toLowerCase()}`, removed), list("added", `Only ${this.labels?.[1].toLowerCase()}`, added)]);
  }
}

/**
 * Returns the visible parts of a screen. Parts beneath a covering sheet are not visible.
 *
 * @param {Element} screen
 * @returns {Box[]}
 */
function boxesOf(screen) {
  const outer = screen.getBoundingClientRect();
  return [...screen.querySelectorAll(parts)].filter((part) => !part.closest(".is-beneath")).map((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const kind = [...part.classList].filter((one) => one !== "is-changed").join(".");
    const isCard = part.classList.contains("card");
    const text = isCard ? "" : /** @type {HTMLElement} */ (part).innerText.replace(/\s+/g, " ").trim();
    return {
      key: `${kind} ${isCard ? part.parentElement?.className.replace(/is-\w+/g, "").trim() : text}`, text,
      x: (left - outer.left) / outer.width * 100, y: (top - outer.top) / outer.height * 100,
      width: width / outer.width * 100, height: height / outer.height * 100,
    };
  }).filter((box) => box.width > 0 && box.height > 0);
}

/**
 * Returns the boxes that have no equal box in another list.
 *
 * @param {Box[]} boxes
 * @param {Box[]} others
 */
function without(boxes, others) {
  const isClose = (/** @type {number} */ one, /** @type {number} */ other) => Math.abs(one - other) < 0.6;
  return boxes.filter((box) => !others.some((other) => box.key === other.key && isClose(box.x, other.x) && isClose(box.y, other.y)
    && isClose(box.width, other.width) && isClose(box.height, other.height)));
}
