// Makes the device of a running session usable: clicks and keys act on the parts of its front layer,
// and the mouse drags sheets down and screens back.
import { faceOfLayer } from "./device.js";
import { clean, element } from "./elements.js";
import { coordinatorPaths } from "./panels.js";

/** @typedef {import("./device.js").Part} Part */

/**
 * A string as Lua source.
 *
 * @param {string} text
 */
export function luaString(text) {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")
    .replace(/[\u0000-\u001f\u007f]/g, (byte) => `\\${String(byte.charCodeAt(0)).padStart(3, "0")}`);
  return `"${escaped}"`;
}

/**
 * A value as Lua source.
 *
 * @param {any} value Plain data from JSON.
 * @returns {string}
 */
function luaValue(value) {
  if (typeof value === "string") return luaString(value);
  if (Array.isArray(value)) return `{ ${value.map(luaValue).join(", ")} }`;
  if (value && typeof value === "object") return `{ ${luaFields(value).join(", ")} }`;
  return String(value);
}

/** @param {any} table */
function luaFields(table) {
  return Object.entries(table).map(([key, item]) =>
    `${/^[A-Za-z_]\w*$/.test(key) ? key : `[${luaString(key)}]`} = ${luaValue(item)}`);
}

/**
 * The gesture of a user on a part of the device, or `null` if it has no effect.
 *
 * @param {Part} part
 * @param {any} state
 * @returns {any} The parameters of `gesture/perform`.
 */
export function gestureAt(part, state) {
  switch (part.kind) {
    case "action": case "chip": return { operation: "tap", text: part.label };
    case "button": return { operation: "tapAlert", text: part.label };
    case "back": return { operation: "back" };
    case "tab": {
      const call = { operation: "tapTab", name: part.page.id };
      if (part.depth === 0) return call;
      return { ...call, coordinator: coordinatorPaths(state)[state.coordinators.indexOf(part.bar)] };
    }
    default: return null;
  }
}

/**
 * Returns the expectation that describes a part of the device, for `app:expect`, or `null` if there
 * is none.
 *
 * @param {Part} part
 * @returns {string | null}
 */
export function expectationAt(part) {
  switch (part.kind) {
    case "title": return `{ title = ${luaString(part.label)} }`;
    case "action": case "chip": return `{ actions = { ${part.labels.map(luaString).join(", ")} } }`;
    case "tab": return part.page.isSelected ? `{ tab = ${luaString(part.page.id)} }`
      : part.page.badge === undefined ? null : `{ badges = { [${luaString(part.page.id)}] = ${luaValue(part.page.badge)} } }`;
    case "screen": {
      const fields = luaFields(part.screen.arguments ?? {});
      const name = luaString(part.screen.name);
      return `{ front = ${fields.length ? `{ ${[name, ...fields].join(", ")} }` : name} }`;
    }
    case "layer": return `{ layers = { ${part.styles.map(luaString).join(", ")} } }`;
    default: return null;
  }
}

/**
 * Returns a function that makes a part of the device act like a button.
 *
 * @param {(part: Part) => string | null} label A function that returns a description of a click's
 *   effect, for screen readers, or `null` if a click has no effect.
 * @param {(part: Part) => void} act
 */
export function touchable(label, act) {
  return (/** @type {Part} */ part, /** @type {HTMLElement} */ node) => {
    const text = label(part);
    if (text === null) return node;
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-label", text);
    node.title = text;
    node.classList.add("is-touchable");
    node.dataset.part = part.kind;
    node.addEventListener("click", () => act(part));
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      act(part);
    });
    return node;
  };
}

/**
 * Creates an input for a field of an alert.
 *
 * @param {any} field
 */
export function fieldInput(field) {
  // A field of the type `password` would make the browser ask whether to store its text.
  const types = { email: "email", phone: "tel", url: "url" };
  const label = clean(field.placeholder || field.name, 80);
  const input = /** @type {HTMLInputElement} */ (element("input", {
    class: `alert-field${field.kind === "password" ? " is-password" : ""}`, type: /** @type {any} */ (types)[field.kind] ?? "text", "aria-label": label,
    inputmode: field.kind === "number" ? "decimal" : null, placeholder: label, autocomplete: "off", spellcheck: "false",
    "data-part": "field", "data-label": field.name,
  }));
  input.value = field.text ?? "";
  return input;
}

/**
 * The functions that a drag calls.
 *
 * @typedef {object} DragHost
 * @property {() => void} onBegin
 * @property {() => void} onEnd
 * @property {(params: any) => Promise<any>} perform Returns the outcome.
 * @property {{ heights: number[], height: number, onHeight: (height: number) => void }} [sheet] The
 *   resting heights of the front sheet in percent, smallest first, and the current height, if the
 *   user can change it.
 */

/** The minimum length of a drag, in pixels. */
const threshold = 5;

/**
 * Lets the mouse drag the front sheet down, and the front screen back from its left edge. The gesture
 * has phases, as on a device.
 *
 * @param {HTMLElement} device
 * @param {any} state
 * @param {DragHost} host
 */
export function draggable(device, state, host) {
  const card = /** @type {HTMLElement | null} */ (device.querySelector(".layer.is-front > .card"));
  const layer = state?.layers?.at(-1);
  if (!card || !layer) return;
  const hasSheet = card.parentElement?.classList.contains("layer-sheet") ?? false;
  const canGoBack = faceOfLayer(state, layer).screens.length > 1;
  card.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const box = card.getBoundingClientRect();
    const isAtEdge = event.clientX - box.left < box.width * .12;
    if (canGoBack && isAtEdge) new Drag(card, event, "swipeBack", box.width, host);
    else if (hasSheet) new Drag(card, event, "swipeDown", box.height, host);
  });
}

/** A drag, from the press of the button until its release. */
class Drag {
  /**
   * @param {HTMLElement} card
   * @param {PointerEvent} event
   * @param {"swipeBack" | "swipeDown"} operation
   * @param {number} length The length of a complete gesture, in pixels.
   * @param {DragHost} host
   */
  constructor(card, event, operation, length, host) {
    this.card = card;
    this.operation = operation;
    this.length = length;
    this.host = host;
    this.start = { x: event.clientX, y: event.clientY };
    this.progress = 0;
    /** The last quarter that was sent. */
    this.quarter = 0;
    /**
     * The requests so far, which are sent in order.
     *
     * @type {Promise<any> | null}
     */
    this.begun = null;
    this.canMove = true;
    /** The sheet that the drag also resizes. */
    this.sheet = operation === "swipeDown" ? host.sheet : undefined;
    if (this.sheet) this.length *= this.sheet.heights[0] / this.sheet.height;
    /**
     * The height to which the sheet was dragged, in percent.
     *
     * @type {number | null}
     */
    this.height = null;
    this.move = (/** @type {PointerEvent} */ later) => this.drag(later);
    this.release = (/** @type {PointerEvent} */ later) => this.end(later.type === "pointercancel");
    document.addEventListener("pointermove", this.move);
    document.addEventListener("pointerup", this.release);
    document.addEventListener("pointercancel", this.release);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const [x, y] = [event.clientX - this.start.x, event.clientY - this.start.y];
    const way = this.operation === "swipeBack" ? x : this.sheet ? this.resize(y) : y;
    if (!this.begun) {
      if (way < threshold) return;
      event.preventDefault();
      if (this.height === null) this.host.onBegin();
      this.begun = this.host.perform({ operation: this.operation, options: { phase: "begin" } })
        .then((outcome) => { this.canMove = outcome?.status === "queued" || outcome?.status === "done"; });
    }
    this.progress = Math.max(0, Math.min(1, way / this.length));
    // If the application does not allow the gesture, the card moves only a little.
    const shown = this.canMove ? this.progress : this.progress * .12;
    this.card.style.translate = this.operation === "swipeBack" ? `${shown * 100}% 0` : `0 ${shown * 100}%`;
    const quarter = Math.floor(this.progress * 4);
    if (quarter === this.quarter || !this.canMove) return;
    this.quarter = quarter;
    this.send({ phase: "progress", progress: Math.round(this.progress * 100) / 100 });
  }

  /**
   * Resizes the sheet between its smallest and its largest resting heights.
   *
   * @private
   * @param {number} y The distance by which the sheet was dragged down, in pixels.
   * @returns {number} The distance by which the sheet was dragged below its smallest height.
   */
  resize(y) {
    const { heights, height } = /** @type {NonNullable<DragHost["sheet"]>} */ (this.sheet);
    if (this.height === null && Math.abs(y) < threshold) return 0;
    const layer = /** @type {HTMLElement} */ (this.card.parentElement);
    if (this.height === null) this.host.onBegin();
    this.height = height - y / layer.clientHeight * 100;
    layer.style.setProperty("--height", `${Math.max(heights[0], Math.min(heights.at(-1) ?? 92, this.height))}%`);
    return (heights[0] - this.height) / 100 * layer.clientHeight;
  }

  /**
   * @private
   * @param {any} options
   */
  send(options) {
    this.begun = this.begun?.then(() => this.canMove
      ? this.host.perform({ operation: this.operation, options }) : null) ?? null;
  }

  /** @param {boolean} isCancelled */
  end(isCancelled) {
    document.removeEventListener("pointermove", this.move);
    document.removeEventListener("pointerup", this.release);
    document.removeEventListener("pointercancel", this.release);
    if (!this.begun && this.height === null) return;
    // The click after the release of the button is not a tap.
    const stop = (/** @type {Event} */ event) => event.stopPropagation();
    document.addEventListener("click", stop, true);
    setTimeout(() => document.removeEventListener("click", stop, true), 0);
    const isCommitted = !isCancelled && this.progress >= .5;
    if (this.sheet && this.height !== null && !isCommitted) {
      const height = this.height;
      const distance = (/** @type {number} */ rest) => Math.abs(rest - height);
      this.sheet.onHeight(this.sheet.heights.reduce((best, rest) => distance(rest) < distance(best) ? rest : best));
    }
    if (!this.begun) {
      this.host.onEnd();
      return;
    }
    this.send({ phase: isCommitted ? "commit" : "cancel" });
    if (!isCommitted || !this.canMove) this.card.style.translate = "";
    this.begun?.finally(() => this.host.onEnd());
  }
}
