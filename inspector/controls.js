// The controls of a running session: undo and redo, links, time, and the effect of a click on the
// device.
import { button, clean, element, icon, replace } from "./elements.js";

/** The controls below the device. */
export class Controls {
  /**
   * @param {{ undo: () => void, redo: () => void, launch: () => void, back: () => void, open: (url: string) => void,
   *   advance: (milliseconds: number) => void, onMode: () => void }} actions
   */
  constructor(actions) {
    this.undo = button("tool-button", "Undo the last step", actions.undo, icon("undo"), element("span", null, "Undo"));
    this.redo = button("tool-button", "Redo the undone step", actions.redo, icon("redo"), element("span", null, "Redo"));
    this.back = button("tool-button", "Go back, as the user does with the system's back button", actions.back, icon("back"), "Back");
    this.launch = button("tool-button is-primary", "Launch the application", actions.launch, icon("launch"), "Launch");
    this.wait = button("tool-button", "Advance the clock by a second", () => actions.advance(this.waitTime), icon("clock"),
      this.waitLabel = element("span", null, "1 s"));
    this.mode = button("tool-button", "Click items on the screen to expect them", () => {
      this.isExpecting = !this.isExpecting;
      this.mode.setAttribute("aria-pressed", String(this.isExpecting));
      actions.onMode();
    }, icon("expect"), "Expect");
    this.mode.setAttribute("aria-pressed", "false");
    /** Whether a click on the device adds an expectation. */
    this.isExpecting = false;
    /** @private */ this.waitTime = 1000;
    this.link = /** @type {HTMLInputElement} */ (element("input", {
      type: "text", class: "link-field", placeholder: "shop://product/42", "aria-label": "Link to open",
      autocomplete: "off", spellcheck: "false", inputmode: "url",
    }));
    const form = element("form", {
      class: "link-form", on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (this.link.value.trim()) actions.open(this.link.value.trim());
          else this.link.focus();
        },
      },
    }, icon("link"), this.link, element("button", {
      type: "submit", class: "tool-button", "aria-label": "Open the link", title: "Open the link",
    }, icon("forward")));
    this.message = element("p", { class: "control-message", role: "status" });
    this.node = element("div", { class: "controls" },
      element("div", { class: "control-row", role: "toolbar", "aria-label": "Session" },
        this.launch, this.undo, this.redo, this.back, this.wait, this.mode), form, this.message);
  }

  /**
   * Enables the controls that can currently be used.
   *
   * @param {{ isOpen: boolean, isLaunched: boolean, undoable: number, redoable: number, time: number, timers: any[] }} now
   */
  update(now) {
    const disable = (/** @type {HTMLElement} */ node, /** @type {boolean} */ isOff) => node.toggleAttribute("disabled", isOff);
    this.launch.hidden = now.isLaunched;
    disable(this.launch, !now.isOpen);
    disable(this.undo, !now.isOpen || now.undoable === 0);
    disable(this.redo, !now.isOpen || now.redoable === 0);
    for (const node of [this.back, this.wait, this.mode]) disable(node, !now.isOpen || !now.isLaunched);
    for (const node of this.node.querySelectorAll(".link-form > input, .link-form > button")) {
      disable(/** @type {HTMLElement} */ (node), !now.isOpen);
    }
    const next = Math.min(...now.timers.map((timer) => timer.at - now.time));
    this.waitTime = Number.isFinite(next) ? Math.max(0, next) : 1000;
    replace(this.waitLabel, Number.isFinite(next) ? "Next timer" : "1 s");
    this.wait.setAttribute("aria-label", Number.isFinite(next) ? `Advance the clock to the next timer, by ${this.waitTime} ms`
      : "Advance the clock by a second");
    this.wait.title = this.wait.getAttribute("aria-label") ?? "";
  }

  /**
   * Shows the result of an action.
   *
   * @param {string} text
   * @param {"" | "good" | "warned" | "failed"} [tone]
   */
  say(text, tone = "") {
    this.message.className = `control-message ${tone}`;
    replace(this.message, clean(text, 400));
  }
}
