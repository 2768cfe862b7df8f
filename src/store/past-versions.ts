import type { DatasetRecord } from "./disk/manifest.js";
import { type Dataset, pastFacts } from "./dataset.js";
import type { Loaded } from "./load-tables.js";
import { nameVersion } from "./version-name.js";
import type { VersionLeases } from "./version-leases.js";
import { findStored } from "./versions.js";

/** Time after which a version that nobody reads is closed. */
export const IDLE_MS = 10 * 60_000;

interface Past extends Loaded {
  readonly dataset: string;
  readonly number: number;
  usedAt: number;
  /** Called when it is no longer visible, with a function that frees it. */
  readonly retire: (dispose: () => void) => void;
}

/** Versions that are not current and were opened to be read, the least recently used first. */
export class PastVersions {
  readonly #readers: VersionLeases;
  readonly #open = new Map<string, Past>();
  #shown: ReadonlyMap<string, Dataset> = new Map();

  constructor(readers: VersionLeases) {
    this.#readers = readers;
  }

  get(name: string): Dataset | undefined {
    return this.#shown.get(name);
  }

  list(): readonly Dataset[] {
    return [...this.#shown.values()];
  }

  /** Note that a version is about to be read. @returns false if it is not open */
  use(name: string): boolean {
    const past = this.#open.get(name);
    if (!past) return false;
    past.usedAt = Date.now();
    this.#open.delete(name);
    this.#open.set(name, past);
    return true;
  }

  /** Add a version that was opened; visible from the next `show` on. */
  add(dataset: string, number: number, loaded: Loaded): void {
    const past = { ...loaded, dataset, number, usedAt: Date.now(), retire: this.#readers.publish() };
    this.#open.set(nameVersion(dataset, number), past);
  }

  /** Close the version that was used least recently. @returns false if none is open */
  closeOne(): boolean {
    const [name] = this.#open.keys();
    if (name === undefined) return false;
    this.#close(name);
    return true;
  }

  /** Close the versions that nobody reads any more. @returns true if there were any */
  closeIdle(): boolean {
    const idle = [...this.#open].filter(([, { usedAt }]) => usedAt <= Date.now() - IDLE_MS);
    for (const [name] of idle) this.#close(name);
    return idle.length > 0;
  }

  /** Make the open versions visible as their records describe them, and close those whose data is no longer stored. */
  show(records: readonly DatasetRecord[]): void {
    const shown = new Map<string, Dataset>();
    for (const [name, past] of this.#open) {
      const record = records.find((each) => each.name === past.dataset);
      const version = record?.earlier.find(({ number }) => number === past.number);
      if (version?.segment?.file === past.segment.file) {
        shown.set(name, pastFacts(record!, findStored(record!, past.number), past));
      } else this.#close(name);
    }
    this.#shown = shown;
  }

  #close(name: string): void {
    const { engine, retire } = this.#open.get(name)!;
    this.#open.delete(name);
    retire(() => engine.dispose());
  }
}
