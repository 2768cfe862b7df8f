import { resolve } from "node:path";
import type { TableFormat } from "../engine/storage.js";
import { Conflict } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import { type Dataset, describeEdits } from "./dataset.js";
import { DerivedWriter, type DerivedWriting } from "./derived-writer.js";
import { type FileSystem, nodeFileSystem } from "./disk/file-system.js";
import { type ChangeAccount, withAccount, withChangedAccount, withoutAccount } from "./accounts.js";
import { type ChangeRuns, describeLoad, type Load } from "./load.js";
import type { AccountRecord, DatasetRecord, RunRecord, State } from "./disk/manifest.js";
import type { VersionLease } from "./version-leases.js";
import type { Visibility } from "./removals.js";
import {
  type CheckManagers,
  recordOf,
  withEdits,
  withLoad,
  withManagers,
  withoutDataset,
  withPrevious,
  withVisibility,
} from "./records.js";
import { type Health, Store } from "./disk/store.js";
import { Tables } from "./open-tables.js";
import { loadAll, type Loaded, loadOrCheck } from "./load-tables.js";

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
  readonly #tables = new Tables();

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
    const { store, opened } = await Store.open(files, absolute, (state) => loadAll(files, absolute, format, state));
    const catalog = new Catalog(absolute, format, files, store);
    for (const [name, loaded] of opened) catalog.#tables.replace(name, loaded);
    catalog.#tables.show(store.state.datasets);
    return catalog;
  }

  get(name: string): Dataset | undefined {
    return this.#tables.get(name);
  }

  /** Every dataset, the last changed first. */
  list(): readonly Dataset[] {
    return this.#tables.list();
  }

  /** When something was last taken from those who could read it; lists of datasets are no older. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date {
    return this.#tables.lastRemoval(couldRead);
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

  /**
   * Put on the disk, too, what is made of tables to answer sooner, until that is closed.
   * @param onFault told when that is not possible: everything else is as before
   */
  keepDerived(onError: (error: unknown) => void, wait?: DerivedWriting["wait"]): DerivedWriter {
    const writer = new DerivedWriter({ write: (...derived) => this.#store.addDerived(...derived), onError, wait });
    this.#tables.write(writer);
    return writer;
  }

  /** Keep what is found from now on until the reading is ended. */
  beginReading(): VersionLease {
    return this.#tables.beginReading();
  }

  /**
   * Write what was loaded to the disk, then let everybody see it.
   * @returns the version that is seen; it owns the engine
   * @throws Conflict when the dataset was loaded by someone else meanwhile, Unwritable; the engine is still the caller's
   */
  async publish(load: Load): Promise<Dataset> {
    const { model, asLoaded = model, engine, changeRuns, base } = load;
    const { name } = model.dataset;
    if (!this.#format) throw new TypeError("This catalog was opened without tables");
    const { header, parts } = await this.#format.serialize(engine);
    let published: Dataset | undefined;
    await this.#store.add(
      { document: JSON.stringify(asLoaded.document), table: header, parts },
      (state, segment) => {
        const now = this.get(name);
        if (now?.engine !== base?.engine || now?.model !== base?.model) {
          throw new Conflict(`The dataset "${name}" was changed while it was loaded; load again`);
        }
        const runs = changeRuns ? changeRuns(state.runs) : state.runs;
        const hints = now?.engine.hints() ?? [];
        return withLoad({ ...state, runs }, name, describeLoad(load, segment), hints, load);
      },
      (state) => {
        this.#tables.replace(name, { model, asLoaded, engine, segment: recordOf(state, name).current.segment });
        this.#tables.show(state.datasets);
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
    await this.#change(
      (state) => withoutDataset(state, name),
      () => this.#tables.replace(name, null),
    );
  }

  /**
   * Let everybody read a dataset, or only its managers and administrators.
   * @throws NotFound, Unwritable
   */
  async setPrivate(name: string, isPrivate: boolean): Promise<void> {
    await this.#change((state) => withVisibility(state, name, isPrivate));
  }

  /**
   * Show the entries of a dataset under another model: one that differs from what it has at places that can be edited.
   * @param base the version that was edited
   * @throws Conflict when it was changed meanwhile, NotFound, Unwritable
   */
  async changeModel(base: Dataset, model: Model): Promise<void> {
    const { name } = model.dataset;
    const { edits } = describeEdits(base.asLoaded, model);
    await this.#change(
      (state) => {
        const next = withEdits(state, name, edits);
        if (this.get(name)?.model !== base.model) throw new Conflict(`The dataset "${name}" was changed meanwhile`);
        return next;
      },
      () => this.#tables.changeModel(name, model),
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
    await this.#change((state) => {
      check(recordOf(state, name).managers, state.accounts);
      return withManagers(state, name, add, remove);
    });
  }

  /** @throws Conflict when somebody has the name, Unwritable */
  async addAccount(account: AccountRecord): Promise<void> {
    await this.#store.commit((state) => withAccount(state, account));
  }

  /** @throws NotFound, Unwritable */
  async changeAccount(name: string, change: ChangeAccount): Promise<void> {
    await this.#store.commit((state) => withChangedAccount(state, name, change));
  }

  /**
   * Remove a user, who manages nothing any more.
   * @throws NotFound, Unwritable
   */
  async removeAccount(name: string): Promise<void> {
    await this.#change((state) => withoutAccount(state, name));
  }

  /**
   * Go back to what a dataset held before its last load, whatever happened to others since.
   * @throws NotFound, Conflict where nothing is kept of an earlier load, DamagedStore where that is damaged, Unwritable
   */
  async rollBack(name: string): Promise<void> {
    let loaded: Loaded | null = null;
    try {
      await this.#change(
        async (state) => {
          const next = withPrevious(state, name);
          loaded = await loadOrCheck(this.#files, this.#directory, this.#format, recordOf(next, name).current);
          return next;
        },
        () => {
          if (loaded) this.#tables.replace(name, loaded);
          loaded = null;
        },
      );
    } finally {
      (loaded as Loaded | null)?.engine.dispose();
    }
  }

  /**
   * Write a change to the disk, then let everybody see it.
   * @param changeTables has the tables that belong to it
   */
  async #change(next: (state: State) => State | Promise<State>, changeTables = (): void => {}): Promise<void> {
    await this.#store.commit(next, (state) => {
      changeTables();
      this.#tables.show(state.datasets);
    });
  }
}
