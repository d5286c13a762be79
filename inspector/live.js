// The entry point of the page of a running session, which connects, shows the steps as they occur,
// and performs actions.
import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { repetitionOf } from "./copied.js";
import { heightsOf } from "./device.js";
import { button, clean, copyButton, element, icon, replace } from "./elements.js";
import { GrowingTrace } from "./growing.js";
import { Inspector } from "./inspector.js";
import { placeOf } from "./panels.js";
import { PromptPanel, drawScenario } from "./prompt.js";
import { draggable, expectationAt, fieldInput, gestureAt, touchable } from "./touch.js";

/** @typedef {import("./device.js").Part} Part */

/** The time after the last step before the page reads what it does not show, in milliseconds. */
const overviewDelay = 400;

/** The text for each state of the connection. The page is live when it has received the first steps. */
const stateNames = { connecting: "Connecting…", open: "Live", lost: "Connection lost", ended: "Ended" };

/** The page of one session. */
class LivePage {
  /** @param {any} settings */
  constructor(settings) {
    this.settings = settings;
    this.trace = new GrowingTrace({ title: settings.title, editor: settings.editor });
    /**
     * The last response to `trace/read`, without its steps.
     *
     * @type {any}
     */
    this.now = { session: 0, undoable: 0, redoable: 0, time: 0, scheduleChanges: 0, isLaunched: false, view: null };
    /** @type {{ path: string, text: string } | null} */ this.file = null;
    this.fileNotes = "";
    /** Whether steps are being read, and whether there are more steps. */
    this.reading = { isRunning: false, isBehind: false };
    this.isDrawing = false;
    this.isDragging = false;
    /** Whether steps are being performed again. */
    this.isRepeating = false;
    /** Whether a button of the mouse is pressed. A click needs the element on which the press began. */
    this.isPressed = false;
    /**
     * The heights in percent of sheets that the user has resized, keyed by layer.
     *
     * @type {Map<string, number>}
     */
    this.heights = new Map();
    /**
     * The last response to `trace/overview`.
     *
     * @type {{ graph: any, leaks?: string[], coverage?: any } | null}
     */
    this.overview = null;
    /** Whether the overview is being read, and the number of steps that it contains. */
    this.overviewReading = { isRunning: false, session: 0, count: -1 };
    /** The timer that reads the overview when nothing has happened for a while, or 0. */
    this.overviewTimer = 0;
    /**
     * The paths of scripts whose sources have been requested.
     *
     * @type {Set<string>}
     */
    this.sourceReading = new Set();
    /**
     * The last answer to `trace/schedule`.
     *
     * @type {{ items: any[], dropped?: number }}
     */
    this.schedule = { items: [], dropped: 0 };
    /** Whether the schedule is being read, and what had happened at the last read. */
    this.scheduleReading = { isRunning: false, known: "" };
    /** The known state of the session when the page was last drawn. */
    this.drawn = "";
    /**
     * The receivers of text that requests print.
     *
     * @type {Map<number, (text: string, isFailure: boolean) => void>}
     */
    this.outputs = new Map();
    this.controls = new Controls({
      undo: () => this.perform("Undo", "undo"), redo: () => this.perform("Redo", "redo"),
      back: () => this.gesture({ operation: "back" }), open: (url) => this.perform(`Open ${url}`, "link/open", { url }),
      launch: () => { this.evaluate("app:launch()"); },
      advance: (milliseconds) => this.perform("Wait", "clock/advance", { milliseconds }),
      onMode: () => this.inspector.update(),
    });
    this.prompt = new PromptPanel({
      evaluate: (text, output) => this.run(text, output),
      complete: (text, cursor) => this.connection.request("script/complete", { text, cursor }),
    });
    this.stateLabel = element("span", null, stateNames.connecting);
    this.status = button("status", "", () => this.reconnect(), element("span", { class: "live-dot", "aria-hidden": "true" }), this.stateLabel);
    this.status.setAttribute("aria-live", "polite");
    this.connection = new Connection(settings.socket, settings.token, {
      onState: (state, reason) => this.showState(state, reason),
      onNotification: (method, params) => this.notice(method, params),
    });
    this.inspector = new Inspector(this.trace, { live: this });
    this.inspector.node.id = "inspector";
    document.body.append(this.inspector.node);
    document.documentElement.classList.add("has-inspector");
    this.inspector.start();
    document.addEventListener("pointerdown", () => { this.isPressed = true; }, true);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => this.release(), true);
    this.controls.update({ ...this.now, isOpen: false, timers: [] });
    if (settings.token) this.connection.open();
    else this.showState("ended", "this address opens the page only once");
  }

  // MARK: - The connection

  reconnect() {
    if (this.settings.token && !this.connection.isOpen) this.connection.open();
  }

  /**
   * @param {import("./connection.js").ConnectionState} state
   * @param {string} reason
   */
  showState(state, reason) {
    // The first response begins the recording, so earlier steps of the session might be missing.
    this.showStatus(state === "open" ? "connecting" : state, reason);
    if (state === "open") {
      this.controls.say("");
      this.read();
    } else if (state === "ended") {
      this.controls.say(`The session has ended (${reason}). What it has shown so far remains here.`, "warned");
    } else if (state === "lost") {
      this.controls.say("The connection was lost; connecting again.", "warned");
    }
    if (this.inspector) this.draw();
  }

  /**
   * @param {import("./connection.js").ConnectionState} state
   * @param {string} reason
   */
  showStatus(state, reason) {
    this.status.className = `status live-${state}`;
    replace(this.stateLabel, stateNames[state]);
    const canReconnect = state === "ended" && this.settings.token;
    this.status.toggleAttribute("disabled", !canReconnect && state !== "lost");
    this.status.title = reason ? `${clean(reason, 300)}${canReconnect ? ". Click to connect again" : ""}` : "";
  }

  /**
   * @param {string} method
   * @param {any} params
   */
  notice(method, params) {
    switch (method) {
      case "trace/changed": this.read(); break;
      case "output/text": {
        const output = this.outputs.get(params.id);
        if (params.dropped) output?.(`… ${params.dropped === 1 ? "1 text was" : `${params.dropped} texts were`} dropped\n`, true);
        output?.(params.text ?? "", params.isFailure === true);
        break;
      }
      case "script/changed":
        if (params.label) this.prompt.setLabel(params.label);
        break;
      case "file/write":
        if (params.mode === "create" || params.mode === "replace") this.file = { path: params.path, text: params.text };
        break;
      case "$/progress": this.controls.say(params.message); break;
      default: break;
    }
  }

  /** Reads steps until there are no more. */
  async read() {
    if (this.reading.isRunning) {
      this.reading.isBehind = true;
      return;
    }
    this.reading.isRunning = true;
    try {
      do {
        this.reading.isBehind = false;
        const { part, ...now } = await this.connection.request("trace/read", { from: this.trace.end });
        this.showStatus("open", "");
        const isNew = now.session !== this.now.session || now.count < this.trace.end;
        if (isNew) this.begin(now);
        this.trace.head.time = now.time;
        this.trace.head.root = now.folder;
        this.now = { undoable: 0, redoable: 0, scheduleChanges: 0, isLaunched: false, view: null, ...now };
        // The response to a request for the steps of another session does not begin with the first
        // step.
        if (part && (!isNew || part.first === now.dropped || part.first === 0)) this.add(part);
        else if (isNew) this.reading.isBehind = true;
        this.forget(now.dropped ?? 0);
        // Elements are not redrawn unnecessarily while the user touches or drags them.
        const text = JSON.stringify(now);
        if (part || isNew || text !== this.drawn) this.draw();
        this.drawn = text;
      } while (this.reading.isBehind || this.trace.end < this.now.count);
    } catch (error) {
      if (this.connection.isOpen) {
        this.showStatus("open", "");
        this.controls.say(/** @type {Error} */ (error).message, "failed");
      }
    } finally {
      this.reading.isRunning = false;
    }
  }

  /**
   * Reads the graph, the coverage and the leaks if steps have been added: at once if they are shown, and
   * otherwise when nothing has happened for a while, because the session collects its garbage first.
   */
  readOverview() {
    if (this.inspector.mode === "graph" || ["coverage", "links"].includes(this.inspector.tab)) {
      this.readOverviewNow();
      return;
    }
    clearTimeout(this.overviewTimer);
    this.overviewTimer = setTimeout(() => this.readOverviewNow(), overviewDelay);
  }

  /** Reads the graph, the coverage and the leaks if steps have been added. */
  async readOverviewNow() {
    const { session, count } = this.now;
    if (this.overviewReading.isRunning || !this.isOpen) return;
    if (this.overviewReading.session === session && this.overviewReading.count === count) return;
    this.overviewReading = { isRunning: true, session, count };
    try {
      const overview = await this.connection.request("trace/overview");
      if (JSON.stringify(overview) !== JSON.stringify(this.overview)) {
        this.overview = overview;
        this.inspector.refresh(["coverage", "links"], true);
      }
    } catch (error) {
      if (this.isOpen) this.controls.say(/** @type {Error} */ (error).message, "failed");
    } finally {
      this.overviewReading.isRunning = false;
    }
    this.draw();
  }

  /**
   * Reads the source of a script, once.
   *
   * @param {string | undefined} at `PATH:LINE`
   */
  async readSource(at) {
    const place = placeOf(at);
    if (!place || !this.isOpen || this.sourceReading.has(place.file)) return;
    this.sourceReading.add(place.file);
    try {
      const { lines } = await this.connection.request("trace/source", { path: place.file });
      if (lines.length > 0) this.trace.head.sources = { ...this.trace.head.sources, [place.file]: [{ first: 1, lines }] };
    } catch (error) {
      if (this.isOpen) this.controls.say(/** @type {Error} */ (error).message, "failed");
    }
    if (this.inspector.tab === "source") this.inspector.showTab("source");
  }

  /** Reads the timers and the asynchronous work if something has happened since they were read. */
  async readSchedule() {
    const { session, count, time, scheduleChanges } = this.now;
    const known = [session, count, time, scheduleChanges].join(" ");
    if (this.scheduleReading.isRunning || !this.isOpen || this.scheduleReading.known === known) return;
    this.scheduleReading = { isRunning: true, known };
    try {
      this.schedule = await this.connection.request("trace/schedule");
      this.inspector.refresh(["timers"]);
    } catch (error) {
      if (this.isOpen) this.controls.say(/** @type {Error} */ (error).message, "failed");
    } finally {
      this.scheduleReading.isRunning = false;
    }
    this.draw();
  }

  /**
   * Begins with another session, for example after a reload.
   *
   * @param {any} now
   */
  begin(now) {
    if (this.now.session !== 0 && this.trace.count > 0) {
      this.controls.say(now.session !== this.now.session ? "The session was reloaded, and its steps were reset." : "Another session has started.");
    }
    this.trace.clear();
    this.trace.head.sources = {};
    this.sourceReading.clear();
    this.heights.clear();
    this.overview = null;
    this.schedule = { items: [] };
    this.inspector.restart();
  }

  /** @param {any} part */
  add(part) {
    const dropped = this.trace.add(part);
    if (dropped > 0) this.inspector.drop(dropped);
  }

  /**
   * Drops the steps that the session has dropped.
   *
   * @param {number} first The index of the oldest step of the session.
   */
  forget(first) {
    const dropped = this.trace.forget(first);
    if (dropped > 0) this.inspector.drop(dropped);
  }

  /** Draws what has changed while a button of the mouse was pressed, after its click. */
  release() {
    setTimeout(() => {
      this.isPressed = false;
      this.draw();
    }, 0);
  }

  /** Whether elements must not be replaced, because the user drags or presses them or types in them. */
  get isBusy() {
    return this.isDragging || this.isPressed || document.activeElement?.matches(".device input.alert-field") === true;
  }

  /** Draws the changes, at most once per frame. */
  draw() {
    if (this.isDrawing || this.isBusy) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      if (this.isBusy) return;
      this.inspector.update();
      this.readOverview();
      this.controls.update({ ...this.now, isOpen: this.isOpen, timers: this.now.view?.timers ?? [] });
    });
  }

  // MARK: - For the inspector

  get isOpen() { return this.connection.isOpen; }

  /** The graph of the session, or `null` before the graph has been read. */
  get graph() { return this.overview?.graph ?? null; }

  /** The declarations of the session with the number of their uses, or `null` if they are not known. */
  get coverage() { return this.overview?.coverage ?? null; }

  /** The known objects that should no longer exist. */
  get leaks() { return this.overview?.leaks ?? []; }

  /** The timers and the asynchronous work of the session. */
  get lanes() { return this.schedule.items; }

  /** A sentence about a session without timers and asynchronous work. */
  get lanesAbsence() { return "No timer was set and no asynchronous work was started."; }

  /** A sentence about timers that are no longer known; empty if all are. */
  get lanesNote() { return this.schedule.dropped ? `${this.schedule.dropped} earlier timers and work items are no longer kept` : ""; }

  /**
   * Returns the index of a session's step in the trace, or the index of the oldest step if the step
   * has been dropped.
   *
   * @param {number} step
   */
  indexOf(step) { return Math.max(0, step - this.trace.base); }

  /** The current titles and actions. */
  get view() { return this.now.view; }

  /** A sentence about the dropped steps. The string is empty if no steps have been dropped. */
  get droppedNote() {
    return this.trace.base === 0 ? "" : `${this.trace.base} earlier steps are no longer available`;
  }

  /**
   * Makes the device of the current state usable.
   *
   * @param {HTMLElement} device
   * @param {any} state
   */
  attach(device, state) {
    if (!this.isOpen || this.controls.isExpecting) return;
    const layer = state?.layers?.at(-1);
    draggable(device, state, {
      onBegin: () => { this.isDragging = true; },
      onEnd: () => {
        this.isDragging = false;
        this.draw();
      },
      perform: (params) => this.gesture(params),
      sheet: layer && { heights: heightsOf(layer), height: this.heightOf(layer), onHeight: (height) => this.heights.set(layer.id, height) },
    });
  }

  /**
   * Returns the height of a sheet in percent.
   *
   * @param {any} layer
   */
  heightOf(layer) { return this.heights.get(layer.id) ?? heightsOf(layer)[0]; }

  /**
   * Creates an input for a field of the front alert. The text is entered when the user leaves the
   * field or presses Enter, so that it is one step.
   *
   * @param {any} field
   */
  field(field) {
    const input = fieldInput(field);
    // The page knows only dots of a password, so that a new text replaces the whole password.
    if (field.kind === "password") input.addEventListener("focus", () => { input.value = ""; });
    input.addEventListener("change", () => { this.gesture({ operation: "enterText", name: field.name, text: input.value }); });
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") input.blur();
    });
    input.addEventListener("blur", () => this.draw());
    return input;
  }

  /**
   * Returns a function that makes the parts of a device touchable.
   *
   * @param {any} state
   */
  touch(state) {
    if (!this.isOpen) return undefined;
    if (this.controls.isExpecting) {
      return touchable((part) => {
        const text = expectationAt(part);
        return text && `Expect ${clean(text, 200)}`;
      }, (part) => { this.expect(part); });
    }
    const touch = touchable((part) => {
      switch (part.kind) {
        case "action": case "chip": case "button": return `Tap ${clean(part.label, 120)}`;
        case "back": return `Back to ${clean(part.label, 120)}`;
        case "tab": return `Tap the tab ${clean(part.label, 120)}`;
        default: return null;
      }
    }, (part) => { this.gesture(gestureAt(part, state)); });
    return (/** @type {Part} */ part, /** @type {HTMLElement} */ node) =>
      part.kind === "field" ? this.field(part.field) : touch(part, node);
  }

  /**
   * The tabs of the details.
   *
   * @returns {[string, string, number, () => HTMLElement][]}
   */
  get tabs() {
    return [
      ["prompt", "Prompt", 0, () => this.prompt.node],
      ["scenario", "Scenario", 0, () => drawScenario(this.file, this.fileNotes,
        button("tool-button is-primary", "Write the steps so far as a scenario", () => { this.save(); }, icon("copy"), "Write scenario"),
        this.file && copyButton(this.file.text, "Copy the scenario"))],
    ];
  }

  /**
   * Returns the buttons for a step that is not the last step.
   *
   * @param {number} index
   */
  stepButtons(index) {
    if (!this.isOpen) return [];
    if (this.isRepeating) {
      return [button("tool-button", "Stop repeating the steps", () => { this.isRepeating = false; }, icon("cross"), "Stop")];
    }
    if (index >= this.trace.count - 1) return [];
    return [
      button("tool-button", "Go back to the state after this step, and continue from there", () => this.restore(index),
        icon("undo"), "Continue from here"),
      button("tool-button", "Go back to the state after this step, and perform the following steps again",
        () => this.repeat(index), icon("play"), "Run from here"),
    ];
  }

  // MARK: - Acting

  /**
   * Performs a gesture.
   *
   * @param {any} params
   */
  gesture(params) {
    return this.perform(params.text ? `${params.operation} ${params.text}` : params.operation, "gesture/perform", params);
  }

  /**
   * Sends a request and shows its outcome, unless it was done.
   *
   * @param {string} label
   * @param {string} method
   * @param {any} [params]
   * @returns {Promise<any>} The outcome, or `null` after an error.
   */
  async perform(label, method, params) {
    try {
      const outcome = await this.connection.request(method, params);
      const status = outcome.status ?? "done";
      const reason = outcome.message ? `: ${outcome.message}` : outcome.reason ? `: ${outcome.reason}` : "";
      const isOwn = outcome.reason === "cancelledByUser" && params?.options?.phase === "cancel";
      if (status !== "rejected") this.inspector.follow();
      if (status === "done" || status === "queued" || isOwn) this.controls.say("");
      else this.controls.say(`${label}, ${status}${reason}${outcome.hint ? `; ${outcome.hint}` : ""}`, status === "noop" ? "" : "warned");
      return outcome;
    } catch (error) {
      this.controls.say(`${label}: ${/** @type {Error} */ (error).message}`, "failed");
      return null;
    } finally {
      if (this.isOpen) this.read();
    }
  }

  /**
   * Restores the state after a step.
   *
   * @param {number} index
   */
  restore(index) {
    return this.perform(`Go to step ${this.trace.base + index + 1}`, "trace/restore", { step: this.trace.base + index });
  }

  /**
   * Restores the state after a step, and performs the following steps again, including those that return
   * to an earlier state. It ends with the first step that fails or cannot be repeated.
   *
   * @param {number} index
   */
  async repeat(index) {
    const following = this.trace.following(index);
    this.isRepeating = true;
    let [count, problem] = [0, ""];
    if (await this.restore(index)) {
      for (const step of following) {
        if (!this.isRepeating || !this.isOpen) break;
        const text = repetitionOf(step);
        if (text === null) problem = "this call cannot be repeated";
        else if (text) problem = await this.failureOf(text);
        if (problem) {
          problem = `Step ${step.number ?? step.index + 1}, ${step.call}: ${problem}`;
          break;
        }
        count += 1;
        this.controls.say(`Performed ${count} of ${following.length} steps again.`);
      }
      const isComplete = count === following.length;
      this.controls.say(problem || `Performed ${count} of ${following.length} step${following.length === 1 ? "" : "s"} again.`,
        problem ? "failed" : isComplete ? "good" : "warned");
    }
    this.isRepeating = false;
    this.draw();
  }

  /**
   * Runs an input from the page, and returns the text of its failure, or an empty string.
   *
   * @param {string} text
   */
  async failureOf(text) {
    const { output, isFailure } = await this.evaluate(text);
    return isFailure ? output.trim() : "";
  }

  /**
   * Advances the clock to a timer.
   *
   * @param {import("./lanes.js").Lane} timer
   */
  advanceTo(timer) {
    return this.perform("Advance", "clock/advance", { milliseconds: Math.max(0, (timer.d ?? 0) - this.now.time) });
  }

  /**
   * Ends asynchronous work.
   *
   * @param {import("./lanes.js").Lane} work
   * @param {string} result
   */
  async endWork(work, result) {
    await this.perform("End the work", "work/end", { work: work.n, result });
  }

  /**
   * Runs an input from the prompt.
   *
   * @param {string} text
   * @param {(text: string, isFailure: boolean) => void} output
   */
  async run(text, output) {
    const { id, answer } = this.connection.post("script/evaluate", { text, folder: this.settings.folder ?? "" });
    this.outputs.set(id, output);
    try {
      return await answer;
    } finally {
      this.outputs.delete(id);
      if (this.isOpen) this.read();
    }
  }

  /**
   * Runs an input from the page, and shows an error if the input fails.
   *
   * @param {string} text
   */
  async evaluate(text) {
    let output = "";
    try {
      await this.run(text, (more) => { output += more; });
    } catch (error) {
      output = `✗ ${/** @type {Error} */ (error).message}`;
    }
    const isFailure = output.includes("✗");
    this.controls.say(isFailure ? output.trim() : "", isFailure ? "failed" : "");
    return { output, isFailure };
  }

  /** @param {Part} part */
  async expect(part) {
    const text = expectationAt(part);
    if (!text) return;
    const { isFailure } = await this.evaluate(`.expect ${text}`);
    if (!isFailure) this.controls.say(`Expected ${text}: the scenario now contains this expectation.`, "good");
  }

  /** Writes the steps so far as a scenario. */
  async save() {
    this.file = null;
    const { output } = await this.evaluate(`.save ${this.settings.name}.scenario.lua!`);
    this.fileNotes = output.trim();
    if (this.file) this.controls.say("The scenario passes.", "good");
    this.inspector.showTab("scenario");
  }
}

/**
 * Reads the settings from the document. The token is stored, so that it remains available after a
 * reload of the page.
 */
function readSettings() {
  const settings = JSON.parse(document.getElementById("live")?.textContent ?? "{}");
  const key = `signalbox ${settings.socket}`;
  if (settings.token) {
    sessionStorage.setItem(key, settings.token);
    history.replaceState(null, "", "/");
  } else {
    settings.token = sessionStorage.getItem(key) ?? "";
  }
  return settings;
}

new LivePage(readSettings());
