import { resolve } from "node:path";
import type { TableFormat } from "../engine/builder.js";
import type { Engine } from "../engine/engine.js";
import { Conflict } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import { type Dataset, describeEdits, describeSource, type LoadedSource } from "./dataset.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { withAccount, withChangedAccount, withoutAccount } from "./accounts.js";
import type { AccountRecord, DatasetRecord, RunRecord, State } from "./manifest.js";
import type { Reading } from "./readers.js";
import { Removals, type Visibility } from "./removals.js";
import {
  recordOf,
  withEdits,
  withLoad,
  withManagers,
  withoutDataset,
  withPrevious,
  withVisibility,
} from "./records.js";
import { withSegment } from "./segment.js";
import { type Health, Store } from "./store.js";
import { Tables } from "./tables.js";
import { thaw, thawAll, type Thawed } from "./thaw.js";

/** What a load made, to be published. */
export interface Load {
  readonly model: Model;
  /** The model as it was given, where `model` has anything written over it. */
  readonly asLoaded?: Model | undefined;
  readonly engine: Engine;
  readonly sources: readonly LoadedSource[];
  /** Id of the source that was loaded last, where its entries are all its own. */
  readonly lastSource?: number | undefined;
  /** What becomes of the runs with it. */
  readonly changeRuns?: ChangeRuns | undefined;
  /** The version that it was built upon; `undefined` where there was none. */
  readonly base: Dataset | undefined;
  /** Of a dataset that is new; one that exists keeps what it has. */
  readonly private: boolean;
  readonly managers: readonly string[];
}

/** Throws what speaks against other managers. */
export type CheckManagers = (managers: readonly string[], accounts: readonly AccountRecord[]) => void;

/** Makes the runs of all datasets of those before. */
export type ChangeRuns = (runs: readonly RunRecord[]) => readonly RunRecord[];

/**
 * The datasets of a data directory by name. A change is on the disk before anybody can see it, and changes are made one
 * after the other. Whoever reads for longer than a moment says so by `beginReading`: what a reader may have found is
 * let go of only after.
 */
export class Catalog {
  readonly #directory: string;
  readonly #format: TableFormat | null;
  readonly #files: FileSystem;
  readonly #store: Store;
  readonly #removals = new Removals();
  readonly #tables = new Tables();
  #datasets: ReadonlyMap<string, Dataset> = new Map();

  private constructor(directory: string, format: TableFormat | null, files: FileSystem, store: Store) {
    this.#directory = directory;
    this.#format = format;
    this.#files = files;
    this.#store = store;
  }

  /**
   * Read a data directory; one that does not exist has no datasets.
   * @param format of the tables; `null` reads none of them: there are records to change then, also of tables that are
   * damaged, but no datasets
   * @throws DamagedStore when nothing whole is there, ForeignStore when another version has written here
   */
  static async open(
    directory: string,
    format: TableFormat | null,
    files: FileSystem = nodeFileSystem,
  ): Promise<Catalog> {
    const absolute = resolve(directory);
    const { store, opened } = await Store.open(files, absolute, (state) =>
      format ? thawAll(files, absolute, format, state) : Promise.resolve([]),
    );
    const catalog = new Catalog(absolute, format, files, store);
    for (const [name, thawed] of opened) catalog.#tables.replace(name, thawed);
    catalog.#show(store.state);
    return catalog;
  }

  get(name: string): Dataset | undefined {
    return this.#datasets.get(name);
  }

  /** Every dataset, the last changed first. */
  list(): readonly Dataset[] {
    return [...this.#datasets.values()].toSorted((a, b) => b.lastModified.getTime() - a.lastModified.getTime());
  }

  /** When something was last taken from those who could read it; lists of datasets are no older. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date {
    return this.#removals.last(couldRead);
  }

  /** What is known of every dataset without its table. */
  get records(): readonly DatasetRecord[] {
    return this.#store.state.datasets;
  }

  /** Every user, in the order in which they were added. */
  get accounts(): readonly AccountRecord[] {
    return this.#store.state.accounts;
  }

  /** What keys are made with; `null` where no key was ever made, or it is lost. */
  get secret(): Buffer | null {
    return this.#store.secret;
  }

  /** The same, made when there is none. @throws Unwritable */
  requireSecret(): Promise<Buffer> {
    return this.#store.requireSecret();
  }

  /** Of all datasets, also of those that are not there yet. */
  get runs(): readonly RunRecord[] {
    return this.#store.state.runs;
  }

  get health(): Health {
    return this.#store.health;
  }

  /** Keep what is found from now on until the reading is ended. */
  beginReading(): Reading {
    return this.#tables.beginReading();
  }

  /**
   * Write what was loaded to the disk, then let everybody see it.
   * @returns the version that is seen; it owns the engine
   * @throws Conflict when the dataset was loaded by someone else meanwhile, Unwritable; the engine is still the caller's
   */
  async publish(loaded: Load): Promise<Dataset> {
    const { model, asLoaded = model, engine, sources, lastSource, changeRuns, base, ...ifNew } = loaded;
    const { name } = model.dataset;
    const { header, parts } = this.#requireFormat().freeze(engine);
    let published: Dataset | undefined;
    await this.#store.add(
      { document: JSON.stringify(asLoaded.document), table: header, parts },
      (state, segment) => {
        const now = this.get(name);
        if (now?.engine !== base?.engine || now?.model !== base?.model) {
          throw new Conflict(`The dataset "${name}" was changed while it was loaded; load again`);
        }
        const last = lastSource === undefined ? {} : { lastSource };
        const edited = describeEdits(asLoaded, model);
        const load = {
          numEntries: engine.numEntries,
          sources: sources.map(describeSource),
          ...last,
          ...edited,
          segment,
        };
        const runs = changeRuns ? changeRuns(state.runs) : state.runs;
        return withLoad({ ...state, runs }, name, load, ifNew);
      },
      (state) => {
        this.#tables.replace(name, { model, asLoaded, engine });
        this.#show(state);
        published = this.get(name);
      },
    );
    return published!;
  }

  /** @throws Unwritable */
  async changeRuns(change: ChangeRuns): Promise<void> {
    await this.#store.commit((state) => ({ ...state, runs: change(state.runs) }));
  }

  /** @throws NotFound, Unwritable */
  async drop(name: string): Promise<void> {
    await this.#store.commit(
      (state) => withoutDataset(state, name),
      (state) => {
        this.#tables.replace(name, null);
        this.#show(state);
      },
    );
  }

  /**
   * Let everybody read a dataset, or only its managers and administrators.
   * @throws NotFound, Unwritable
   */
  async setPrivate(name: string, isPrivate: boolean): Promise<void> {
    await this.#store.commit(
      (state) => withVisibility(state, name, isPrivate),
      (state) => this.#show(state),
    );
  }

  /**
   * Show the entries of a dataset under another model: one that differs from what it has at places that can be edited.
   * @param base the version that was edited
   * @throws Conflict when it was changed meanwhile, NotFound, Unwritable
   */
  async changeModel(base: Dataset, model: Model): Promise<void> {
    const { name } = model.dataset;
    const { edits } = describeEdits(base.asLoaded, model);
    await this.#store.commit(
      (state) => {
        const next = withEdits(state, name, edits);
        if (this.get(name)?.model !== base.model) throw new Conflict(`The dataset "${name}" was changed meanwhile`);
        return next;
      },
      (state) => {
        this.#tables.changeModel(name, model);
        this.#show(state);
      },
    );
  }

  /**
   * @param check told who manages it and which users there are when nobody else can change them; what it throws leaves
   * everything as it was
   * @throws NotFound, Unwritable
   */
  async changeManagers(
    name: string,
    add: readonly string[],
    remove: readonly string[],
    check: CheckManagers = () => {},
  ): Promise<void> {
    await this.#store.commit(
      (state) => {
        check(recordOf(state, name).managers, state.accounts);
        return withManagers(state, name, add, remove);
      },
      (state) => this.#show(state),
    );
  }

  /** @throws Conflict when somebody has the name, Unwritable */
  async addAccount(account: AccountRecord): Promise<void> {
    await this.#store.commit((state) => withAccount(state, account));
  }

  /**
   * @param change made of what the account is when its turn has come
   * @throws NotFound, Unwritable
   */
  async changeAccount(
    name: string,
    change: (account: AccountRecord) => Partial<Omit<AccountRecord, "id" | "name">>,
  ): Promise<void> {
    await this.#store.commit((state) => withChangedAccount(state, name, change));
  }

  /**
   * Remove a user, who manages nothing any more.
   * @throws NotFound, Unwritable
   */
  async removeAccount(name: string): Promise<void> {
    await this.#store.commit(
      (state) => withoutAccount(state, name),
      (state) => this.#show(state),
    );
  }

  /**
   * Go back to what a dataset held before its last load, whatever happened to others since.
   * @throws NotFound, Conflict where nothing is kept of an earlier load, DamagedStore where that is damaged, Unwritable
   */
  async rollBack(name: string): Promise<void> {
    let thawed: Thawed | null = null;
    try {
      await this.#store.commit(
        async (state) => {
          const next = withPrevious(state, name);
          const { current } = recordOf(next, name);
          if (this.#format) thawed = await thaw(this.#files, this.#directory, this.#format, current);
          else await withSegment(this.#files, this.#directory, current.segment, ({ check }) => check(() => {}));
          return next;
        },
        (state) => {
          if (thawed) this.#tables.replace(name, thawed);
          thawed = null;
          this.#show(state);
        },
      );
    } finally {
      (thawed as Thawed | null)?.engine.dispose();
    }
  }

  #requireFormat(): TableFormat {
    if (!this.#format) throw new TypeError("This catalog was opened without tables");
    return this.#format;
  }

  /** What a state says of the tables that are there. */
  #show({ datasets }: State): void {
    const before = this.#datasets;
    this.#datasets = this.#tables.describe(datasets);
    for (const [name, dataset] of before) this.#removals.note(dataset, this.#datasets.get(name));
  }
}
