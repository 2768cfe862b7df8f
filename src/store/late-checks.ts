import { setImmediate } from "node:timers/promises";
import { DamagedStore } from "../core/errors/errors.js";
import type { FileSystem } from "./disk/file-system.js";
import { type SegmentReference, segmentsOf } from "./disk/manifest.js";
import { type Opening, removeOpenings, writeOpenings } from "./disk/openings-file.js";
import { withSegment } from "./disk/segment.js";
import type { Store } from "./disk/store.js";
import type { DescribeOpening, LoadedState } from "./load-tables.js";
import { type Wait, waitIdly } from "./wait-idly.js";

/** Rest before the first piece of work: a start has others to do. */
const BEGIN_MS = 5000;
/** Rest after each segment, which takes about a millisecond. */
const REST_MS = 10;

/**
 * The work that a start left for later: to verify the segments that nobody may read, one after the other, at leisure, and to write
 * down what the next start needs.
 */
export class LateChecks {
  readonly #files: FileSystem;
  readonly #directory: string;
  readonly #store: Store;
  #openings: readonly DescribeOpening[] | null;
  #late: readonly SegmentReference[];
  #wait: Wait = waitIdly;
  #stop: (() => void) | null = null;
  #isClosed = false;
  #running: Promise<void> = Promise.resolve();

  /** @param directory absolute path of the data directory */
  constructor(files: FileSystem, directory: string, store: Store, { late, openings }: LoadedState) {
    this.#files = files;
    this.#directory = directory;
    this.#store = store;
    this.#late = late;
    this.#openings = openings;
  }

  /** Begin after a while. Call it once. */
  start(wait: Wait = waitIdly): void {
    this.#wait = wait;
    if (this.#late.length > 0 || this.#openings) this.#stop = wait(BEGIN_MS, () => this.#begin());
  }

  /** The piece of work that has begun. */
  get running(): Promise<void> {
    return this.#running;
  }

  /** Begin nothing any more, and wait for what has begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop?.();
    await this.#running;
  }

  #begin(): void {
    // The next start takes longer without them.
    this.#running = this.#write().catch(() => {});
    void this.#running.then(() => this.#checkFrom(0));
  }

  async #write(): Promise<void> {
    const all = this.#openings;
    this.#openings = null;
    if (!all || this.#store.health.status === "read-only") return;
    const openings: Opening[] = [];
    const referred = this.#listSegments();
    for (const describe of all) {
      const opening = describe();
      if (opening && referred.has(opening.segment.file)) openings.push(opening);
      // Each may take a while.
      await setImmediate();
      if (this.#isClosed) return;
    }
    await writeOpenings(this.#files, this.#directory, openings);
    // Some versions may have been purged meanwhile.
    const left = this.#listSegments();
    if (openings.every(({ segment }) => left.has(segment.file))) return;
    await removeOpenings(this.#files, this.#directory);
  }

  /** List the files of the segments of all datasets: to look for each among all would take seconds. */
  #listSegments(): ReadonlySet<string> {
    return new Set(segmentsOf(this.#store.state).map(({ file }) => file));
  }

  #checkFrom(at: number): void {
    const segment = this.#late[at];
    if (!segment) this.#late = [];
    if (!segment || this.#isClosed) return;
    this.#stop = this.#wait(REST_MS, () => {
      this.#running = this.#check(segment);
      void this.#running.then(() => this.#checkFrom(at + 1));
    });
  }

  async #check(segment: SegmentReference): Promise<void> {
    try {
      await withSegment(this.#files, this.#directory, segment, ({ check }) => check(() => {}));
    } catch (error) {
      // It may have been removed meanwhile; what cannot be read now may be readable later.
      if (error instanceof DamagedStore && this.#store.refersTo(segment.file)) this.#store.noteDamage(error.message);
    }
  }
}
