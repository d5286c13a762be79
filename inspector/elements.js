// Elements of the page. All text becomes text nodes, so that no text is parsed as markup.

/** The maximum length of the text in one element. The omitted characters are counted. */
const longestText = 2000;

/**
 * Returns text in which control characters, and marks that change the direction of the surrounding
 * text, are replaced with U+FFFD, as in the text renderers.
 *
 * @param {unknown} text
 * @param {number} [limit] The maximum number of UTF-16 units.
 * @returns {string}
 */
export function clean(text, limit = longestText) {
  const whole = String(text ?? "");
  const cut = whole.length > limit;
  const shown = (cut ? whole.slice(0, limit) : whole).replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff]$/g, "\ufffd");
  return cut ? `${shown}… (${whole.length} characters)` : shown;
}

/**
 * Returns the lines of a string, each without control characters.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function cleanLines(text) { return text.split("\n").map((line) => clean(line)); }

/**
 * Creates an HTML element.
 *
 * @param {string} tag
 * @param {Record<string, any> | null} [properties] `class`, `on` with listeners, or attributes;
 *   `null`, `undefined` and `false` are omitted.
 * @param {...(Node | string | number | null | undefined | false | any[])} children Text is cleaned.
 * @returns {HTMLElement}
 */
export function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  setProperties(node, properties);
  append(node, children);
  return node;
}

/**
 * Creates an SVG element.
 *
 * @param {string} tag
 * @param {Record<string, any> | null} [properties] As for `element`.
 * @param {...(Node | string | number | null | undefined | false | any[])} children Text is cleaned.
 * @returns {SVGElement}
 */
export function vector(tag, properties, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
  setProperties(node, properties);
  append(node, children);
  return node;
}

/**
 * @param {Element} node
 * @param {Record<string, any> | null} [properties]
 */
function setProperties(node, properties) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) {
        node.addEventListener(event, /** @type {EventListener} */ (listener));
      }
    } else if (name === "set") {
      for (const [property, text] of Object.entries(value)) {
        /** @type {HTMLElement} */ (node).style.setProperty(property, String(text));
      }
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} node
 * @param {any[]} children
 */
export function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : clean(child));
  }
}

/**
 * Replaces the contents of an element.
 *
 * @param {Element} node
 * @param {...any} children
 */
export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/**
 * Creates an element for text of an application. The text is isolated so that its direction does
 * not affect its surroundings.
 *
 * @param {unknown} text
 * @param {string} [className]
 */
export function name(text, className) { return element("bdi", { class: className }, clean(text)); }

/**
 * A button.
 *
 * @param {string} className
 * @param {string} label
 * @param {() => void} action
 * @param {...any} children
 */
export function button(className, label, action, ...children) {
  return element("button", {
    type: "button", class: className, "aria-label": label || null, title: label || null,
    on: { click: action },
  }, ...children);
}

/**
 * Creates a button that copies a string, and briefly shows that the string was copied.
 *
 * @param {string} text
 * @param {string} label
 */
export function copyButton(text, label) {
  const status = element("span", { class: "copied", role: "status" });
  const node = button("icon-button copy", label, () => {
    const done = () => {
      status.textContent = "Copied";
      setTimeout(() => { status.textContent = ""; }, 1500);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => select(node, text, done));
    else select(node, text, done);
  }, icon("copy"));
  return element("span", { class: "copy-group" }, node, status);
}

/** Copies without the clipboard interface, which may not be available to files. */
function select(/** @type {HTMLElement} */ near, /** @type {string} */ text, /** @type {() => void} */ done) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "offscreen";
  near.after(field);
  field.select();
  if (document.execCommand("copy")) done();
  field.remove();
  near.focus();
}

/**
 * The paths of icons on a grid of 24, drawn as lines.
 *
 * @type {Record<string, string>}
 */
const paths = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  check: "M5 13l4.5 4.5L19 7",
  cross: "M6 6l12 12M18 6L6 18",
  graph: "M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4",
  copy: "M9 9h10v11H9zM5 15V4h10",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  play: "M8 5l11 7-11 7z",
  tap: "M9 11V5.5a1.5 1.5 0 0 1 3 0V11m0 0V9.5a1.5 1.5 0 0 1 3 0V12m0-1a1.5 1.5 0 0 1 3 0v4.5A5.5 5.5 0 0 1 12.5 21h-.8a5 5 0 0 1-4.2-2.3L4.3 13.8a1.4 1.4 0 0 1 2.3-1.6L9 15",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  launch: "M12 3v12M7 8l5-5 5 5M5 15v5h14v-5",
  expect: "M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9 12l2 2 4-4",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2",
  swipe: "M4 12h14M13 7l5 5-5 5",
  tab: "M4 5h16v14H4zM4 15h16M10 15v4M15 15v4",
  step: "M5 12h14M12 5v14",
  operation: "M4 7h10M4 12h16M4 17h7",
  camera: "M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19",
  keyboard: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 14.5h8",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  down: "M6 9l6 6 6-6",
  bag: "M6 8h12l1 12H5zM9 8V7a3 3 0 0 1 6 0v1",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M5 20c.6-4 3.3-6 7-6s6.4 2 7 6",
  house: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  heart: "M12 20S4 15 4 9.5A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.5C20 15 12 20 12 20z",
  star: "M12 4l2.5 5.3 5.5.7-4 4 1 5.7-5-2.8-5 2.8 1-5.7-4-4 5.5-.7z",
  cart: "M3 5h2.5l2 10h10l2-7.5H6.3M9 19.5h.01M16 19.5h.01",
  bell: "M6 17v-6a6 6 0 0 1 12 0v6l1.5 1h-15zM10.5 20.5h3",
  envelope: "M4 6h16v12H4zM4 7l8 6 8-6",
  message: "M4 5h16v11H11l-4 4v-4H4z",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  map: "M9 4L4 6v14l5-2 6 2 5-2V4l-5 2zM9 4v14M15 6v14",
  book: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM19 4h-4a2 2 0 0 0-2 2",
  calendar: "M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7",
  globe: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M4 12h16M12 4c3 3 3 13 0 16M12 4c-3 3-3 13 0 16",
  card: "M3 6h18v12H3zM3 10h18M7 15h3",
  tag: "M4 12V4h8l8 8-8 8zM8.5 8.5h.01",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  overlay: "M4 4h11v11H4zM9 9h11v11H9z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12",
};

/**
 * The names of icons in SF Symbols.
 *
 * @type {Record<string, string>}
 */
const symbolNames = {
  home: "house", homekit: "house", gearshape: "gear", settings: "gear", magnifyingglass: "search",
  books: "book", mail: "envelope", bubble: "message", chat: "message", network: "globe",
  creditcard: "card", profile: "person", user: "person", cartfill: "cart", favorites: "heart",
};

/**
 * An icon of the page.
 *
 * @param {string} symbol A key of `paths`.
 * @param {string} [className]
 * @returns {SVGElement}
 */
export function icon(symbol, className = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${className}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", Object.hasOwn(paths, symbol) ? paths[symbol] : paths.step);
  svg.append(path);
  return svg;
}

/**
 * Creates the icon of an application's tab: the icon with the given name or, if there is none, the
 * first letter of the title.
 *
 * @param {string} symbol Such as `bag` or `house.fill`.
 * @param {string} title
 */
export function tabIcon(symbol, title) {
  const first = symbol.toLowerCase().split(/[^a-z0-9]/)[0];
  const known = Object.hasOwn(symbolNames, first) ? symbolNames[first] : first;
  if (Object.hasOwn(paths, known)) return icon(known);
  return element("span", { class: "letter", "aria-hidden": "true" },
    Array.from(clean(title || symbol || "•"))[0] ?? "•");
}

/**
 * Returns a value as Lua source, such as `{ id = 42 }`.
 *
 * @param {any} value Plain data from JSON.
 * @returns {string}
 */
export function lua(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return value.length ? `{ ${value.map(lua).join(", ")} }` : "{}";
  if (value && typeof value === "object") {
    const fields = Object.entries(value).map(([key, item]) =>
      `${/^[A-Za-z_]\w*$/.test(key) ? key : `[${JSON.stringify(key)}]`} = ${lua(item)}`);
    return fields.length ? `{ ${fields.join(", ")} }` : "{}";
  }
  return String(value);
}

/**
 * Returns a time, such as `350 ms` or `12.5 s`.
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function duration(milliseconds) {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${+(milliseconds / 1000).toFixed(2)} s`;
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
