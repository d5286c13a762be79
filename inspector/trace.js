// The data of one trace. Its steps are in chunks, which are read when they are first needed, so that
// opening a long trace costs as much as opening a short one.

/**
 * A step: a call, an expectation, or an advance of the clock.
 *
 * @typedef {object} Step
 * @property {number} index The position of the step, counted from 0.
 * @property {number | null} number The number of the step in reports, or `null` for calls that are
 *   not steps.
 * @property {string} call The call, such as `tap "Buy"`.
 * @property {string} [lua] The call as Lua source, if it differs from `call`.
 * @property {string} [effect] The effect, such as `⤒ sheet ▸ address`.
 * @property {string} [at] `PATH:LINE`.
 * @property {number} [time] Virtual milliseconds since the start.
 * @property {number} [realTime] The real time until the next step began, in milliseconds, if it was
 *   recorded.
 * @property {string} [outcome] The outcome, if it is not `done`.
 * @property {string} [caller] The coordinator on which the operation was called.
 * @property {string[]} groups The names of the enclosing `app:step`s.
 * @property {string} [phase] `setup` or `teardown`.
 * @property {boolean} isFailed
 * @property {{ call: string, at?: string, outcome?: string }[]} inner The calls that callbacks
 *   made.
 * @property {{ kind: string, path: string, removed: string[], added: string[] }[]} changes
 * @property {string[]} events
 * @property {number} [dropped] The number of events that were not recorded.
 * @property {number | null} state The index of the state after the step, in the chunk of the step.
 * @property {number | null} view
 */

/** A trace. */
export class Trace {
  /**
   * @param {any} head The title, the result, the failures and the sources.
   * @param {(index: number) => any} readChunk Returns the steps of a chunk.
   * @param {() => any[] | null} [readLanes] Returns the timers and the asynchronous work.
   */
  constructor(head, readChunk, readLanes = () => null) {
    this.head = head;
    /** @private */ this.readLanes = readLanes;
    /** @private @type {import("./lanes.js").Lane[] | null} */ this.knownLanes = null;
    /** @private */ this.readChunk = readChunk;
    /** @protected @type {any[]} */ this.chunks = [];
    /**
     * The index of the first step of each chunk, followed by the total number of steps.
     *
     * @type {number[]}
     */
    this.starts = [0];
    for (const [count] of head.chunks) this.starts.push((this.starts.at(-1) ?? 0) + count);
  }

  get count() { return this.starts.at(-1) ?? 0; }

  /**
   * Returns the chunk that contains a step.
   *
   * @param {number} index
   */
  chunkIndex(index) {
    let [low, high] = [0, this.starts.length - 2];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= index) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** @param {number} at */
  chunk(at) {
    if (!this.chunks[at]) {
      const chunk = this.readChunk(at);
      chunk.known = [];
      this.chunks[at] = chunk;
    }
    return this.chunks[at];
  }

  /**
   * @param {number} index
   * @returns {Step}
   */
  step(index) {
    const at = this.chunkIndex(index);
    const chunk = this.chunk(at);
    const raw = chunk.steps[index - this.starts[at]];
    return {
      index, number: raw.n ?? null, call: raw.c, lua: raw.l, effect: raw.e, at: raw.at, time: raw.t,
      realTime: raw.r === undefined ? undefined : raw.r / 1000,
      outcome: raw.o, caller: raw.by, groups: raw.g === undefined ? [] : chunk.groups[raw.g],
      phase: raw.p, isFailed: raw.f === 1, inner: raw.i ?? [],
      changes: (raw.d ?? []).map((/** @type {any[]} */ [kind, path, removed, added]) =>
        ({ kind, path, removed, added })),
      events: raw.x ?? [], dropped: raw.xd, state: raw.s ?? null, view: raw.v ?? null,
    };
  }

  /** The timers and the asynchronous work, which are read when they are first needed. */
  get lanes() { return this.knownLanes ??= this.readLanes() ?? []; }

  /** The virtual time at the end, in milliseconds. */
  get endTime() { return this.head.time ?? this.timeOf(this.count - 1, -1) ?? 0; }

  /**
   * The virtual time after a step, which is when the next call begins.
   *
   * @param {number} index
   */
  timeAfter(index) { return this.timeOf(index + 1, 1) ?? this.endTime; }

  /**
   * The virtual time that a step takes in milliseconds, until the next call begins; 0 for expectations.
   *
   * @param {Step} step
   */
  durationOf(step) { return step.time === undefined ? 0 : Math.max(0, this.timeAfter(step.index) - step.time); }

  /**
   * The time at which the next or the last call begins, from a step on; expectations have no times.
   *
   * @private
   * @param {number} index
   * @param {number} by
   * @returns {number | undefined}
   */
  timeOf(index, by) {
    for (let at = index; at >= 0 && at < this.count; at += by) {
      const chunk = this.chunkIndex(at);
      const { t } = this.chunk(chunk).steps[at - this.starts[chunk]];
      if (t !== undefined) return t;
    }
    return undefined;
  }

  /**
   * Returns the names of the groups that contain the step before a chunk's first step.
   *
   * @param {number} at
   * @returns {string[]}
   */
  groupsBefore(at) {
    const first = this.starts[at];
    return first === 0 ? [] : this.step(first - 1).groups;
  }

  /**
   * Returns the state after a step, or the initial state for -1. For a step whose state was not
   * recorded, returns the last known state.
   *
   * @param {number} index
   * @returns {{ state: any, view: any, isExact: boolean }}
   */
  after(index) {
    const at = index < 0 ? 0 : this.chunkIndex(index);
    const chunk = this.chunk(at);
    let [state, view, isExact] = [null, null, true];
    for (let position = index - this.starts[at]; position >= 0; position -= 1) {
      const raw = chunk.steps[position];
      if (view === null && raw.v !== undefined) view = raw.v;
      if (state === null && raw.s !== undefined) state = raw.s;
      if (state === null && raw.m) isExact = false;
      if (state !== null && view !== null) break;
    }
    return {
      state: this.state(chunk, state ?? chunk.start.s ?? null),
      view: chunk.views[view ?? chunk.start.v ?? -1] ?? null, isExact,
    };
  }

  /**
   * Builds a state document from its parts, which the states of a chunk share.
   *
   * @private
   * @param {any} chunk
   * @param {number | null} index
   */
  state(chunk, index) {
    if (index === null) return null;
    if (chunk.known[index]) return chunk.known[index];
    const [coordinators, layers] = chunk.states[index];
    const state = {
      coordinators: coordinators.map((/** @type {number} */ at) => {
        const { stack, ...node } = chunk.coordinators[at];
        return stack === undefined ? node : { ...node, stack: Trace.stack(chunk, stack) };
      }),
      layers: layers.map((/** @type {number} */ at) => {
        const { stack, ...layer } = chunk.layers[at];
        return stack === undefined ? layer : { ...layer, stack: Trace.stack(chunk, stack) };
      }),
    };
    // The states of a long trace would need much memory, so only the most recent states are kept.
    const known = Object.keys(chunk.known);
    if (known.length > 64) chunk.known = [];
    chunk.known[index] = state;
    return state;
  }

  /** A stack is a list of its top screens: the index of the stack below, and the screen. */
  static stack(/** @type {any} */ chunk, /** @type {number} */ index) {
    const screens = [];
    for (let at = index; at >= 0; at = chunk.stacks[at][0]) {
      screens.push(chunk.screens[chunk.stacks[at][1]]);
    }
    return screens.reverse();
  }

  /**
   * Returns the index of the step with a number, or -1 if there is none.
   *
   * @param {number} number
   */
  indexOf(number) {
    for (let index = Math.min(this.count, number) - 1; index >= 0 && index < this.count; index += 1) {
      if (this.step(index).number === number) return index;
      if ((this.step(index).number ?? 0) > number) break;
    }
    for (let index = 0; index < this.count; index += 1) {
      if (this.step(index).number === number) return index;
    }
    return -1;
  }

  /**
   * Returns the failures of a step.
   *
   * @param {Step} step
   * @returns {any[]}
   */
  failuresOf(step) {
    if (step.number === null) return [];
    return (this.head.failures ?? []).filter((/** @type {any} */ failure) => failure.step === step.number);
  }

  /**
   * The index of the step to show first: the step of the first failure or, if there is none, the
   * last step.
   */
  get firstShown() {
    const failure = this.head.failures?.[0];
    const index = failure ? this.indexOf(failure.step) : -1;
    if (index >= 0) return index;
    const failed = this.head.failed ?? [];
    return failed.length ? failed.at(-1) : Math.max(0, this.count - 1);
  }
}

/**
 * Reads the trace with the given id from the document.
 *
 * @param {string} id
 * @returns {Trace | null}
 */
export function readTrace(id) {
  const read = (/** @type {string} */ part) => {
    const node = document.getElementById(`${id}-${part}`);
    return node ? JSON.parse(node.textContent ?? "") : null;
  };
  const head = read("head");
  return head && new Trace(head, (index) => read(String(index)), () => read("lanes"));
}

/**
 * Returns a function that determines whether a step matches a filter. A filter consists of words,
 * and of fields such as `action:tap`, `coordinator:Checkout`, `changed:layers`, `at:checkout` and
 * `is:failed`.
 *
 * @param {string} text
 * @returns {((step: Step) => boolean) | null} `null` for an empty filter.
 */
export function matcher(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const tests = words.map((word) => {
    const colon = word.indexOf(":");
    const [field, wanted] = [word.slice(0, colon), word.slice(colon + 1)];
    const has = (/** @type {unknown} */ value) => String(value ?? "").toLowerCase().includes(wanted);
    switch (colon > 0 ? field : "") {
      case "action": return (/** @type {Step} */ step) => verbOf(step.call).toLowerCase().startsWith(wanted);
      case "coordinator": return (/** @type {Step} */ step) => has(step.caller)
        || step.changes.some((change) => has(change.path) || [...change.added, ...change.removed].some(has))
        || step.inner.some((call) => has(call.call));
      case "changed": return (/** @type {Step} */ step) => step.changes.some((change) =>
        has(change.kind) || has(change.path) || [...change.added, ...change.removed].some(has));
      case "at": return (/** @type {Step} */ step) => has(step.at);
      case "step": return (/** @type {Step} */ step) => step.groups.some(has);
      case "is": return (/** @type {Step} */ step) => wanted === "failed" ? step.isFailed
        : wanted === "rejected" ? (step.outcome ?? "").startsWith("rejected") : false;
      default: return (/** @type {Step} */ step) =>
        [step.call, step.effect, step.at, step.outcome, ...step.groups]
          .some((value) => String(value ?? "").toLowerCase().includes(word));
    }
  });
  return (step) => tests.every((test) => test(step));
}

/**
 * Returns the parts of a call, such as `Home/Shop:`, `navigate` and `("product")`.
 *
 * @param {string} call
 * @returns {{ receiver: string, verb: string, rest: string }} The receiver is empty or ends with a colon.
 */
export function partsOf(call) {
  const [, receiver = "", verb = call] = /^([^("\s]*:)?([\w.]+)/.exec(call) ?? [];
  return { receiver, verb, rest: call.slice(receiver.length + verb.length) };
}

/**
 * Returns the verb of a call, such as `tap`.
 *
 * @param {string} call
 */
export function verbOf(call) { return partsOf(call).verb; }
