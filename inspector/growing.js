// The growing trace of a running session. The oldest steps are dropped, so that the page uses a
// bounded amount of memory.
import { Trace } from "./trace.js";

/**
 * The maximum number of chunks of a hundred steps, which equals the number that the session keeps.
 */
const maxParts = 100;

/** A trace to which steps are added. */
export class GrowingTrace extends Trace {
  /** @param {any} head */
  constructor(head) {
    super({ ...head, chunks: [] }, (at) => this.parts[at]?.steps ?? emptyChunk);
    /** @private @type {{ first: number, count: number, groupCount: number, steps: any }[]} */
    this.parts = [];
    /** The number of steps of the session before the first step of this trace. */
    this.base = 0;
    /** @protected @type {any[]} */ this.chunks = [];
  }

  /**
   * Returns the steps after a step.
   *
   * @param {number} index
   */
  following(index) {
    return Array.from({ length: Math.max(0, this.count - index - 1) }, (_, offset) => this.step(index + 1 + offset));
  }

  /** The number of steps of the session that are known. */
  get end() { return this.base + this.count; }

  /** Removes all steps. */
  clear() {
    this.parts = [];
    this.chunks = [];
    this.base = 0;
    this.measure();
  }

  /**
   * Adds a chunk, or replaces the last chunk if it has grown.
   *
   * @param {{ first: number, count: number, groupCount: number, steps: any }} part
   * @returns {number} The number of steps that were dropped from the beginning.
   */
  add(part) {
    const former = this.base;
    const at = this.parts.findIndex((known) => known.first === part.first);
    if (at < 0 && part.first !== this.end) {
      // The session has dropped the steps in between.
      this.parts = [];
      this.chunks = [];
    }
    const place = at < 0 ? this.parts.length : at;
    this.parts[place] = part;
    this.chunks.length = Math.min(this.chunks.length, place);
    if (this.parts.length > maxParts) {
      this.parts.shift();
      this.chunks.shift();
    }
    this.base = this.parts[0].first;
    this.measure();
    return this.base - former;
  }

  /**
   * Removes the parts before a step, as the session has done.
   *
   * @param {number} first
   * @returns {number} The number of steps that were dropped.
   */
  forget(first) {
    const former = this.base;
    while (this.parts.length > 1 && this.parts[1].first <= first) {
      this.parts.shift();
      this.chunks.shift();
    }
    this.base = this.parts[0]?.first ?? this.base;
    if (this.base !== former) this.measure();
    return this.base - former;
  }

  /** @private */
  measure() {
    this.starts = [0];
    this.head.chunks = this.parts.map((part) => [part.count, part.groupCount]);
    for (const part of this.parts) this.starts.push((this.starts.at(-1) ?? 0) + part.count);
  }
}

/** The chunk of a session whose steps are unknown. */
const emptyChunk = {
  start: {}, groups: [], screens: [], stacks: [], coordinators: [], layers: [], states: [], views: [], steps: [],
};
