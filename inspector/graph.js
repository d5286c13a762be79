// The graph of the screens that a recording shows and the transitions between them. The program calculates
// the positions, so that pages and image files have the same layout.
import { clean, element, vector } from "./elements.js";

/**
 * The transitions from one screen to another.
 *
 * @typedef {{ from: number, to: number, count: number, first?: number, actions: string[] }} Direction
 */

/**
 * @typedef {object} GraphData
 * @property {[number, number]} size
 * @property {{ name: string, frame: number[] }[]} clusters The coordinator types.
 * @property {{ coordinator: string, screen: string, frame: number[], visits: number, loops?: number, first?: number }[]} nodes
 *   `first` is the index of the first step that shows the screen, and `loops` the number of transitions after
 *   which the screen is still in front.
 * @property {{ points: [number, number][], forward?: Direction, backward?: Direction, label?: string, frame?: number[], gap?: number }[]} lines
 *   `label` is the text at a line, whose place is `frame`; its center is the point `gap`.
 * @property {"states"} [unit] What `visits` counts, if they are not visits.
 */

/** The width of a character in points, as in the program. */
const advance = 7.6;

/** Characters that are twice as wide as others. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/**
 * Text that fits into a width in points.
 *
 * @param {string} text
 * @param {number} width
 */
function fitted(text, width) {
  const characters = Array.from(clean(text, 300));
  let room = Math.max(1, Math.floor(width / advance));
  const end = characters.findIndex((character) => (room -= wide.test(character) ? 2 : 1) < 0);
  return end < 0 ? characters.join("") : `${characters.slice(0, Math.max(0, end - 1)).join("")}…`;
}

/** The scale at which texts can still be read. */
const leastScale = .62;

/** The space around a graph in pixels. */
const viewPadding = 12;

/** Half of the height of a label in points. */
const labelReach = 8;

/**
 * A curve through points that is vertical at each of them.
 *
 * @param {[number, number][]} points
 * @param {number} [gap] The index of the point where the label interrupts the curve.
 */
function curve(points, gap) {
  return points.slice(1).reduce((path, [x, y], index) => {
    const [fromX, fromY] = points[index];
    const reach = fromY < y ? labelReach : -labelReach;
    const [start, end] = [index === gap ? fromY + reach : fromY, index + 1 === gap ? y - reach : y];
    const middle = (start + end) / 2;
    return `${path}${index === gap ? `M${fromX} ${start}` : ""}C${fromX} ${middle} ${x} ${middle} ${x} ${end}`;
  }, `M${points[0].join(" ")}`);
}

/**
 * The directions of a line that exist.
 *
 * @param {GraphData["lines"][0]} line
 * @returns {Direction[]}
 */
function waysOf({ forward, backward }) {
  return [...forward ? [forward] : [], ...backward ? [backward] : []];
}

/**
 * A number of times in words.
 *
 * @param {number} count
 */
function times(count) { return count === 1 ? "once" : `${count} times`; }

/**
 * The level of the color of a screen, from 1 for fewer than 3 visits to 4 for at least 27 visits.
 *
 * @param {number} visits
 */
function hitLevel(visits) { return Math.min(4, 1 + Math.floor(Math.log(visits) / Math.log(3) + 1e-9)); }

/** A graph in which one screen is marked as the current one. */
export class GraphView {
  /**
   * @param {GraphData} data
   * @param {(index: number) => void} onSelect Receives the index of a step.
   */
  constructor(data, onSelect) {
    this.data = data;
    /** @private */ this.onSelect = onSelect;
    /** @private @type {Element | null} */ this.current = null;
    const [width, height] = data.size;
    /** @private */ this.boxes = data.nodes.map((node) => this.box(node));
    const lines = data.lines.map((line) => this.line(line));
    this.image = vector("svg", {
      class: "screen-graph is-run", viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
      "aria-label": `Graph: ${this.summary}`,
    }, vector("defs", null, ["taken", "never"].map((kind) => vector("marker", {
      id: `graph-${kind}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse",
      markerUnits: "userSpaceOnUse",
    }, vector("path", { class: `arrow ${kind}`, d: "M0 0L10 5L0 10z" })))),
      data.clusters.map(({ name, frame: [x, y, wide, high] }) => [
        vector("rect", { class: "cluster", x, y, width: wide, height: high, rx: 10 }),
        vector("text", { class: "cluster-name", x: x + 12, y: y + 20 }, fitted(name, wide - 20))]),
      lines.map((line) => line.path), this.boxes, lines.map((line) => line.label));
    this.image.style.setProperty("--graph-width", `${Math.round(width * leastScale)}px`);
    /** @private */
    this.view = element("div", { class: "graph-scroll", tabindex: "0", role: "region", "aria-label": "Graph of the screens" }, this.image);
    new ResizeObserver(() => this.fit()).observe(this.view);
    this.node = element("div", { class: "graph-view" },
      element("p", { class: "graph-legend" }, element("span", { class: "graph-summary" }, this.summary),
        [["shown", "in front, stronger if often"], ["now", "now"], ["missing", "never in front"]]
          .filter(([kind]) => kind !== "now" || data.unit === undefined).map(([kind, text]) =>
          element("span", { class: `graph-key ${kind}` }, text))),
      this.view);
  }

  /** How many screens and transitions have occurred. */
  get summary() {
    const ways = this.data.lines.flatMap(waysOf);
    const [shown, taken] = [this.data.nodes.filter((node) => node.visits > 0), ways.filter((way) => way.count > 0)];
    return `${shown.length} of ${this.data.nodes.length} screens, ${taken.length} of ${ways.length} transitions`;
  }

  /**
   * Fits the graph into the view if its texts remain legible. Otherwise, only the width fits.
   *
   * @private
   */
  fit() {
    const [width, height] = this.data.size;
    const { clientWidth, clientHeight } = this.view;
    if (clientWidth === 0) return;
    // In a narrow window, the height of the view depends on the graph, up to a limit.
    const limit = Number.parseFloat(getComputedStyle(this.view).maxHeight) || clientHeight;
    const scale = Math.min(1, (clientWidth - 2 * viewPadding) / width, (limit - 2 * viewPadding) / height);
    this.image.style.width = scale < leastScale ? "" : `${Math.floor(width * scale)}px`;
  }

  /**
   * Scrolls as far as necessary to show the marked screen.
   *
   * @private
   */
  reveal() {
    if (!this.current) return;
    const [box, view] = [this.current.getBoundingClientRect(), this.view.getBoundingClientRect()];
    const by = (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ start, /** @type {number} */ end) =>
      Math.min(Math.max(0, last + viewPadding - end), first - viewPadding - start);
    this.view.scrollLeft += by(box.left, box.right, view.left, view.right);
    this.view.scrollTop += by(box.top, box.bottom, view.top, view.bottom);
  }

  /**
   * Marks the screen in front.
   *
   * @param {{ coordinator: string, screen: string } | null} front
   * @param {boolean} isNew Whether the graph has just been added to the document.
   */
  mark(front, isNew) {
    const former = this.current;
    this.current?.classList.remove("current");
    this.current?.removeAttribute("aria-current");
    const index = front ? this.data.nodes.findIndex((node) =>
      node.screen === front.screen && node.coordinator === front.coordinator) : -1;
    this.current = this.boxes[index] ?? null;
    this.current?.classList.add("current");
    this.current?.setAttribute("aria-current", "true");
    if (isNew) this.fit();
    if (isNew || this.current !== former) this.reveal();
  }

  /**
   * @private
   * @param {GraphData["nodes"][0]} node
   */
  box(node) {
    const [x, y, width, height] = node.frame;
    const label = clean(`${node.coordinator ? `${node.coordinator}.` : ""}${node.screen}`, 200);
    const isShown = node.visits > 0;
    const count = this.data.unit === "states" ? `in ${node.visits} state${node.visits === 1 ? "" : "s"}` : times(node.visits);
    const loops = node.loops ? `; ${node.loops} transition${node.loops === 1 ? "" : "s"} to the same screen` : "";
    const note = isShown ? `${label}: in front ${count}${loops}` : `${label}: never in front`;
    const badge = `×${node.visits}`;
    return this.pressable(node.first, note, vector("g", { class: `screen ${isShown ? `shown hits-${hitLevel(node.visits)}` : "unreached"}` },
      vector("title", null, note),
      vector("rect", { class: "node", x, y, width, height, rx: 8 }),
      vector("text", { class: "node-name", x: x + width / 2, y: y + height / 2 + 4.5 }, fitted(node.loops ? `${node.screen} ↻${node.loops}` : node.screen, width - 16)),
      node.visits > 1 && [
        vector("rect", { class: "visits", x: x + width - 4 - badge.length * 6, y: y - 8, width: badge.length * 6 + 8, height: 15, rx: 7.5 }),
        vector("text", { class: "visits-text", x: x + width - badge.length * 3, y: y + 3.2 }, badge)]));
  }

  /**
   * @private
   * @param {GraphData["lines"][0]} line
   */
  line(line) {
    const { points, forward, backward, label, frame, gap } = line;
    const ways = waysOf(line);
    const count = ways.reduce((sum, way) => sum + way.count, 0);
    const kind = count > 0 ? "taken" : "never";
    const texts = ways.map((way) => {
      const [from, to] = [this.data.nodes[way.from], this.data.nodes[way.to]];
      const actions = way.actions.map((action) => clean(action, 80)).join(", ");
      return `${clean(from.screen, 80)} → ${clean(to.screen, 80)}: ${way.count > 0 ? `${times(way.count)}: ${actions}` : "never taken"}`;
    });
    const [x, y, width, height] = frame ?? [0, 0, 0, 0];
    const first = ways.flatMap((way) => way.first === undefined ? [] : [way.first]).sort((one, other) => one - other)[0];
    return {
      path: this.pressable(first, texts.join("; "), vector("g", { class: `way ${kind}` },
        vector("title", null, texts.join("; ")), vector("path", { class: "way-area", d: curve(points) }),
        vector("path", {
          class: "edge", d: curve(points, gap), "stroke-width": (1.2 + Math.min(3, Math.log2(count + 1) * .6)).toFixed(1),
          "marker-end": forward ? `url(#graph-${kind})` : null, "marker-start": backward ? `url(#graph-${kind})` : null,
        }))),
      label: label && vector("text", {
        class: `edge-label ${kind}`, x: x + width / 2, y: y + height / 2 + 4, "aria-hidden": "true",
      }, clean(label, 80)),
    };
  }

  /**
   * Makes a part go to a step.
   *
   * @private
   * @param {number | undefined} step
   * @param {string} label
   * @param {SVGElement} part
   */
  pressable(step, label, part) {
    if (step === undefined) {
      part.setAttribute("role", "img");
      part.setAttribute("aria-label", label);
      return part;
    }
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "0");
    part.setAttribute("aria-label", `${label}. Go to the first time`);
    part.classList.add("is-pressable");
    part.addEventListener("click", () => this.onSelect(step));
    part.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.onSelect(step);
    });
    return part;
  }
}
