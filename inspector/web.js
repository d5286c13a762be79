// The entry point of the page of an application, which shows the interface and reports user
// actions.
import { Connection } from "./connection.js";
import { describe, drawDevice, faceOfLayer, heightsOf, shapeOf } from "./device.js";
import { button, clean, element, replace } from "./elements.js";
import { draggable, fieldInput, touchable } from "./touch.js";

/** @typedef {import("./device.js").Part} Part */
/** @typedef {{ number: number, motion: string, layer?: string, milliseconds: number, rendering: any }} Change */

/** The time between two reports of a paused gesture, in milliseconds. */
const pauseLimit = 1000;

/** The page that shows one application. */
class ApplicationPage {
  /** @param {{ socket: string, token: string, title: string }} settings */
  constructor(settings) {
    this.settings = settings;
    /** @type {Change[]} */ this.queue = [];
    /** The number of the visible interface, and its rendering. */
    this.number = 0;
    /** @type {any} */ this.rendering = { state: { coordinators: [], layers: [] }, view: {} };
    this.isShowing = false;
    this.isDragging = false;
    /** The number of reports without a response. */
    this.waiting = 0;
    /** The last reported progress of a gesture, and the timer that repeats it. */
    this.progress = 0;
    this.pauseTimer = 0;
    /**
     * The heights in percent of sheets that the user has resized, keyed by layer.
     *
     * @type {Map<string, number>}
     */
    this.heights = new Map();
    this.touch = touchable((part) => this.labelOf(part), (part) => { this.act(part); });
    this.device = drawDevice(this.rendering.state, this.rendering.view, { label: settings.title });
    this.stage = element("div", { class: "stage" }, this.device);
    this.announcer = element("p", { class: "offscreen", role: "status" });
    this.message = element("p", { class: "message", role: "status" });
    this.node = element("main", { class: "application", "data-state": "busy" },
      element("h1", { class: "offscreen" }, clean(settings.title, 200)), this.stage, this.message, this.announcer);
    document.body.append(this.node);
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.leave(); });
    this.connection = new Connection(settings.socket, settings.token, {
      name: "interface",
      onState: (state, reason) => this.connect(state, reason),
      onNotification: (method, params) => this.take(method, params),
    });
    if (settings.token) this.connection.open();
    else this.close("This address opens the page only once.");
  }

  // MARK: - The connection

  /**
   * @param {import("./connection.js").ConnectionState} state
   * @param {string} reason
   */
  connect(state, reason) {
    if (state === "open") {
      this.open();
    } else if (state === "lost") {
      this.queue = [];
      this.close("The connection was lost. Connecting again…");
    } else if (state === "ended") {
      this.close(`The application has ended (${reason}).`, "Connect again", () => this.connection.open());
    }
  }

  /** Starts to show the application on this page. */
  open() {
    this.queue = [];
    this.connection.request("interface/open").then(() => this.reopen(), (error) => this.say(error.message));
  }

  reopen() {
    this.stage.removeAttribute("inert");
    this.node.classList.remove("is-closed");
    this.say("");
  }

  /**
   * Shows that the page is not in use.
   *
   * @param {string} reason
   * @param {string} [label] The label of a button.
   * @param {() => void} [action]
   */
  close(reason, label, action) {
    this.stage.setAttribute("inert", "");
    this.node.classList.add("is-closed");
    replace(this.message, clean(reason, 300), label && action && [" ", button("message-button", label, action, label)]);
    this.mark();
  }

  /** @param {string} text */
  say(text) { replace(this.message, clean(text, 300)); }

  /**
   * @param {string} method
   * @param {any} params
   */
  take(method, params) {
    if (method === "interface/show") {
      this.queue.push(params);
      this.run();
    } else if (method === "interface/closed") {
      this.queue = [];
      this.close("The application is open in another browser tab or window.", "Use it here", () => this.open());
    }
  }

  /** Records whether a change is in progress, for styles and tests. */
  mark() {
    const isBusy = this.isShowing || this.isDragging || this.queue.length > 0 || this.waiting > 0;
    this.node.dataset.state = this.node.classList.contains("is-closed") ? "closed" : isBusy ? "busy" : "idle";
    this.node.dataset.number = String(this.number);
  }

  // MARK: - Showing

  /** Shows waiting interfaces in order. During a gesture, they wait until the gesture ends. */
  async run() {
    if (this.isShowing) return;
    this.isShowing = true;
    while (!this.isDragging) {
      const change = this.queue.shift();
      if (!change) break;
      this.mark();
      await this.show(change);
      this.number = change.number;
      this.connection.request("interface/shown", { number: change.number }).catch(() => {});
    }
    this.isShowing = false;
    this.mark();
  }

  /**
   * Shows an interface.
   *
   * @param {Change} change
   */
  async show(change) {
    const old = this.device;
    const focus = this.focusedPart();
    this.rendering = change.rendering;
    const { state, view } = this.rendering;
    const known = new Set(state.layers.map((/** @type {any} */ layer) => layer.id));
    for (const id of this.heights.keys()) if (!known.has(id)) this.heights.delete(id);
    const isSame = old.querySelector(".device-frame")?.getAttribute("aria-label");
    this.device = drawDevice(state, view, {
      label: this.settings.title, isComplete: true, heights: (layer) => this.heightOf(layer),
      touch: (part, node) => part.kind === "field" ? this.field(part.field) : this.markPart(part, this.touch(part, node)),
    });
    this.stage.replaceChildren(this.device);
    this.attach();
    this.restoreFocus(focus, change);
    const text = describe(state, view);
    if (isSame !== this.device.querySelector(".device-frame")?.getAttribute("aria-label")) replace(this.announcer, text);
    const duration = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : change.milliseconds;
    if (duration > 0 && change.layer) await this.animate(old, change, duration);
  }

  /**
   * Moves the changed layer.
   *
   * @param {HTMLElement} old The device before the change.
   * @param {Change} change
   * @param {number} duration
   */
  async animate(old, change, duration) {
    const selector = `[data-layer="${CSS.escape(change.layer ?? "")}"]`;
    const [before, after] = [old.querySelector(selector), this.device.querySelector(selector)];
    /** @type {Element[]} */ const leaving = [];
    /** @type {Animation[]} */ const motions = [];
    const move = (/** @type {Element | null | undefined} */ node, /** @type {Keyframe[]} */ frames) => {
      if (node) motions.push(node.animate(frames, { duration, easing: "ease-out", fill: "both" }));
    };
    const slide = (/** @type {Element | null | undefined} */ node, /** @type {string} */ from, /** @type {string} */ to) =>
      move(node, [{ translate: from }, { translate: to }]);
    const card = (/** @type {Element | null | undefined} */ layer) => layer?.querySelector(":scope > .card");
    if (change.motion === "push" || change.motion === "pop") {
      const [gone, next] = [card(before), card(after)];
      if (!gone || !next) return;
      gone.setAttribute("inert", "");
      leaving.push(gone);
      if (change.motion === "push") {
        next.before(gone);
        slide(gone, "0 0", "-30% 0");
        slide(next, "100% 0", "0 0");
      } else {
        next.after(gone);
        slide(gone, "0 0", "100% 0");
        slide(next, "-30% 0", "0 0");
      }
    } else if (change.motion === "present" && after) {
      this.appear(after, move, false);
    } else if (change.motion === "dismiss" && before) {
      const layers = [...old.querySelectorAll(".layer")];
      for (const layer of layers.slice(layers.indexOf(before))) {
        layer.setAttribute("inert", "");
        this.device.querySelector(".device-screen")?.append(layer);
        leaving.push(layer);
        this.appear(layer, move, true);
      }
    }
    await Promise.allSettled(motions.map((motion) => motion.finished));
    for (const motion of motions) motion.cancel();
    for (const node of leaving) node.remove();
  }

  /**
   * Moves a layer in or out.
   *
   * @param {Element} layer
   * @param {(node: Element | null, frames: Keyframe[]) => void} move
   * @param {boolean} isLeaving
   */
  appear(layer, move, isLeaving) {
    const isPanel = /layer-(alert|popover|form)/.test(layer.className);
    const frames = isPanel ? [{ opacity: 0, scale: ".92" }, { opacity: 1, scale: "1" }] : [{ translate: "0 100%" }, { translate: "0 0" }];
    const dim = [{ opacity: 0 }, { opacity: 1 }];
    move(layer.querySelector(":scope > .card"), isLeaving ? frames.reverse() : frames);
    move(layer.querySelector(":scope > .dim"), isLeaving ? dim.reverse() : dim);
  }

  /** @param {any} layer */
  heightOf(layer) { return this.heights.get(layer.id) ?? heightsOf(layer)[0]; }

  get front() { return this.rendering.state.layers.at(-1); }

  // MARK: - Focus

  /**
   * Marks a part, so that its successor can be found.
   *
   * @param {Part} part
   * @param {HTMLElement} node
   */
  markPart(part, node) {
    if ("label" in part) node.dataset.label = part.label;
    if (part.kind === "tab" && part.page.isSelected) node.setAttribute("aria-current", "true");
    return node;
  }

  /** Returns the part that has the focus, or `null` if no part has the focus. */
  focusedPart() {
    const node = document.activeElement;
    if (!(node instanceof HTMLElement) || !this.device.contains(node)) return null;
    const caret = node instanceof HTMLInputElement ? [node.selectionStart, node.selectionEnd] : null;
    return { kind: node.dataset.part, label: node.dataset.label, caret };
  }

  /**
   * Moves the focus to the part that had it or, if the part no longer exists, to the front layer.
   *
   * @param {{ kind?: string, label?: string, caret: (number | null)[] | null } | null} focus
   * @param {Change} change
   */
  restoreFocus(focus, change) {
    const parts = [.../** @type {NodeListOf<HTMLElement>} */ (this.device.querySelectorAll("[data-part]"))];
    const isDialog = ["alert", "dialog"].includes(this.front ? shapeOf(this.front) : "");
    if (change.motion === "present" && isDialog) {
      (parts.find((node) => node.dataset.part === "field") ?? parts.at(-1))?.focus();
      return;
    }
    if (!focus) return;
    const same = parts.find((node) => node.dataset.part === focus.kind && node.dataset.label === focus.label);
    if (same instanceof HTMLInputElement && focus.caret) {
      same.focus();
      try { same.setSelectionRange(focus.caret[0], focus.caret[1]); } catch { /* A number field has no caret. */ }
    } else {
      (same ?? parts[0])?.focus();
    }
  }

  // MARK: - The user

  /**
   * The effect of a click on a part, or `null` if it has none.
   *
   * @param {Part} part
   */
  labelOf(part) {
    switch (part.kind) {
      case "action": case "chip": case "button": return clean(part.label, 200);
      case "back": return `Back to ${clean(part.label, 120)}`;
      case "tab": return clean(part.page.badge === undefined ? part.label : `${part.label}, ${part.page.badge}`, 200);
      case "grabber": return this.front && heightsOf(this.front).length > 1 ? "Resize the sheet" : null;
      default: return null;
    }
  }

  /** @param {Part} part */
  act(part) {
    if (this.isShowing || this.isDragging) return;
    switch (part.kind) {
      case "action": case "chip": this.report({ event: "tap", text: part.label }); break;
      case "button": this.report({ event: "button", text: part.label, layer: this.front.id }); break;
      case "back": this.report({ event: "back" }); break;
      case "tab": this.report({ event: "tab", page: part.page.id, bar: part.bar.id }); break;
      case "grabber": this.resize(); break;
      default: break;
    }
  }

  /** Changes the sheet to its next resting height. */
  resize() {
    const heights = heightsOf(this.front);
    const next = heights.find((height) => height > this.heightOf(this.front)) ?? heights[0];
    this.setHeight(this.front.id, next);
  }

  /**
   * @param {string} layer
   * @param {number} height The height in percent.
   */
  setHeight(layer, height) {
    this.heights.set(layer, height);
    /** @type {HTMLElement | null} */ (this.device.querySelector(`[data-layer="${CSS.escape(layer)}"]`))
      ?.style.setProperty("--height", `${height}%`);
  }

  /**
   * Creates a field of an alert that the user can edit.
   *
   * @param {any} field
   */
  field(field) {
    const layer = this.front.id;
    const input = fieldInput(field);
    input.addEventListener("input", () => { this.report({ event: "enter", field: field.name, text: input.value, layer }); });
    return input;
  }

  /** Closes the front layer or screen when Escape is pressed. */
  leave() {
    const layer = this.front;
    if (this.isShowing || this.isDragging || !layer) return;
    if (layer.buttons) {
      const cancel = layer.buttons.find((/** @type {any} */ one) => one.role === "cancel");
      if (cancel) this.report({ event: "button", text: cancel.title, layer: layer.id });
    } else if (faceOfLayer(this.rendering.state, layer).screens.length > 1) {
      this.report({ event: "back" });
    } else if (layer.style !== "root") {
      this.dismiss();
    }
  }

  /** Dismisses the front layer without a drag. */
  async dismiss() {
    this.begin();
    const answer = await this.report({ event: "began", gesture: "swipeDown" });
    if (answer.isAccepted) {
      await this.slideAway("swipeDown");
      await this.report({ event: "completed", gesture: "swipeDown" });
    }
    this.end();
  }

  /** Lets the user drag the front layer, and dismiss it by a click outside. */
  attach() {
    const layer = this.front;
    if (!layer) return;
    // The keyboard must be able to scroll contents without actions.
    const content = this.device.querySelector(".layer.is-front > .card > .content");
    if (content && !content.querySelector("[data-part]")) content.setAttribute("tabindex", "0");
    draggable(this.device, this.rendering.state, {
      onBegin: () => this.begin(),
      onEnd: () => this.end(),
      perform: (call) => this.swipe(call.operation, call.options),
      sheet: { heights: heightsOf(layer), height: this.heightOf(layer), onHeight: (height) => this.setHeight(layer.id, height) },
    });
    this.device.querySelector(".layer.is-front > .dim")?.addEventListener("click", () => {
      if (this.isShowing || this.isDragging) return;
      if (["sheet", "form", "popover"].includes(shapeOf(layer))) this.dismiss();
      else if (shapeOf(layer) === "dialog") this.leave();
    });
  }

  begin() {
    this.isDragging = true;
    this.mark();
  }

  end() {
    clearInterval(this.pauseTimer);
    this.isDragging = false;
    this.run();
    this.mark();
  }

  /**
   * Reports a phase of a gesture.
   *
   * @param {"swipeBack" | "swipeDown"} gesture
   * @param {{ phase: string, progress?: number }} options
   * @returns {Promise<any>} The outcome: `queued` if the gesture is possible.
   */
  async swipe(gesture, options) {
    if (this.isShowing) return { status: "rejected" };
    switch (options.phase) {
      case "begin": {
        this.progress = 0;
        const answer = await this.report({ event: "began", gesture });
        if (answer.isAccepted && this.isDragging) {
          this.pauseTimer = setInterval(() => this.report({ event: "moved", gesture, progress: this.progress }), pauseLimit);
        }
        return { status: answer.isAccepted ? "queued" : "rejected" };
      }
      case "progress":
        this.progress = options.progress ?? 0;
        return this.report({ event: "moved", gesture, progress: this.progress });
      case "commit":
        clearInterval(this.pauseTimer);
        await this.slideAway(gesture);
        return this.report({ event: "completed", gesture });
      default:
        clearInterval(this.pauseTimer);
        return this.report({ event: "cancelled", gesture });
    }
  }

  /**
   * Moves the dragged card out of the screen.
   *
   * @param {"swipeBack" | "swipeDown"} gesture
   */
  async slideAway(gesture) {
    const card = /** @type {HTMLElement | null} */ (this.device.querySelector(".layer.is-front > .card"));
    if (!card || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const motion = card.animate([{ translate: gesture === "swipeBack" ? "100% 0" : "0 100%" }],
      { duration: 150, easing: "ease-out", fill: "forwards" });
    await motion.finished.catch(() => {});
  }

  /**
   * Reports an action. If the application has not received the action, shows the reason.
   *
   * @param {any} fields
   * @returns {Promise<{ isAccepted: boolean }>}
   */
  async report(fields) {
    this.waiting += 1;
    this.mark();
    try {
      const answer = await this.connection.request("interface/report", { number: this.number, ...fields });
      this.say(answer.isAccepted ? "" : `Nothing has happened: ${answer.reason}.`);
      return answer;
    } catch (error) {
      if (this.connection.isOpen) this.say(/** @type {Error} */ (error).message);
      return { isAccepted: false };
    } finally {
      this.waiting -= 1;
      this.mark();
    }
  }
}

/**
 * Reads the settings from the document. The token is stored, so that it remains available after a
 * reload of the page.
 */
function readSettings() {
  const settings = JSON.parse(document.getElementById("application")?.textContent ?? "{}");
  const key = `signalbox ${settings.socket}`;
  if (settings.token) {
    sessionStorage.setItem(key, settings.token);
    history.replaceState(null, "", "/");
  } else {
    settings.token = sessionStorage.getItem(key) ?? "";
  }
  return settings;
}

new ApplicationPage(readSettings());
