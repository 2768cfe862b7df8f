import type { Engine } from "../core/engine/engine.js";
import type { Model } from "../core/model/cube.js";
import { type Dataset, fixVersion, isSeries, versionFacts } from "./dataset.js";
import { Crosswalks } from "./crosswalks.js";
import type { DerivedWriter } from "./derived-writer.js";
import { CollectionViews, nameView, viewName } from "./collection-views.js";
import type { CollectionRecord, DatasetRecord } from "./disk/manifest.js";
import { VersionLeases, type VersionLease } from "./version-leases.js";
import { Removals, type Visibility } from "./removals.js";
import type { Loaded } from "./load-tables.js";
import { PastVersions } from "./past-versions.js";
import { readNumbered } from "./version-name.js";

interface Table extends Loaded {
  /** Its dataset as it was described last, by the record of then. */
  described?: { readonly record: DatasetRecord; readonly dataset: Dataset };
  /** Called when the table is no longer visible, with a function that frees it. */
  readonly retire: (dispose: () => void) => void;
}

/** Called with every dataset, every open version that is not current, and every view of a collection, whenever one of them changes. */
export type WatchDatasets = (datasets: readonly Dataset[]) => void;

/**
 * The visible datasets by name, and their tables. A replaced table is disposed of when its last reader has finished.
 */
export class Tables {
  readonly #readers = new VersionLeases();
  readonly #tables = new Map<string, Table>();
  readonly #removals = new Removals();
  readonly #crosswalks = new Crosswalks();
  /** Open versions that are not current. */
  readonly past = new PastVersions(this.#readers);
  #shownPast: ReadonlyMap<string, Dataset> = new Map();
  /** The datasets as they are stored, before crosswalks are filled in. */
  #stored: ReadonlyMap<string, Dataset> = new Map();
  /** Datasets that go through crosswalks: after a change only these are looked at again. */
  #users: readonly Dataset[] = [];
  #shown: ReadonlyMap<string, Dataset> = new Map();
  #collections: readonly CollectionRecord[] = [];
  readonly #views = new CollectionViews();
  /** Datasets as collections see them, by `viewName`. */
  #shownViews: ReadonlyMap<string, Dataset> = new Map();
  /** The shown datasets in order; `null` until somebody asks. */
  #listed: readonly Dataset[] | null = null;
  #series: readonly Dataset[] | null = null;
  readonly #watchers = new Set<WatchDatasets>();
  #writer: DerivedWriter | null = null;

  get(name: string): Dataset | undefined {
    return findShown(this.#shown, name) ?? this.#shownPast.get(name);
  }

  /** Every dataset, the most recently changed first. */
  list(): readonly Dataset[] {
    this.#listed ??= listNewestFirst([...this.#shown.values()]);
    return this.#listed;
  }

  /** Every dataset that is a series, in the same order. */
  listSeries(): readonly Dataset[] {
    this.#series ??= this.list().filter(isSeries);
    return this.#series;
  }

  /** Return a dataset as a collection sees it; `undefined` if that is as it is. */
  viewIn(collection: string, dataset: string): Dataset | undefined {
    const view = this.#shownViews.get(viewName(collection, dataset));
    return view && nameView(view);
  }

  /** Time of the last removal of a dataset that a reader could read. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date {
    return this.#removals.last(couldRead);
  }

  /** Notice changes of datasets, from now on. @returns ends it */
  watch(onShown: WatchDatasets): () => void {
    this.#watchers.add(onShown);
    return () => this.#watchers.delete(onShown);
  }

  /** Keep versions that are found from now on open until the lease ends. */
  beginReading(): VersionLease {
    return this.#readers.begin();
  }

  /** Replace or remove a table; visible from the next `show` on. */
  replace(name: string, loaded: Loaded | null): void {
    const before = this.#tables.get(name);
    // The previous version learns nothing more after this.
    if (before && loaded) carryOver(before.engine, loaded.engine);
    if (loaded) this.#tables.set(name, { ...loaded, retire: this.#readers.publish() });
    else this.#tables.delete(name);
    if (before) this.#writer?.end(before.engine);
    if (loaded) this.#writer?.begin(loaded.engine, loaded.segment);
    // What only makes answers faster is built once they are there.
    loaded?.engine.derived?.start();
    // Read the rest now: its file may be removed, while some still read the version.
    if (before) readWhole(before.engine);
    before?.retire(() => before.engine.dispose());
  }

  /** Write the derived data of all tables, present and future, to disk. */
  write(writer: DerivedWriter): void {
    this.#writer = writer;
    for (const { engine, segment } of this.#tables.values()) writer.begin(engine, segment);
  }

  /** Replace a table's model; visible from the next `show` on. */
  changeModel(name: string, model: Model): void {
    const table = this.#tables.get(name);
    if (!table) return;
    const { described: _, ...rest } = table;
    this.#tables.set(name, { ...rest, model });
  }

  /** Make the tables visible as their records describe them. */
  show(records: readonly DatasetRecord[], collections = this.#collections): void {
    const stored = new Map<string, Dataset>();
    for (const record of records) {
      const table = this.#tables.get(record.name);
      if (table) stored.set(record.name, describeTable(record, table));
    }
    this.#stored = stored;
    this.#collections = collections;
    this.past.show(records);
    this.#showStored();
  }

  /** Read crosswalks that visible datasets go through, and show the datasets with them. */
  async readCrosswalks(): Promise<void> {
    const lease = this.beginReading();
    try {
      for (;;) {
        const users = [...this.#users, ...this.past.list(), ...this.#listViews()];
        if (users.length === 0 || !(await this.#crosswalks.read(this.#allStored(), users))) return;
        this.#showStored();
      }
    } finally {
      lease.end();
    }
  }

  /** Write warnings about the crosswalks of a version that is about to be published, and about itself as one. */
  async warnOfCrosswalks(model: Model, engine: Engine, ifNew: Visibility): Promise<readonly string[]> {
    const lease = this.beginReading();
    try {
      const readers = this.#stored.get(model.dataset.name) ?? ifNew;
      return await this.#crosswalks.warn(this.#stored, this.#users, { model, engine, readers });
    } finally {
      lease.end();
    }
  }

  /** Fill the crosswalks that are loaded into the model of a version that is about to be published. */
  async fillCrosswalks(model: Model, ifNew: Visibility): Promise<Model> {
    const lease = this.beginReading();
    try {
      return await this.#crosswalks.fill(this.#stored, model, this.#stored.get(model.dataset.name) ?? ifNew);
    } finally {
      lease.end();
    }
  }

  #showStored(): void {
    const before = this.#shown;
    const stored = this.#stored;
    const shown = new Map<string, Dataset>();
    const users: Dataset[] = [];
    for (const [name, dataset] of stored) {
      const own = this.#crosswalks.show(stored, dataset);
      if (own !== dataset) users.push(dataset);
      shown.set(name, own);
    }
    this.#users = users;
    this.#shown = shown;
    this.#listed = null;
    this.#series = null;
    for (const [name, dataset] of before) {
      const after = shown.get(name);
      if (after !== dataset) this.#removals.note(dataset, after);
    }
    const past = this.past.list().map((each) => this.#crosswalks.show(stored, each));
    this.#shownPast = new Map(past.map((each) => [each.model.dataset.name, each]));
    const views = this.#listViews().map((each) => this.#crosswalks.show(stored, each));
    this.#shownViews = new Map(views.map((each) => [each.model.dataset.name, each]));
    for (const watch of this.#watchers) watch([...this.#shown.values(), ...past, ...views]);
  }

  #allStored(): ReadonlyMap<string, Dataset> {
    const past = this.past.list().map((each) => [each.model.dataset.name, each] as const);
    const views = this.#listViews().map((each) => [each.model.dataset.name, each] as const);
    return new Map([...this.#stored, ...past, ...views]);
  }

  #listViews(): readonly Dataset[] {
    return this.#views.list(this.#stored, this.#collections);
  }
}

/** Describe a table by its record. What did not change is the same object as before: its readers recognise it. */
function describeTable(record: DatasetRecord, table: Table): Dataset {
  if (table.described?.record !== record) table.described = { record, dataset: versionFacts(record, table) };
  return table.described.dataset;
}

/** Order datasets, the most recently changed first. */
export function listNewestFirst(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.toSorted((a, b) => b.lastModified.getTime() - a.lastModified.getTime());
}

/** Find a dataset, or its current version by the name of that version. */
export function findShown(current: ReadonlyMap<string, Dataset>, name: string): Dataset | undefined {
  const found = current.get(name);
  if (found) return found;
  const version = readNumbered(name);
  const dataset = version && current.get(version.dataset);
  return dataset?.number === version?.number && dataset ? fixVersion(dataset) : undefined;
}

/** Read what was not read yet of a version; where that fails, those who come to it are told. */
function readWhole(engine: Engine): void {
  try {
    engine.readAll?.();
  } catch {
    // Its file is gone or damaged.
  }
}

/** Carry what a version has learned from its queries over to the next version. */
function carryOver(before: Engine, next: Engine): void {
  if (before.derived) next.derived?.resume(before.derived);
}
