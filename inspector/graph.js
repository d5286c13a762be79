// The graph of the screens that a recording shows and the transitions between them. The program calculates
// the positions, so that pages and picture files have the same layout.
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
 * @property {{ coordinator: string, screen: string, frame: number[], visits: number, first?: number }[]} nodes
 *   `first` is the index of the first step that shows the screen.
 * @property {{ points: [number, number][], forward?: Direction, backward?: Direction }[]} lines
 * @property {"states"} [unit] What `visits` counts, if they are not visits.
 */

/** The width of a character in points, as in the program. */
const advance = 7.6;

/**
 * Returns text that fits into a width in points.
 *
 * @param {string} text
 * @param {number} width
 */
function fitted(text, width) {
  const [characters, limit] = [Array.from(clean(text, 300)), Math.max(1, Math.floor(width / advance))];
  return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit - 1).join("")}…`;
}

/**
 * Returns the action without the receiver and the quotation marks, such as `tap Buy`.
 *
 * @param {string} action
 */
function shortened(action) {
  const text = action.replace(/^app:/, "").replace(/\(\)$/, "");
  return /^([\w.:/]+)\s*\(?"(.*)"\)?$/s.exec(text)?.slice(1).join(" ") ?? text;
}

/**
 * Returns a curve through points that is vertical at each point.
 *
 * @param {[number, number][]} points
 */
function curve(points) {
  return points.slice(1).reduce((path, [x, y], index) => {
    const [fromX, fromY] = points[index];
    const middle = (fromY + y) / 2;
    return `${path}C${fromX} ${middle} ${x} ${middle} ${x} ${y}`;
  }, `M${points[0].join(" ")}`);
}

/**
 * Returns a point on the first segment of a curve.
 *
 * @param {[number, number][]} points
 * @param {number} position From 0 to 1.
 */
function pointOn(points, position) {
  const [[fromX, fromY], [toX, toY]] = points;
  const rest = 1 - position;
  const start = rest * rest * (rest + 3 * position);
  const height = rest ** 3 * fromY + 3 * rest * position * (fromY + toY) / 2 + position ** 3 * toY;
  return [fromX * start + toX * (1 - start), height];
}

/**
 * Returns the existing directions of a line.
 *
 * @param {GraphData["lines"][0]} line
 * @returns {Direction[]}
 */
function waysOf({ forward, backward }) {
  return [...forward ? [forward] : [], ...backward ? [backward] : []];
}

/**
 * Returns a number of times as text.
 *
 * @param {number} count
 */
function times(count) { return count === 1 ? "once" : `${count} times`; }

/** A graph in which one screen is marked as the current screen. */
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
    const lines = data.lines.map((line, index) => this.line(line, index));
    this.picture = vector("svg", {
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
    this.picture.style.setProperty("--graph-width", `${Math.round(width * .62)}px`);
    this.node = element("div", { class: "graph-view" },
      element("p", { class: "graph-legend" }, element("span", { class: "graph-summary" }, this.summary),
        [["shown", "in front"], ["now", "now"], ["missing", "never in front or taken"]]
          .filter(([kind]) => kind !== "now" || data.unit === undefined).map(([kind, text]) =>
          element("span", { class: `graph-key ${kind}` }, text))),
      element("div", { class: "graph-scroll", tabindex: "0", role: "region", "aria-label": "Graph of the screens" }, this.picture));
  }

  /** The numbers of screens and transitions that have occurred. */
  get summary() {
    const ways = this.data.lines.flatMap(waysOf);
    const [shown, taken] = [this.data.nodes.filter((node) => node.visits > 0), ways.filter((way) => way.count > 0)];
    return `${shown.length} of ${this.data.nodes.length} screens, ${taken.length} of ${ways.length} transitions`;
  }

  /**
   * Marks the front screen.
   *
   * @param {{ coordinator: string, screen: string } | null} front
   */
  mark(front) {
    this.current?.classList.remove("current");
    this.current?.removeAttribute("aria-current");
    const index = front ? this.data.nodes.findIndex((node) =>
      node.screen === front.screen && node.coordinator === front.coordinator) : -1;
    this.current = this.boxes[index] ?? null;
    this.current?.classList.add("current");
    this.current?.setAttribute("aria-current", "true");
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
    const note = isShown ? `${label}: in front ${count}` : `${label}: never in front`;
    const badge = `×${node.visits}`;
    return this.pressable(node.first, note, vector("g", { class: `screen${isShown ? " shown" : " unreached"}` },
      vector("title", null, note),
      vector("rect", { class: "node", x, y, width, height, rx: 8 }),
      vector("text", { class: "node-name", x: x + width / 2, y: y + height / 2 + 4.5 }, fitted(node.screen, width - 16)),
      node.visits > 1 && [
        vector("rect", { class: "visits", x: x + width - 4 - badge.length * 6, y: y - 8, width: badge.length * 6 + 8, height: 15, rx: 7.5 }),
        vector("text", { class: "visits-text", x: x + width - badge.length * 3, y: y + 3.2 }, badge)]));
  }

  /**
   * @private
   * @param {GraphData["lines"][0]} line
   * @param {number} index
   */
  line(line, index) {
    const { points, forward, backward } = line;
    const ways = waysOf(line);
    const count = ways.reduce((sum, way) => sum + way.count, 0);
    const kind = count > 0 ? "taken" : "never";
    const texts = ways.map((way) => {
      const [from, to] = [this.data.nodes[way.from], this.data.nodes[way.to]];
      const actions = way.actions.map((action) => clean(action, 80)).join(", ");
      return `${clean(from.screen, 80)} → ${clean(to.screen, 80)}: ${way.count > 0 ? `${times(way.count)}: ${actions}` : "never taken"}`;
    });
    const main = forward && forward.count > 0 ? forward : backward && backward.count > 0 ? backward : forward;
    const action = main?.actions.length ? fitted(shortened(main.actions[0]), 150) : "never taken";
    const [x, y] = pointOn(points, [.5, .34, .66][index % 3]);
    const first = ways.flatMap((way) => way.first === undefined ? [] : [way.first]).sort((one, other) => one - other)[0];
    return {
      path: this.pressable(first, texts.join("; "), vector("g", { class: `way ${kind}` },
        vector("title", null, texts.join("; ")), vector("path", { class: "way-area", d: curve(points) }),
        vector("path", {
          class: "edge", d: curve(points), "stroke-width": (1.2 + Math.min(3, Math.log2(count + 1) * .6)).toFixed(1),
          "marker-end": forward ? `url(#graph-${kind})` : null, "marker-start": backward ? `url(#graph-${kind})` : null,
        }))),
      label: vector("text", { class: `edge-label ${kind}`, x, y: y + 4, "aria-hidden": "true" },
        `${action}${main && main.count > 1 ? ` ×${main.count}` : ""}`),
    };
  }

  /**
   * Makes a part select a step when it is pressed.
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
