import type { Engine } from "../engine/engine.js";
import type { Model } from "../model/cube.js";
import { type Dataset, versionFacts } from "./dataset.js";
import type { DerivedWriter } from "./derived-writer.js";
import type { DatasetRecord } from "./disk/manifest.js";
import { VersionLeases, type VersionLease } from "./version-leases.js";
import { Removals, type Visibility } from "./removals.js";
import type { Loaded } from "./load-tables.js";

interface Table extends Loaded {
  /** Called when it can no longer be found. */
  readonly retire: (dispose: () => void) => void;
}

/**
 * The datasets that everybody sees, by name, and their tables. One that is replaced is let go of when nobody reads it
 * any more.
 */
export class Tables {
  readonly #readers = new VersionLeases();
  readonly #tables = new Map<string, Table>();
  readonly #removals = new Removals();
  #shown: ReadonlyMap<string, Dataset> = new Map();
  #writer: DerivedWriter | null = null;

  get(name: string): Dataset | undefined {
    return this.#shown.get(name);
  }

  /** Every dataset, the last changed first. */
  list(): readonly Dataset[] {
    return [...this.#shown.values()].toSorted((a, b) => b.lastModified.getTime() - a.lastModified.getTime());
  }

  /** When something was last taken from those who could read it. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date {
    return this.#removals.last(couldRead);
  }

  /** Keep what is found from now on until the reading is ended. */
  beginReading(): VersionLease {
    return this.#readers.begin();
  }

  /** Have another table, or none, from the next `show` on. */
  replace(name: string, loaded: Loaded | null): void {
    const before = this.#tables.get(name);
    // Who asks the one before from now on is not heard any more.
    if (before && loaded) goOn(before.engine, loaded.engine);
    if (loaded) this.#tables.set(name, { ...loaded, retire: this.#readers.publish() });
    else this.#tables.delete(name);
    if (before) this.#writer?.end(before.engine);
    if (loaded) this.#writer?.begin(loaded.engine, loaded.segment);
    before?.retire(() => before.engine.dispose());
  }

  /** Put the extras of all tables on the disk, of these and of those that come. */
  write(writer: DerivedWriter): void {
    this.#writer = writer;
    for (const { engine, segment } of this.#tables.values()) writer.begin(engine, segment);
  }

  /** Have the same entries under another model, from the next `show` on. */
  changeModel(name: string, model: Model): void {
    const table = this.#tables.get(name);
    if (table) this.#tables.set(name, { ...table, model });
  }

  /** Let everybody see what records say of the tables that are there. */
  show(records: readonly DatasetRecord[]): void {
    const before = this.#shown;
    const described = records.flatMap((record) => {
      const table = this.#tables.get(record.name);
      return table ? [[record.name, versionFacts(record, table)] as const] : [];
    });
    this.#shown = new Map(described);
    for (const [name, dataset] of before) this.#removals.note(dataset, this.#shown.get(name));
  }
}

/** Let the next version know what the one before has learned. */
function goOn(before: Engine, next: Engine): void {
  next.resume(before.hints());
  if (before.derived) next.derived?.resume(before.derived);
}
