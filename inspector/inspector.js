// The inspector: a header, the timeline, the device before and after a step, and its panels.
import { Comparison } from "./compare.js";
import { replayOf, scenarioOf } from "./copied.js";
import { drawDevice, frontPlaceOf } from "./device.js";
import { button, clean, cleanLines, copyButton, duration, element, icon, name, replace } from "./elements.js";
import { GraphView } from "./graph.js";
import { LanesView } from "./lanes.js";
import { drawCoverage, drawLeaks, drawLinks, forgetLinks, missingCount } from "./overview.js";
import { Overlay } from "./overlay.js";
import { drawChanges, drawEvents, drawFailure, drawOutput, drawSource, drawTree, placeLink } from "./panels.js";
import { Scrubber } from "./scrubber.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";

/** @type {Record<string, string>} */
const statusNames = {
  passed: "Passed", failed: "Failed", flaky: "Flaky", skipped: "Skipped", failedAsExpected: "Failed as expected",
};

/** The inspector of one trace. */
export class Inspector {
  /**
   * @param {Trace} trace
   * @param {{ onClose?: () => void, live?: any, against?: Trace }} [options] `live` is the running
   *   session to which the trace belongs, if any. `against` is a recording to compare with.
   */
  constructor(trace, options = {}) {
    this.trace = trace;
    this.live = options.live ?? null;
    this.selected = -1;
    /** Whether the trace has dropped the selected step since the page was last drawn. */
    this.isDropped = false;
    /** The number of steps when the page was last drawn. */
    this.known = trace.count;
    this.tab = "changes";
    /**
     * The content of the stage.
     *
     * @type {"screens" | "graph" | "compare"}
     */
    this.mode = "screens";
    /** @private @type {Comparison | null} */
    this.comparison = options.against ? new Comparison(trace, options.against, trace.head.against) : null;
    /** @private @type {GraphView | null} */ this.graph = null;
    /** @private */
    this.lanes = new LanesView((step) => this.select(this.live ? this.live.indexOf(step) : step), options.live ? {
      advance: (lane) => options.live.advanceTo(lane), end: (lane, result) => options.live.endWork(lane, result),
    } : null);
    /**
     * The index among the failures of the trace.
     *
     * @private
     */
    this.failure = 0;
    this.timeline = new Timeline(trace, (index) => this.select(index));
    this.field = /** @type {HTMLInputElement} */ (element("input", {
      type: "search", class: "filter", placeholder: "Filter: action:tap changed:layers",
      "aria-label": "Filter the steps", autocomplete: "off", spellcheck: "false",
      on: { input: () => this.timeline.filter(this.field.value) },
    }));
    this.stage = element("div", { class: "stage-body" });
    this.scrubber = new Scrubber(trace, (index) => this.select(index));
    /** Whether the devices are shown on top of each other. */ this.isOverlaid = false;
    /** Whether a narrow window shows the state after a step, not the state before it. */ this.isAfterShown = true;
    this.overlay = new Overlay();
    this.caption = element("div", { class: "stage-caption", "aria-live": "polite" });
    this.tree = element("div", { class: "panel-body", tabindex: "0", role: "region", "aria-label": "Coordinator tree" });
    this.tabs = element("div", {
      class: "tablist", role: "tablist", "aria-label": "About this step", on: { scroll: () => this.fadeTabs() },
    });
    new ResizeObserver(() => this.revealTab(this.tabs.scrollLeft)).observe(this.tabs);
    this.details = element("div", { class: "panel-body", role: "tabpanel", id: "details", tabindex: "0" });
    this.help = this.createHelp();
    this.node = element("div", { class: "inspector" }, this.createHeader(options.onClose), this.createMain(), this.help);
    /** @private */ this.keys = (/** @type {KeyboardEvent} */ event) => this.press(event);
    /** @private */ this.printing = (/** @type {Event} */ event) => this.timeline.print(event.type === "beforeprint");
    if (this.comparison && !trace.head.against.isEqual) {
      this.show("compare");
      this.tab = "difference";
      this.select(Math.min(trace.head.against.first, trace.count - 1));
    } else {
      this.select(trace.firstShown);
    }
  }

  // MARK: - Parts

  /**
   * @private
   * @param {(() => void) | undefined} onClose
   */
  createHeader(onClose) {
    const { head } = this.trace;
    const status = head.status ?? (head.failures?.length ? "failed" : "");
    this.summary = element("p", null);
    this.summarize();
    return element("header", { class: "page-header" },
      onClose ? button("icon-button back-button", "Back to the report", onClose, icon("back"))
        : element("span", { class: "logo", "aria-hidden": "true" }, logo()),
      element("div", { class: "page-title" },
        element("h1", null, name(clean(head.title || "Recording", 300))),
        this.summary),
      this.live && this.live.status,
      status && button(`status ${status}`, "", () => this.showFailure(0),
        icon(status === "failed" ? "cross" : "check"), statusNames[status] ?? clean(status, 40),
        (head.failures?.length ?? 0) > 1 && element("span", { class: "status-count" }, `${head.failures.length} failures`)),
      element("div", { class: "filter-group" }, icon("search"), this.field, element("kbd", { "aria-hidden": "true" }, "/")),
      button("icon-button theme", "Switch between light and dark", () => this.switchTheme(), icon("sun")),
      button("icon-button", "Keys (?)", () => this.openHelp(), icon("keyboard")));
  }

  /** @private */
  summarize() {
    const { head } = this.trace;
    if (this.summary) {
      replace(this.summary, head.from && placeLink(head.from, head),
        element("span", null, `${this.trace.count} step${this.trace.count === 1 ? "" : "s"}`),
        this.trace.count > 0 && element("span", null, `${duration(this.trace.endTime)} of virtual time`),
        head.seed && element("span", null, `seed ${clean(head.seed, 20)}`),
        this.live?.droppedNote && element("span", { class: "warning" }, this.live.droppedNote),
        head.isTruncated && element("span", { class: "warning" }, "the last line was incomplete"));
    }
  }

  /** @private */
  createMain() {
    return element("main", { class: "panels" },
      element("section", { class: "panel timeline-panel", "aria-label": "Timeline" },
        element("div", { class: "panel-head" }, element("h2", null, "Timeline")), this.timeline.node),
      element("section", { class: "panel stage-panel", "aria-label": "Screens" },
        element("div", { class: "panel-head stage-head" },
          this.createModes(), this.caption,
          element("div", { class: "stage-controls" },
            button("icon-button", "Previous step (←)", () => this.select(this.timeline.neighbor(-1)), icon("back")),
            this.position = element("span", { class: "position" }),
            button("icon-button", "Next step (→)", () => this.select(this.timeline.neighbor(1)), icon("forward")),
            this.layerer = button("icon-button", "Overlay before and after (o)", () => this.switchOverlay(), icon("overlay")),
            this.player = button("icon-button", "Animate this step (space)", () => this.animate(), icon("play")))),
        this.stage, element("div", { class: "stage-foot" }, this.scrubber.node, this.extra = element("div", { class: "stage-extra" })),
        this.live && this.live.controls.node),
      element("section", { class: "panel tree-panel", "aria-label": "Coordinators" },
        element("div", { class: "panel-head" }, element("h2", null, "Coordinators"),
          this.treeCount = element("span", { class: "panel-note" })), this.tree),
      element("section", { class: "panel details-panel", "aria-label": "Details" },
        element("div", { class: "panel-head" }, this.tabs), this.details));
  }

  /** @private */
  createModes() {
    /** @type {["screens" | "graph" | "compare", string][]} */
    const modes = [["screens", "Screens"], ["graph", "Graph"]];
    if (this.comparison) modes.push(["compare", "Compare"]);
    this.modes = new Map(modes.map(([mode, label]) => [mode, element("button", {
      type: "button", class: "mode", "aria-pressed": String(mode === this.mode), on: { click: () => this.show(mode) },
    }, label)]));
    return element("div", { class: "modes", role: "group", "aria-label": "Show" }, [...this.modes.values()]);
  }

  /**
   * Shows the screens, the graph or the comparison.
   *
   * @param {"screens" | "graph" | "compare"} mode
   */
  show(mode) {
    this.mode = this.modes?.has(mode) ? mode : "screens";
    for (const [other, node] of this.modes ?? []) node.setAttribute("aria-pressed", String(other === this.mode));
    this.player?.toggleAttribute("hidden", this.mode !== "screens");
    this.layerer?.toggleAttribute("hidden", this.mode === "graph");
    if (this.mode === "graph") this.live?.readOverview();
    this.select(this.selected);
  }

  /** Shows the devices on top of each other, or next to each other. */
  switchOverlay() {
    this.isOverlaid = !this.isOverlaid;
    this.layerer?.setAttribute("aria-pressed", String(this.isOverlaid));
    this.select(this.selected);
  }

  /** @private */
  createHelp() {
    const keys = [
      ["← →", "previous and next step"], ["Home End", "first and last step"],
      ["n p", "next and previous failed step"], ["/", "filter"], ["Space", "animate the step"],
      ["g", "graph or screens"], ["o", "overlay before and after"], ["c", "comparison with another recording, or screens"],
      ["1 … 9", "show a tab"], ["?", "this list of keys"],
    ];
    const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { class: "help", "aria-label": "Keys" },
      element("h2", null, "Keys"),
      element("dl", null, keys.map(([key, text]) => [element("dt", null, element("kbd", null, key)), element("dd", null, text)])),
      element("h2", null, "Filter"),
      element("p", null, "Words match calls, effects and lines. Fields: ",
        element("code", null, "action:tap"), " ", element("code", null, "coordinator:Checkout"), " ",
        element("code", null, "changed:layers"), " ", element("code", null, "at:checkout"), " ",
        element("code", null, "step:payment"), " ", element("code", null, "is:failed")),
      button("text-button", "", () => dialog.close(), "Close")));
    return dialog;
  }

  // MARK: - Selecting

  /**
   * Shows a step.
   *
   * @param {number} index
   */
  select(index) {
    if (this.trace.count === 0) return this.drawEmpty();
    this.selected = Math.max(0, Math.min(this.trace.count - 1, index));
    this.known = this.trace.count;
    const step = this.trace.step(this.selected);
    const [before, after] = [this.trace.after(this.selected - 1), this.trace.after(this.selected)];
    if (this.live) this.timeline.refresh(this.selected);
    else this.timeline.select(this.selected);
    replace(this.caption,
      step.number !== null && element("span", { class: `step-badge${step.isFailed ? " failed" : ""}` }, step.number),
      element("span", { class: "caption-call" }, name(clean(step.call, 300))),
      step.phase && element("span", { class: "tag" }, clean(step.phase, 20)),
      step.groups.length > 0 && element("span", { class: "tag" }, name(clean(step.groups.join(" › "), 80))));
    if (this.position) this.position.textContent = `${this.selected + 1} / ${this.trace.count}`;
    this.scrubber.update(this.selected);
    if (this.extra) replace(this.extra, this.live?.stepButtons(this.selected));
    this.drawStage(step, before, after);
    const leaks = this.selected === this.trace.count - 1 ? (this.live ? this.live.leaks : this.trace.head.leaks) ?? [] : [];
    replace(this.tree, drawTree(before.state, after.state), drawLeaks(leaks));
    const count = after.state?.coordinators?.length ?? 0;
    const difference = count - (before.state?.coordinators?.length ?? 0);
    if (this.treeCount) {
      this.treeCount.textContent = `${count}${difference ? ` (${difference > 0 ? "+" : "−"}${Math.abs(difference)})` : ""}`
        + (leaks.length ? `, ${leaks.length} retained` : "");
    }
    this.drawTabs(step, after);
  }

  /** @private */
  drawEmpty() {
    this.selected = -1;
    this.timeline.refresh(-1);
    replace(this.caption, "No steps");
    if (this.position) this.position.textContent = "0 / 0";
    this.scrubber.update(-1);
    if (this.treeCount) this.treeCount.textContent = "";
    if (this.extra) replace(this.extra);
    const { state } = this.trace.after(-1);
    if (this.live && this.mode === "graph") this.drawGraph(state);
    else if (this.live) this.drawPresent(state, this.live.view);
    else replace(this.stage, element("p", { class: "empty" }, "No operation was recorded."));
    replace(this.tree, drawTree(null, state));
    if (this.live) this.drawTabs(null, { state, view: this.live.view });
    else replace(this.details, element("p", { class: "empty" }, "There is nothing to show."));
  }

  // MARK: - Running sessions

  /** Whether the last step is selected, so that later steps are shown as they occur. */
  get isFollowing() { return this.selected >= this.trace.count - 1; }

  /** Returns to the present: shows the last step, and then later steps as they occur. */
  follow() {
    this.selected = this.trace.count - 1;
    this.known = this.trace.count;
  }

  /** Shows the steps that have been added to the trace. */
  update() {
    this.summarize();
    const isFollowing = this.selected >= this.known - 1;
    this.known = this.trace.count;
    const isDropped = this.isDropped;
    this.isDropped = false;
    if (isFollowing) return this.select(this.trace.count - 1);
    if (isDropped) return this.select(0);
    this.timeline.refresh(this.selected);
    if (this.position) this.position.textContent = `${this.selected + 1} / ${this.trace.count}`;
    if (this.trace.count > 0) this.scrubber.update(this.selected);
    if (this.extra) replace(this.extra, this.live?.stepButtons(this.selected));
  }

  /**
   * Called when the trace has dropped its first steps.
   *
   * @param {number} count
   */
  drop(count) {
    this.isDropped ||= this.selected < count;
    this.selected = Math.max(0, this.selected - count);
    this.known = Math.max(0, this.known - count);
  }

  /** Called when the trace has lost all steps. */
  restart() {
    this.selected = -1;
    this.known = 0;
    this.isDropped = false;
    forgetLinks(this.trace);
  }

  /**
   * Shows data of the session that has been read again, if an earlier step is selected. Otherwise,
   * the page is drawn anyway.
   *
   * @param {string[]} tabs The tabs that show the data.
   * @param {boolean} [isGraph] Whether the graph shows the data.
   */
  refresh(tabs, isGraph = false) {
    if (this.isFollowing) return;
    if (isGraph && this.mode === "graph") this.select(this.selected);
    else if (tabs.includes(this.tab)) this.showTab(this.tab);
  }

  /**
   * Draws the usable device of the current state.
   *
   * @private
   * @param {any} state
   * @param {any} view
   */
  drawPresent(state, view) {
    // The focus remains on the same part of the device.
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const label = this.stage.contains(active) ? active?.getAttribute("aria-label") : null;
    const device = drawDevice(state, view, {
      label: "Now", touch: this.live.touch(state), tone: "is-live", heights: (layer) => this.live.heightOf(layer),
    });
    replace(this.stage, element("div", { class: "stage-pair" }, this.captioned(
      !this.live.isOpen ? "Last known state" : this.live.controls.isExpecting ? "Click what you expect" : "Current state: click, drag, or use the keyboard",
      device)));
    this.live.attach(device, state);
    if (!label) return;
    const parts = [.../** @type {NodeListOf<HTMLElement>} */ (device.querySelectorAll("[role=button]"))];
    (parts.find((part) => part.getAttribute("aria-label") === label) ?? parts[0])?.focus();
  }

  /**
   * Shows the step of a failure.
   *
   * @param {number} position The index among all failures.
   */
  showFailure(position) {
    const failures = this.trace.head.failures ?? [];
    if (failures.length === 0) return this.select(this.trace.firstShown);
    this.failure = (position + failures.length) % failures.length;
    const index = this.trace.indexOf(failures[this.failure].step);
    if (index >= 0) this.select(index);
    else this.select(this.trace.count - 1);
  }

  // MARK: - Drawing

  /**
   * @private
   * @param {import("./trace.js").Step} step
   * @param {any} before
   * @param {any} after
   */
  drawStage(step, before, after) {
    if (this.mode === "graph") return this.drawGraph(after.state);
    if (this.mode === "compare" && this.comparison) {
      const pair = this.isOverlaid ? this.comparison.statesAt(this.selected) : null;
      if (pair) return this.drawOverlay(pair[0], pair[1], ["This recording", "The other recording"]);
      return replace(this.stage, this.comparison.draw(this.selected, (index) => this.select(index)));
    }
    if (this.live && this.isFollowing) return this.drawPresent(after.state, this.live.view ?? after.view);
    const all = this.trace.head.failures ?? [];
    const own = this.trace.failuresOf(step);
    // A failure without a step is shown with the last step.
    const loose = all.filter((/** @type {any} */ failure) => this.trace.indexOf(failure.step) < 0);
    const shown = own.length ? own : this.selected === this.trace.count - 1 ? loose : [];
    const hasChanged = before.state !== after.state;
    if (shown.length > 0) {
      const current = shown.includes(all[this.failure]) ? all[this.failure] : shown[0];
      this.failure = all.indexOf(current);
      replace(this.stage, element("div", { class: "stage-failure" },
        this.captioned("The screen at this step", drawDevice(after.state, after.view, { label: "Shown", tone: "failed" })),
        drawFailure(current, this.trace.head, {
          position: this.failure, count: all.length,
          show: (by) => this.showFailure(this.failure + by),
          goTo: (number) => this.select(Math.max(0, this.trace.indexOf(number))),
        })));
      return;
    }
    if (!hasChanged) {
      replace(this.stage, element("div", { class: "stage-pair" },
        this.captioned("Shown, unchanged by this step", drawDevice(after.state, after.view, { label: "Shown" }))));
      return;
    }
    if (this.isOverlaid) return this.drawOverlay(before, after, ["Before", "After"]);
    const pair = element("div", { class: "stage-pair" },
      this.captioned("Before", drawDevice(before.state, before.view, { label: "Before", tone: "is-before" })),
      element("span", { class: "stage-arrow", "aria-hidden": "true" }, icon("forward")),
      this.captioned(after.isExact ? "After" : "After, last recorded state",
        drawDevice(after.state, after.view, { label: "After", tone: "is-after", changed: before.state })));
    pair.append(this.createSides(pair));
    replace(this.stage, pair);
  }

  /**
   * Creates the buttons that select one of two devices. Only narrow windows show them.
   *
   * @private
   * @param {HTMLElement} pair
   */
  createSides(pair) {
    const buttons = ["Before", "After"].map((label) => element("button", {
      type: "button", class: "mode", on: { click: () => show(label === "After") },
    }, label));
    const show = (/** @type {boolean} */ isAfter) => {
      this.isAfterShown = isAfter;
      pair.classList.toggle("is-after", isAfter);
      pair.classList.toggle("is-earlier", !isAfter);
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(isAfter === (index === 1))));
    };
    show(this.isAfterShown);
    return element("div", { class: "sides", role: "group", "aria-label": "Screen" }, buttons);
  }

  /**
   * Draws two states on top of each other.
   *
   * @private
   * @param {any} before
   * @param {any} after
   * @param {[string, string]} labels
   */
  drawOverlay(before, after, labels) {
    this.overlay.show(before, after, labels);
    if (this.stage.firstChild !== this.overlay.node) replace(this.stage, this.overlay.node);
    this.overlay.measure();
  }

  /**
   * Draws the graph, or marks another screen in the graph.
   *
   * @private
   * @param {any} state
   */
  drawGraph(state) {
    const data = this.live ? this.live.graph : this.trace.head.graph;
    if (!data || data.nodes.length === 0) {
      return replace(this.stage, element("p", { class: "empty" }, data || !this.live ? "No screen was recorded." : "The graph is being read."));
    }
    /** @type {GraphView} */
    const graph = this.graph !== null && this.graph.data === data ? this.graph
      : new GraphView(data, (step) => this.select(this.live ? this.live.indexOf(step) : step));
    this.graph = graph;
    const front = state ? frontPlaceOf(state) : null;
    const isNew = this.stage.firstChild !== graph.node;
    if (isNew) replace(this.stage, graph.node);
    graph.mark(front && { coordinator: state.coordinators[front.owner]?.type ?? "", screen: front.screen.name }, isNew);
  }

  /**
   * @private
   * @param {string} text
   * @param {HTMLElement} device
   */
  captioned(text, device) {
    device.append(element("figcaption", null, text));
    return device;
  }

  /**
   * @private
   * @param {import("./trace.js").Step | null} step `null` if there is no step.
   * @param {any} after
   */
  drawTabs(step, after) {
    const { head } = this.trace;
    const waiting = (after.view?.timers?.length ?? 0) + (after.view?.work?.length ?? 0);
    /** @type {[string, string, number, () => HTMLElement][]} */
    const tabs = step ? [
      ["changes", "Changes", step.changes.length, () => this.drawChanges(step)],
      ["source", "Source", 0, () => this.drawSource(step)],
      ["events", "Events", step.events.length, () => drawEvents(step)],
      ["timers", "Timers", waiting, () => this.drawLanes(step)],
    ] : [];
    if (this.live) tabs.splice(1, 0, ...this.live.tabs);
    if (this.live && !step) tabs.splice(0, tabs.length, ...this.live.tabs);
    if (!this.live && step) tabs.push(["scenario", "Scenario", 0, () => this.drawCopy(step)]);
    if (this.comparison) tabs.push(["difference", "Difference", 0, () => /** @type {Comparison} */ (this.comparison).drawDifference()]);
    const coverage = this.live ? this.live.coverage : head.coverage;
    if (coverage) tabs.push(["coverage", "Coverage", missingCount(coverage), () => drawCoverage(coverage)]);
    if (step) tabs.push(["links", "Links", 0, () => drawLinks(this.trace, coverage?.links ?? [], (index) => this.select(index))]);
    if (head.output?.length) tabs.push(["output", "Output", head.output.length, () => drawOutput(head.output)]);
    const current = tabs.find(([id]) => id === this.tab) ?? tabs[0];
    const hadFocus = this.tabs.contains(document.activeElement);
    const offset = this.tabs.scrollLeft;
    replace(this.tabs, tabs.map(([id, label, count], position) => element("button", {
      type: "button", role: "tab", id: `tab-${id}`, class: "tab-button", "aria-controls": "details",
      "aria-selected": String(id === current[0]), tabindex: id === current[0] ? "0" : "-1",
      on: {
        click: () => this.showTab(id),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          event.stopPropagation();
          this.showTab(tabs[(position + by + tabs.length) % tabs.length][0]);
          document.getElementById(`tab-${this.tab}`)?.focus();
        },
      },
    }, label, count > 0 && element("span", { class: "count" }, count))));
    if (hadFocus) document.getElementById(`tab-${current[0]}`)?.focus({ preventScroll: true });
    this.revealTab(offset);
    this.details.setAttribute("aria-labelledby", `tab-${current[0]}`);
    const content = current[3]();
    // Retained elements keep the focus.
    if (this.details.firstChild !== content) replace(this.details, content);
    const here = this.details.querySelector(".is-here");
    if (here) here.scrollIntoView({ block: "center" });
    this.details.scrollTop = here ? this.details.scrollTop : 0;
  }

  /**
   * Scrolls the tabs as far as necessary to show the selected one.
   *
   * @private
   * @param {number} offset The scroll position before.
   */
  revealTab(offset) {
    const tab = /** @type {HTMLElement | null} */ (this.tabs.querySelector("[aria-selected=true]"));
    if (!tab) return;
    const room = 36;
    const last = tab.offsetLeft + tab.offsetWidth + room - this.tabs.clientWidth;
    this.tabs.scrollLeft = Math.min(Math.max(offset, last), Math.max(0, tab.offsetLeft - room));
    this.fadeTabs();
  }

  /**
   * Fades the edges beyond which there are more tabs.
   *
   * @private
   */
  fadeTabs() {
    const { scrollLeft, clientWidth, scrollWidth } = this.tabs;
    this.tabs.classList.toggle("has-before", scrollLeft > 1);
    this.tabs.classList.toggle("has-after", scrollLeft + clientWidth < scrollWidth - 1);
  }

  /**
   * Draws the changes of a step or, if the step changed nothing, the changes of the last earlier
   * step with changes.
   *
   * @private
   * @param {import("./trace.js").Step} step
   */
  drawChanges(step) {
    let last = step;
    for (let index = step.index - 1; last.changes.length === 0 && index >= Math.max(0, step.index - 500); index -= 1) {
      const earlier = this.trace.step(index);
      if (earlier.changes.length > 0) last = earlier;
    }
    return drawChanges(step, last, this.trace.head, () => this.select(last.index));
  }

  /**
   * Draws the timers and the asynchronous work at a step.
   *
   * @private
   * @param {import("./trace.js").Step} step
   */
  drawLanes(step) {
    const { head } = this.trace;
    this.live?.readSchedule();
    const lanes = this.live ? this.live.lanes : this.trace.lanes;
    if (lanes.length === 0) {
      return element("p", { class: "empty" }, this.live ? this.live.lanesAbsence : head.time !== undefined
        ? "No timer was set and no asynchronous work was started."
        : "Only recordings of scenarios contain timers and asynchronous work.");
    }
    this.lanes.update(lanes, {
      index: step.index + (this.live ? this.live.trace.base : 0), now: this.trace.timeAfter(step.index), end: this.trace.endTime,
      note: this.live ? this.live.lanesNote : head.isScheduleCut ? "Later timers and work items were not recorded" : "",
      isCurrent: this.live?.isOpen === true && step.index === this.trace.count - 1,
    });
    return this.lanes.node;
  }

  /**
   * Draws the source around the line of a step. For a gesture in a running session, this is the line of
   * the first call that a callback made.
   *
   * @private
   * @param {import("./trace.js").Step} step
   */
  drawSource(step) {
    const { head } = this.trace;
    const at = step.at ?? (this.live ? step.inner.find((call) => call.at)?.at : undefined);
    this.live?.readSource(at);
    return drawSource(head, at, { isFailed: step.isFailed });
  }

  /**
   * Draws a scenario that repeats the steps up to a step.
   *
   * @private
   * @param {import("./trace.js").Step} step
   */
  drawCopy(step) {
    const text = scenarioOf(this.trace, step.index);
    return element("div", { class: "scenario-copy" },
      element("div", { class: "scenario-head" },
        element("p", { class: "empty" }, `The steps up to ${step.number === null ? "this call" : `step ${step.number}`}, and what is shown then.`),
        copyButton(text, "Copy the scenario")),
      this.drawReplay(step),
      element("pre", { class: "output", tabindex: "0", role: "region", "aria-label": "Scenario" },
        cleanLines(text).slice(0, 400).map((line) => element("div", null, line || " "))));
  }

  /**
   * Draws the commands that replay a recording up to a step at the prompt, or returns `null` for a step before
   * the first call.
   *
   * @private
   * @param {import("./trace.js").Step} step
   */
  drawReplay(step) {
    const commands = replayOf(this.trace, step.index);
    return commands && element("div", { class: "replay" },
      element("p", { class: "empty" }, "Run from here: the prompt replays the recording up to this step, and you continue."),
      commands.map((command) => element("div", { class: "command" }, element("code", null, clean(command, 400)),
        copyButton(command, `Copy: ${clean(command, 400)}`))));
  }

  /** @param {string} id */
  showTab(id) {
    this.tab = id;
    const step = this.selected < 0 ? null : this.trace.step(this.selected);
    this.drawTabs(step, this.trace.after(this.selected));
  }

  // MARK: - Acting

  /** Animates the change from the state before a step to the state after it. */
  animate() {
    if (this.selected < 0) return;
    const after = this.stage.querySelector(".stage-pair figure:last-of-type .device-screen");
    const [old, now] = [this.trace.after(this.selected - 1), this.trace.after(this.selected)];
    if (!after || old.state === now.state) return;
    const layers = (now.state?.layers?.length ?? 0) - (old.state?.layers?.length ?? 0);
    const step = this.trace.step(this.selected);
    const stack = step.changes.find((change) => change.kind === "stack");
    const from = layers !== 0 ? "translateY(100%)" : stack && stack.added.length >= stack.removed.length ? "translateX(100%)"
      : stack ? "translateX(-30%)" : "none";
    const ghost = drawDevice(old.state, old.view).querySelector(".device-screen");
    if (!ghost) return;
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    const timing = { duration: 600, easing: "ease-in-out", fill: /** @type {FillMode} */ ("backwards") };
    const moving = layers > 0 ? after.querySelector(".layer.is-new .card") : layers < 0 ? ghost.querySelector(".layer.is-front .card")
      : after.querySelector(".layer.is-front .content");
    after.append(ghost);
    const remove = () => ghost.remove();
    if (layers < 0 && moving) {
      moving.animate([{ transform: "none" }, { transform: from }], timing).finished.then(remove, remove);
    } else {
      remove();
      moving?.animate([{ transform: from, opacity: from === "none" ? 0 : 1 }, { transform: "none", opacity: 1 }], timing);
    }
  }

  /** @private */
  switchTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  }

  /** @private */
  openHelp() { /** @type {HTMLDialogElement} */ (this.help).showModal(); }

  /**
   * @private
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target === this.field) {
      if (event.key === "Escape") {
        this.field.value = "";
        this.timeline.filter("");
        this.timeline.list.focus();
      } else if (event.key === "Enter" || event.key === "ArrowDown") {
        this.timeline.list.focus();
        if (this.timeline.matches?.length) this.select(this.timeline.matches[0]);
      } else return;
      event.preventDefault();
      return;
    }
    if (this.help.hasAttribute("open") || target.matches("input, textarea")) return;
    const isList = target === this.timeline.list;
    const isScrolled = target.closest(".panel-body, .source, .failure-differences, .failure-message, .graph-scroll, .output") !== null;
    const failed = this.trace.head.failed ?? [];
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.select(this.timeline.neighbor(-1)),
      ArrowRight: () => this.select(this.timeline.neighbor(1)),
      j: () => this.select(this.timeline.neighbor(1)), k: () => this.select(this.timeline.neighbor(-1)),
      n: () => this.select(failed.find((/** @type {number} */ index) => index > this.selected) ?? failed[0] ?? this.selected),
      p: () => this.select(failed.findLast((/** @type {number} */ index) => index < this.selected) ?? failed.at(-1) ?? this.selected),
      "/": () => this.field.focus(), "?": () => this.openHelp(),
      g: () => this.show(this.mode === "graph" ? "screens" : "graph"),
      o: () => { if (this.mode !== "graph") this.switchOverlay(); },
    };
    if (this.comparison) keys.c = () => this.show(this.mode === "compare" ? "screens" : "compare");
    if (!isScrolled) {
      keys.Home = () => this.select(0);
      keys.End = () => this.select(this.trace.count - 1);
    }
    if (isList) {
      keys.ArrowUp = keys.ArrowLeft;
      keys.ArrowDown = keys.ArrowRight;
      keys.PageUp = () => this.select(this.selected - 10);
      keys.PageDown = () => this.select(this.selected + 10);
    }
    if (!target.matches("button, [role=button]") && !isScrolled) keys[" "] = () => this.animate();
    const tabs = [...this.tabs.querySelectorAll("[role=tab]")];
    tabs.forEach((tab, position) => { keys[String(position + 1)] = () => this.showTab(tab.id.slice(4)); });
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Starts the inspector. Call this method when the inspector has been added to the document. */
  start() {
    document.addEventListener("keydown", this.keys);
    for (const event of ["beforeprint", "afterprint"]) addEventListener(event, this.printing);
    this.select(this.selected);
  }

  /** Stops the inspector. Call this method when the inspector is removed from the document. */
  stop() {
    document.removeEventListener("keydown", this.keys);
    for (const event of ["beforeprint", "afterprint"]) removeEventListener(event, this.printing);
    this.node.remove();
  }
}

/** Draws the logo of Signalbox: two tracks that join. */
function logo() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "logo-mark");
  for (const [data, className] of [["M6 3v18", "rail"], ["M18 3v5c0 5-12 4-12 9", "branch"]]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", data);
    path.setAttribute("class", className);
    svg.append(path);
  }
  const signal = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [key, text] of [["cx", "18"], ["cy", "17"], ["r", "3"], ["class", "signal"]]) signal.setAttribute(key, text);
  svg.append(signal);
  return svg;
}
