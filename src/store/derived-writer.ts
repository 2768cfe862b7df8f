import type { SerializedVersion } from "../core/engine/serialized.js";
import type { Engine } from "../core/engine/engine.js";
import type { DerivedData } from "../core/engine/derived-data.js";
import type { SegmentReference } from "./disk/manifest.js";
import { type Wait, waitIdly } from "./wait-idly.js";

/** Delay before writing: a change of derived data is often followed by others. */
const SETTLE_MS = 2000;
/** Minimum time between two writes of the derived data of one table. */
const REST_MS = 60_000;
/** When closing, no write starts after this time. */
const ENDING_MS = 2000;

export interface DerivedWriting {
  /** Writes derived data beside a segment. */
  readonly write: (segment: SegmentReference, serialized: SerializedVersion) => Promise<void>;
  /** Called when derived data could not be written: once, until a write succeeds again. */
  readonly onError: (error: unknown) => void;
  readonly wait?: Wait | undefined;
}

interface Watched {
  readonly segment: SegmentReference;
  readonly derived: DerivedData;
  /** Cancels the pending timer; `null` if there is none. */
  stop: (() => void) | null;
}

/** Writer of the derived data of tables. It writes changes one after the other and limits how often. */
export class DerivedWriter {
  readonly #writing: DerivedWriting;
  readonly #wait: Wait;
  readonly #watched = new Map<Engine, Watched>();
  #tail: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(writing: DerivedWriting) {
    this.#writing = writing;
    this.#wait = writing.wait ?? waitIdly;
  }

  /** Watch a table that has become visible. */
  begin(engine: Engine, segment: SegmentReference): void {
    const { derived } = engine;
    if (!derived) return;
    const watched: Watched = { segment, derived, stop: null };
    this.#watched.set(engine, watched);
    derived.watch(() => this.#schedule(engine, watched));
    this.#schedule(engine, watched);
  }

  /** Stop watching a table. */
  end(engine: Engine): void {
    this.#watched.get(engine)?.stop?.();
    this.#watched.delete(engine);
  }

  /** Write what is new, starting no write after two seconds; then stop watching. */
  async close(): Promise<void> {
    const all = [...this.#watched];
    let isLate = false;
    const stop = this.#wait(ENDING_MS, () => (isLate = true));
    for (const [, { stop }] of all) stop?.();
    await this.#tail;
    for (const [engine, watched] of all) if (!isLate) await this.#write(engine, watched);
    stop();
    this.#watched.clear();
  }

  /** Schedule a write if there is something new and none is scheduled. */
  #schedule(engine: Engine, watched: Watched): void {
    if (watched.stop || !this.#isDue(engine, watched)) return;
    watched.stop = this.#wait(SETTLE_MS, () => {
      this.#tail = this.#tail.then(() => this.#write(engine, watched)).then(() => this.#rest(engine, watched));
    });
  }

  #rest(engine: Engine, watched: Watched): void {
    // A timer would keep a replaced table in memory.
    if (this.#watched.get(engine) !== watched) return;
    watched.stop = this.#wait(REST_MS, () => {
      watched.stop = null;
      this.#schedule(engine, watched);
    });
  }

  async #write(engine: Engine, watched: Watched): Promise<void> {
    if (!this.#isDue(engine, watched)) return;
    const { derived, segment } = watched;
    try {
      await derived.keep((serialized) => this.#writing.write(segment, serialized));
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#writing.onError(error);
      this.#isFailing = true;
    }
  }

  #isDue(engine: Engine, watched: Watched): boolean {
    return this.#watched.get(engine) === watched && watched.derived.isNew;
  }
}
