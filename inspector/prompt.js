// The prompt of a running session, with completion.
import { clean, cleanLines, element, replace } from "./elements.js";

/** The maximum number of lines to keep. */
const maxLines = 500;
/** The maximum number of suggestions that are shown. */
const maxSuggestions = 40;

/** A prompt that runs inputs and shows their output. */
export class PromptPanel {
  /**
   * @param {{ evaluate: (text: string, output: (text: string, isFailure: boolean) => void) => Promise<any>,
   *   complete: (text: string, cursor: number) => Promise<any> }} session
   */
  constructor(session) {
    this.session = session;
    /** @private @type {string[]} */ this.history = [];
    /** @private */ this.position = 0;
    /** @private @type {{ start: number, end: number, items: any[], selected: number } | null} */
    this.menu = null;
    this.log = element("div", { class: "prompt-log", role: "log", "aria-label": "Output of the prompt", tabindex: "0" });
    this.label = element("label", { class: "prompt-label", for: "prompt-input" }, ">");
    this.input = /** @type {HTMLInputElement} */ (element("input", {
      type: "text", id: "prompt-input", class: "prompt-input", autocomplete: "off", spellcheck: "false",
      autocapitalize: "off", role: "combobox", "aria-expanded": "false", "aria-controls": "prompt-menu",
      "aria-autocomplete": "list", placeholder: "app:open \"shop://product/42\" · Tab completes · .help", on: {
        keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
        input: () => this.closeMenu(),
      },
    }));
    this.list = element("ul", { class: "prompt-menu", id: "prompt-menu", role: "listbox", "aria-label": "Suggestions", hidden: true });
    this.node = element("div", { class: "prompt" }, this.log,
      element("div", { class: "prompt-line" }, this.label, this.input, this.list));
  }

  /** @param {string} label */
  setLabel(label) { replace(this.label, clean(label, 120)); }

  /**
   * Shows text below the existing text.
   *
   * @param {string} text
   * @param {string} [tone]
   */
  print(text, tone = "") {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    for (const line of lines.slice(-maxLines)) {
      const isError = tone === "" && line.startsWith("✗");
      this.log.append(element("div", { class: isError ? "failed" : tone }, clean(line, 4000)));
    }
    while (this.log.childElementCount > maxLines) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  /**
   * @private
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (event.isComposing || event.metaKey || event.altKey) return;
    const action = this.action(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /**
   * @private
   * @param {KeyboardEvent} event
   * @returns {(() => void) | null}
   */
  action(event) {
    if (event.ctrlKey) return event.key === "l" ? () => replace(this.log) : null;
    if (this.menu) {
      const { items, selected } = this.menu;
      if (event.key === "ArrowDown") return () => this.highlight((selected + 1) % items.length);
      if (event.key === "ArrowUp") return () => this.highlight((selected - 1 + items.length) % items.length);
      if (event.key === "Tab" || event.key === "Enter") return () => this.choose(selected);
      if (event.key === "Escape") return () => this.closeMenu();
    }
    // In an empty line, the browser handles Tab, so that the keyboard focus can leave the prompt.
    if (event.key === "Tab") return this.input.value && !event.shiftKey ? () => { this.complete(); } : null;
    if (event.key === "Enter") return () => { this.run(); };
    if (event.key === "ArrowUp") return () => this.recall(-1);
    if (event.key === "ArrowDown") return () => this.recall(1);
    return null;
  }

  /** @private */
  async run() {
    const text = this.input.value;
    if (!text.trim()) return;
    if (this.history.at(-1) !== text) this.history.push(text);
    if (this.history.length > 200) this.history.shift();
    this.position = this.history.length;
    this.input.value = "";
    this.print(`${this.label.textContent}${text}`, "entered");
    try {
      const state = await this.session.evaluate(text, (output, isFailure) => this.print(output, isFailure ? "failed" : ""));
      this.setLabel(state.label);
    } catch (error) {
      this.print(`✗ ${/** @type {Error} */ (error).message}`, "failed");
    }
  }

  /**
   * @private
   * @param {number} by
   */
  recall(by) {
    this.position = Math.max(0, Math.min(this.history.length, this.position + by));
    this.input.value = this.history[this.position] ?? "";
  }

  // MARK: - Completion

  /** @private */
  async complete() {
    const text = this.input.value;
    const cursor = Array.from(text.slice(0, this.input.selectionStart ?? text.length)).length;
    let found;
    try {
      found = await this.session.complete(text, cursor);
    } catch (error) {
      this.print(`✗ ${/** @type {Error} */ (error).message}`, "failed");
      return;
    }
    if (this.input.value !== text || !found.suggestions.length) return;
    // Positions in the session count characters, and positions in fields count UTF-16 units.
    const characters = Array.from(text);
    const start = characters.slice(0, found.start).join("").length;
    const end = characters.slice(0, cursor).join("").length;
    this.menu = { start, end, items: found.suggestions.slice(0, maxSuggestions), selected: 0 };
    if (found.suggestions.length === 1) this.choose(0);
    else this.drawMenu();
  }

  /** @private */
  drawMenu() {
    if (!this.menu) return;
    const { items, selected } = this.menu;
    replace(this.list, items.map((item, index) => element("li", {
      role: "option", id: `suggestion-${index}`, "aria-selected": String(index === selected),
      on: { mousedown: (/** @type {Event} */ event) => { event.preventDefault(); this.choose(index); } },
    }, element("b", null, clean(item.text, 80)), element("span", null, clean(item.detail, 160)))));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.input.setAttribute("aria-activedescendant", `suggestion-${selected}`);
    this.list.children[selected]?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @private
   * @param {number} index
   */
  highlight(index) {
    if (!this.menu) return;
    this.menu.selected = index;
    this.drawMenu();
  }

  /**
   * @private
   * @param {number} index
   */
  choose(index) {
    if (!this.menu) return;
    const { start, end, items } = this.menu;
    const text = items[index].text;
    this.input.value = this.input.value.slice(0, start) + text + this.input.value.slice(end);
    this.input.setSelectionRange(start + text.length, start + text.length);
    this.closeMenu();
  }

  /** @private */
  closeMenu() {
    this.menu = null;
    this.list.hidden = true;
    replace(this.list);
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

/**
 * Draws a scenario that was written from a session, with the command that runs the scenario.
 *
 * @param {{ path: string, text: string } | null} file
 * @param {string} output The output of the session about the scenario.
 * @param {...any} buttons
 */
export function drawScenario(file, output, ...buttons) {
  return element("div", { class: "scenario-text" },
    element("div", { class: "control-row" }, ...buttons),
    output && element("div", { class: "scenario-notes" }, cleanLines(output).map((line) => element("div", null, line))),
    file ? element("pre", { class: "output", tabindex: "0", role: "region", "aria-label": file.path }, file.text.split("\n")
      .map((line) => element("div", null, clean(line, 2000) || " ")))
      : element("p", { class: "empty" }, "Writes the steps so far as a scenario: undone steps are left out, and each step expects what was shown."));
}
