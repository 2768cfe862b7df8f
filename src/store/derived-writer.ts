import type { SerializedVersion } from "../engine/serialized.js";
import type { Engine } from "../engine/engine.js";
import type { DerivedData } from "../engine/derived-data.js";
import type { SegmentReference } from "./disk/manifest.js";

/** What is made is often followed by more. */
const SETTLE_MS = 2000;
/** The same extras are not written more often. */
const REST_MS = 60_000;
/** At the end nobody waits longer than this for another to be begun. */
const ENDING_MS = 2000;

/** Do something after so many milliseconds. @returns to be called when it is not to be done */
type Wait = (ms: number, act: () => void) => () => void;

export interface DerivedWriting {
  /** Puts extras beside a segment. */
  readonly write: (segment: SegmentReference, serialized: SerializedVersion) => Promise<void>;
  /** Told when extras could not be written, once until it is possible again. */
  readonly onError: (error: unknown) => void;
  readonly wait?: Wait | undefined;
}

interface Watched {
  readonly segment: SegmentReference;
  readonly derived: DerivedData;
  /** Forgets what it is to do next; `null` where there is nothing to be done. */
  stop: (() => void) | null;
}

/** Puts the extras of tables on the disk as they change: one after the other, and now and then. */
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

  /** A table can be asked from now on. */
  begin(engine: Engine, segment: SegmentReference): void {
    const { derived } = engine;
    if (!derived) return;
    const watched: Watched = { segment, derived, stop: null };
    this.#watched.set(engine, watched);
    derived.watch(() => this.#look(engine, watched));
    this.#look(engine, watched);
  }

  /** It no longer can. */
  end(engine: Engine): void {
    this.#watched.get(engine)?.stop?.();
    this.#watched.delete(engine);
  }

  /** Write what is new, as far as that is soon done, and nothing more. */
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

  /** Begin to wait, unless something is to be done already. */
  #look(engine: Engine, watched: Watched): void {
    if (watched.stop || !this.#isDue(engine, watched)) return;
    watched.stop = this.#wait(SETTLE_MS, () => {
      this.#tail = this.#tail.then(() => this.#write(engine, watched)).then(() => this.#rest(engine, watched));
    });
  }

  #rest(engine: Engine, watched: Watched): void {
    // A table that is gone is not to be held.
    if (this.#watched.get(engine) !== watched) return;
    watched.stop = this.#wait(REST_MS, () => {
      watched.stop = null;
      this.#look(engine, watched);
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

/** No process waits for it. */
function waitIdly(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => clearTimeout(timer);
}
