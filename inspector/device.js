// The device, which is drawn from a state document (docs/reference/schemas) and from the titles and
// actions of its screens.
import { clean, cleanLines, element, icon, lua, name, tabIcon } from "./elements.js";

/**
 * The properties of one layer's top screen that the state does not contain.
 *
 * @typedef {object} Face
 * @property {string} [title] The title of the front screen.
 * @property {string} [back] The title of the screen below the front screen.
 * @property {string[]} [actions] The labels that the user can tap.
 * @property {{ title?: string, actions?: string[] }[]} [bars] The tab views, outermost first.
 */

/**
 * A part of the device that can be touched or expected.
 *
 * @typedef {{ kind: "action" | "chip", label: string, labels: string[] } | { kind: "button" | "back" | "title", label: string }
 *   | { kind: "tab", label: string, page: any, bar: any, depth: number } | { kind: "screen", screen: any }
 *   | { kind: "layer", styles: string[] } | { kind: "field", field: any } | { kind: "grabber" }} Part
 */

/**
 * A function that makes the element of a part touchable and returns the element.
 *
 * @typedef {(part: Part, node: HTMLElement) => HTMLElement} Touch
 */

/**
 * The touch function of devices that cannot be used.
 *
 * @type {Touch}
 */
const untouchable = (part, node) => node;

/** The maximum number of layers that are drawn on top of each other. */
const maxLayers = 6;

/** The maximum numbers of actions and of buttons of an alert on a device that cannot be used. */
const maxActions = 8;
const maxButtons = 5;

/**
 * Returns the visible part of a coordinator: its screens from the root up, and their enclosing tab
 * bars, outermost first. The same rules apply as for `LayerFace` in Swift.
 *
 * @param {any} state
 * @param {number} index
 * @param {number} [depth]
 * @returns {{ screens: { screen: any, owner: number }[], bars: any[] }}
 */
export function faceOf(state, index, depth = 0) {
  const node = state.coordinators?.[index];
  if (!node || depth > 600) return { screens: [], bars: [] };
  const children = (/** @type {string} */ attachment) => childrenOf(state, index)
    .filter((child) => state.coordinators[child].attachment === attachment);
  if (node.kind === "tabs") {
    const page = (node.pages ?? []).find((/** @type {any} */ page) => page.isSelected);
    const face = page ? faceOf(state, page.coordinator, depth + 1) : { screens: [], bars: [] };
    return { screens: face.screens, bars: [node, ...face.bars] };
  }
  const root = children("root")[0];
  const face = root === undefined ? { screens: [], bars: [] } : faceOf(state, root, depth + 1);
  const own = [
    ...(node.stack ?? []).map((/** @type {any} */ screen) => ({ screen, owner: index })),
    ...children("pushed").flatMap((child) => faceOf(state, child, depth + 1).screens),
  ];
  if (own.length === 0) return face;
  // A screen over a tab bar covers the tab bar. Going back leads to the screen of the tab.
  const below = face.bars.length > 0 ? face.screens.slice(-1) : face.screens;
  return { screens: [...below, ...own], bars: [] };
}

/**
 * Returns the children of a coordinator, pages first.
 *
 * @param {any} state
 * @param {number} index
 * @returns {number[]}
 */
export function childrenOf(state, index) {
  const known = childLists.get(state);
  if (known) return known[index] ?? [];
  /** @type {number[][]} */
  const lists = (state.coordinators ?? []).map(() => []);
  (state.coordinators ?? []).forEach((/** @type {any} */ node, /** @type {number} */ at) => {
    if (node.parent !== undefined) lists[node.parent]?.push(at);
  });
  childLists.set(state, lists);
  return lists[index] ?? [];
}

/** @type {WeakMap<object, number[][]>} */
const childLists = new WeakMap();

/**
 * Returns the visible part of a layer.
 *
 * @param {any} state
 * @param {any} layer
 */
export function faceOfLayer(state, layer) {
  const own = layer.screen ? [layer.screen] : layer.stack ?? [];
  if (own.length === 0) return faceOf(state, layer.owner);
  return {
    screens: own.map((/** @type {any} */ screen) => ({ screen, owner: layer.owner })), bars: [],
  };
}

/**
 * Returns the front screen, or `null` before the launch.
 *
 * @param {any} state
 */
export function frontOf(state) { return frontPlaceOf(state)?.screen ?? null; }

/**
 * Returns the front screen with the index of its coordinator, or `null` before the launch.
 *
 * @param {any} state
 * @returns {{ screen: any, owner: number } | null}
 */
export function frontPlaceOf(state) {
  const layer = state?.layers?.at(-1);
  return layer ? faceOfLayer(state, layer).screens.at(-1) ?? null : null;
}

/**
 * A one-sentence description of the device's contents for screen readers.
 *
 * @param {any} state
 * @param {{ layers?: Face[] }} [view]
 */
export function describe(state, view) {
  const layers = state?.layers ?? [];
  if (layers.length === 0) return "Nothing has been launched.";
  const index = layers.length - 1;
  const screen = frontOf(state);
  const title = view?.layers?.[index]?.title ?? screen?.name ?? layers[index].style;
  const style = index === 0 ? "" : `, in a ${layers[index].style}`;
  const actions = view?.layers?.[index]?.actions ?? (layers[index].buttons ?? [])
    .map((/** @type {any} */ item) => typeof item === "string" ? item : item.title);
  const rest = actions.length ? `. Actions: ${actions.map((/** @type {string} */ text) => clean(text, 80)).join(", ")}` : "";
  return `Shows ${clean(title, 200)}${style}${rest}.`;
}

/**
 * Draws a device.
 *
 * @param {any} state A state document, or `null` if the state is unknown.
 * @param {{ layers?: Face[] }} [view]
 * @param {{ label?: string, tone?: string, changed?: any, touch?: Touch, isComplete?: boolean, heights?: (layer: any) => number }}
 *   [options] `changed` is the state to compare with. Differences are marked. `touch` makes the
 *   parts of the front layer touchable, and all actions and buttons are shown. `isComplete` shows all arguments, actions and buttons, for
 *   a device that is an interface. `heights` returns the height of a sheet, in percent.
 * @returns {HTMLElement}
 */
export function drawDevice(state, view, options = {}) {
  const screen = element("div", { class: "device-screen" });
  const layers = state?.layers ?? [];
  if (!state || layers.length === 0) {
    screen.append(element("div", { class: "device-empty" },
      icon("launch"), state ? "Nothing launched yet" : "The state was not recorded"));
  }
  const start = Math.max(0, layers.findLastIndex((/** @type {any} */ layer) => layer.isCovering));
  const shown = layers.slice(start).slice(-maxLayers);
  const before = options.changed;
  const height = options.heights ?? ((/** @type {any} */ layer) => heightsOf(layer)[0]);
  const covered = shown.findLastIndex((/** @type {any} */ layer, /** @type {number} */ offset) =>
    offset > 0 && shapeOf(layer) === "sheet" && height(layer) > 80);
  shown.forEach((/** @type {any} */ layer, /** @type {number} */ offset) => {
    const index = layers.length - shown.length + offset;
    screen.append(drawLayer(state, layer, view?.layers?.[index] ?? {}, {
      isNew: before !== undefined && before !== null && (before.layers?.length ?? 0) <= index && index > 0,
      isBase: offset === 0,
      isFront: offset === shown.length - 1,
      isBeneath: offset < covered,
      before: before?.layers?.[index] ? { state: before, layer: before.layers[index] } : null,
      height: height(layer),
      isComplete: options.isComplete ?? false,
      hasAll: Boolean(options.isComplete || options.touch),
      touch: offset === shown.length - 1 ? options.touch ?? untouchable : untouchable,
    }));
  });
  return element("figure", { class: `device ${options.tone ?? ""}` },
    element("div", {
      class: "device-frame", role: options.touch ? "group" : "img",
      "aria-label": `${options.label ? `${options.label}: ` : ""}${describe(state, view)}`,
    }, element("div", { class: "device-speaker" }), screen));
}

/**
 * @param {any} state
 * @param {any} layer
 * @param {Face} face
 * @param {{ isNew: boolean, isBase: boolean, isFront: boolean, isBeneath: boolean, before: any, height: number,
 *   isComplete: boolean, hasAll: boolean, touch: Touch }} place `hasAll` shows all actions and buttons.
 */
function drawLayer(state, layer, face, place) {
  const { screens, bars } = faceOfLayer(state, layer);
  const shape = place.isBase ? "base" : shapeOf(layer);
  const node = element("div", {
    class: `layer layer-${shape}${place.isNew ? " is-new" : ""}${place.isFront ? " is-front" : ""}${place.isBeneath ? " is-beneath" : ""}`,
    "data-layer": layer.id,
    set: shape === "sheet" ? { "--height": `${place.height}%` } : null,
  });
  const front = screens.at(-1)?.screen;
  if (shape === "alert" || shape === "dialog") {
    node.append(alert(front, layer, face, place));
    return wrap(node, shape);
  }
  const card = element("div", { class: "card" });
  if (shape === "sheet" && layer.isInteractive) card.append(place.touch({ kind: "grabber" }, element("div", { class: "grabber" })));
  card.append(navigationBar(screens, face, layer, place, state));
  card.append(content(front, face, screens, place));
  for (let index = bars.length - 1; index >= 0; index -= 1) {
    card.append(bars[index].tabView ? tabView(bars[index], face.bars?.[index], place) : tabBar(bars[index], place, index));
  }
  if (shape === "base") card.append(element("div", { class: "home-bar" }));
  node.append(card);
  return wrap(node, shape);
}

/**
 * @param {HTMLElement} node
 * @param {string} shape
 */
function wrap(node, shape) {
  if (shape !== "base") node.prepend(element("div", { class: "dim" }));
  return node;
}

/**
 * The shape of a layer's style. A custom style is drawn as a sheet if its layers can be swiped away.
 *
 * @param {any} layer
 */
export function shapeOf(layer) {
  switch (layer.style) {
    case "alert": return "alert";
    case "confirmationDialog": return "dialog";
    case "popover": return "popover";
    case "overFullScreen": case "overCurrentContext": return "over";
    case "formSheet": return "form";
    default: return layer.isInteractive || layer.style === "sheet" ? "sheet" : "over";
  }
}

/**
 * Returns the resting heights of a sheet in percent, smallest first.
 *
 * @param {any} layer
 * @returns {number[]}
 */
export function heightsOf(layer) {
  const heights = (layer.detents ?? []).map((/** @type {any} */ detent) =>
    detent === "medium" ? 50 : detent === "large" ? 92
    : typeof detent === "number" ? (detent <= 1 ? detent * 92 : Math.min(92, detent / 8)) : 92)
    .map((/** @type {number} */ height) => Math.max(18, height));
  return heights.length ? [...new Set(heights)].sort((one, other) => one - other) : [92];
}

/**
 * @param {any[]} screens
 * @param {Face} face
 * @param {any} layer
 * @param {any} place
 * @param {any} state
 */
function navigationBar(screens, face, layer, place, state) {
  const front = screens.at(-1);
  if (!front) return element("div", { class: "bar" }, element("span", { class: "bar-title" }, ""));
  const below = screens.at(-2);
  const title = face.title ?? front.screen.name;
  const back = below ? face.back ?? below.screen.name : null;
  return element("div", { class: "bar" },
    back === null ? null : place.touch({ kind: "back", label: back },
      element("span", { class: "bar-back" }, icon("back"), name(clean(back, 60)))),
    place.touch({ kind: "title", label: title },
      element("span", { class: `bar-title${isChanged(front.screen, place) ? " is-changed" : ""}` },
        name(clean(title, 120)))),
    layer.style === "root" || place.isComplete ? null : place.touch({ kind: "layer", styles: state.layers.map((/** @type {any} */ one) => one.style) },
      element("span", { class: "bar-style" }, clean(layer.style, 24))));
}

/**
 * Returns whether a screen differs from the previous front screen of the same layer.
 *
 * @param {any} screen
 * @param {any} place
 */
function isChanged(screen, place) {
  if (!place.before) return false;
  const old = faceOfLayer(place.before.state, place.before.layer).screens.at(-1)?.screen;
  return old !== undefined && (old.name !== screen.name || lua(old.arguments ?? {}) !== lua(screen.arguments ?? {}));
}

/**
 * @param {any} screen
 * @param {Face} face
 * @param {any[]} screens
 * @param {any} place
 */
function content(screen, face, screens, place) {
  const body = element("div", { class: "content" });
  if (!screen) return body;
  const fields = Object.entries(screen.arguments ?? {});
  body.append(element("div", { class: "group" },
    place.touch({ kind: "screen", screen }, element("div", { class: "row route" },
      element("span", { class: "key" }, "route"), name(clean(screen.name, 120), "value"))),
    fields.slice(0, place.isComplete ? fields.length : 5).map(([key, value]) => element("div", { class: "row" },
      element("span", { class: "key" }, name(clean(key, 60))),
      name(clean(typeof value === "string" ? value : lua(value), 120), "value"))),
    !place.isComplete && fields.length > 5 && element("div", { class: "row key" }, `${fields.length - 5} more`)));
  const actions = face.actions ?? [];
  if (actions.length) {
    const count = place.hasAll ? actions.length : maxActions;
    body.append(element("div", { class: "group" }, actions.slice(0, count).map((label) =>
      place.touch({ kind: "action", label, labels: actions },
        element("div", { class: "row action" }, name(clean(label, 80)), icon("forward")))),
    actions.length > count && element("div", { class: "row key" }, `${actions.length - count} more`)));
  }
  if (screens.length > 2 && !place.isComplete) {
    body.append(element("div", { class: "depth" }, `${screens.length} screens deep`));
  }
  return body;
}

/**
 * @param {any} screen
 * @param {any} layer
 * @param {Face} face
 * @param {any} place
 */
function alert(screen, layer, face, place) {
  const buttons = (layer.buttons ?? face.actions ?? []).map((/** @type {any} */ button) =>
    typeof button === "string" ? { title: button } : button);
  const message = layer.message === undefined ? Object.entries(screen?.arguments ?? {}).slice(0, 3)
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : lua(value)}`) : cleanLines(layer.message).slice(0, 8);
  const count = place.hasAll ? buttons.length : maxButtons;
  return element("div", { class: "card" },
    place.touch({ kind: "title", label: face.title ?? screen?.name ?? layer.style },
      element("div", { class: "alert-title" }, name(clean(face.title ?? screen?.name ?? layer.style, 160)))),
    message.map((/** @type {string} */ line) => element("div", { class: "alert-text" }, name(clean(line, 120)))),
    (layer.fields ?? []).map((/** @type {any} */ field) => place.touch({ kind: "field", field }, alertField(field))),
    element("div", { class: "alert-buttons" },
      (buttons.length ? buttons : place.isComplete ? [] : [{ title: "OK" }])
        .slice(0, count || 1).map((/** @type {any} */ button) =>
          place.touch({ kind: "button", label: button.title },
            element("div", { class: `alert-button${button.role ? ` is-${button.role}` : ""}` }, name(clean(button.title, 40))))),
      buttons.length > count && element("div", { class: "alert-text" }, `${buttons.length - count} more`)));
}

/**
 * Returns a field of an alert as text.
 *
 * @param {any} field
 */
function alertField(field) {
  const text = field.kind === "password" ? "•".repeat(Math.min(field.text?.length ?? 0, 40)) : field.text;
  return element("div", { class: `alert-field${text ? "" : " is-empty"}` }, name(clean(text || field.placeholder || field.name, 80)));
}

/**
 * @param {any} bar
 * @param {any} place
 * @param {number} depth The number of enclosing tab bars.
 */
function tabBar(bar, place, depth) {
  const pages = bar.pages ?? [];
  const selected = pages.findIndex((/** @type {any} */ page) => page.isSelected);
  const first = Math.max(0, Math.min(selected - 2, pages.length - 5));
  const former = place.before && Object.fromEntries((place.before.state.coordinators ?? [])
    .flatMap((/** @type {any} */ node) => node.pages ?? [])
    .map((/** @type {any} */ page) => [page.id, page.badge]));
  return element("div", { class: "tabs" },
    pages.slice(first, first + 5).map((/** @type {any} */ page) => {
      const title = page.isSelected ? page.selectedTitle ?? page.title : page.title;
      const symbol = (page.isSelected ? page.selectedIcon : null) ?? page.icon ?? "";
      const isChanged = former && former[page.id] !== page.badge;
      return place.touch({ kind: "tab", label: title, page, bar, depth }, element("div", { class: `tab${page.isSelected ? " is-selected" : ""}` },
        element("span", { class: "tab-icon" }, tabIcon(symbol, title),
          page.badge === undefined ? null : element("span",
            { class: `badge${isChanged ? " is-changed" : ""}` }, name(clean(page.badge, 6)))),
        name(clean(title, 40), "tab-title")));
    }));
}

/**
 * @param {any} bar
 * @param {{ title?: string, actions?: string[] } | undefined} face
 * @param {any} place
 */
function tabView(bar, face, place) {
  const labels = face?.actions ?? (bar.pages ?? []).map((/** @type {any} */ page) => page.title);
  return element("div", { class: "tabs tab-view" },
    element("span", { class: "tab-title" }, name(clean(face?.title ?? bar.tabView.name, 60))),
    labels.slice(0, 5).map((/** @type {string} */ label) =>
      face?.actions ? place.touch({ kind: "chip", label, labels: face.actions }, element("span", { class: "chip" }, name(clean(label, 30))))
        : element("span", { class: "chip" }, name(clean(label, 30)))));
}
