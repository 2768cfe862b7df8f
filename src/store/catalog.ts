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
 * The datasets of a data directory by name. Changes are made one after the other, and each is on disk before it becomes
 * visible. A reader that awaits anything calls `beginReading` first: versions it may have found stay open until it
 * ends.
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
   * @param format format of the tables; `null` opens no tables: there are no datasets then, but records can be changed,
   * even those of damaged tables
   * @throws DamagedStore if no generation is intact, ForeignStore if another version of the program wrote the files
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

  /** Every dataset, the most recently changed first. */
  list(): readonly Dataset[] {
    return this.#tables.list();
  }

  /** Time of the last removal of a dataset that a reader could read. Lists of datasets are at least as new. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date {
    return this.#tables.lastRemoval(couldRead);
  }

  /** Records of all datasets, also of those whose tables are not open. */
  get records(): readonly DatasetRecord[] {
    return this.#store.state.datasets;
  }

  /** All users, in the order in which they were added. */
  get accounts(): readonly AccountRecord[] {
    return this.#store.state.accounts;
  }

  /** The secret that API keys are derived from; `null` if no key was ever made or the secret is lost. */
  get secret(): Buffer | null {
    return this.#store.secret;
  }

  /** Return the secret, creating it if there is none. @throws Unwritable */
  requireSecret(): Promise<Buffer> {
    return this.#store.requireSecret();
  }

  /** Runs of all datasets, also of datasets that do not exist yet. */
  get runs(): readonly RunRecord[] {
    return this.#store.state.runs;
  }

  /** State of the data directory, and of what the format cannot reach. */
  get health(): Health {
    const { status, reasons } = this.#store.health;
    const unreachable = this.#format?.health?.() ?? [];
    const isDegraded = status === "ok" && unreachable.length > 0;
    return { status: isDegraded ? "degraded" : status, reasons: [...reasons, ...unreachable] };
  }

  /**
   * Write the derived data of tables to disk as it changes, until the writer is closed.
   * @param onError called if writing fails; nothing else is affected
   */
  keepDerived(onError: (error: unknown) => void, wait?: DerivedWriting["wait"]): DerivedWriter {
    const writer = new DerivedWriter({ write: (...derived) => this.#store.addDerived(...derived), onError, wait });
    this.#tables.write(writer);
    return writer;
  }

  /** Keep versions that are found from now on open until the lease ends. */
  beginReading(): VersionLease {
    return this.#tables.beginReading();
  }

  /**
   * Write a loaded version to disk, then make it visible.
   * @returns the visible version; it owns the engine
   * @throws Conflict if the dataset was changed during the load, Unwritable; then the engine is still the caller's
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
        return withLoad({ ...state, runs }, name, describeLoad(load, segment), load);
      },
      (state) => {
        this.#tables.replace(name, { model, asLoaded, engine, segment: recordOf(state, name).current.segment });
        this.#tables.show(state.datasets);
        published = this.get(name);
      },
    );
    return published!;
  }

  /** Change the runs of all datasets. @throws Unwritable */
  async changeRuns(change: ChangeRuns): Promise<void> {
    await this.#store.commit((state) => ({ ...state, runs: change(state.runs) }));
  }

  /** Remove a dataset and its runs. @throws NotFound, Unwritable */
  async drop(name: string): Promise<void> {
    await this.#change(
      (state) => withoutDataset(state, name),
      () => this.#tables.replace(name, null),
    );
  }

  /**
   * Make a dataset public, or readable by its managers and administrators only.
   * @throws NotFound, Unwritable
   */
  async setPrivate(name: string, isPrivate: boolean): Promise<void> {
    await this.#change((state) => withVisibility(state, name, isPrivate));
  }

  /**
   * Give a dataset an edited model; its entries stay. The model may differ from the loaded one only in what can be
   * edited.
   * @param base the version that was edited
   * @throws Conflict if the dataset was changed meanwhile, NotFound, Unwritable
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
   * Add and remove managers of a dataset.
   * @param check receives the dataset's managers and all users; no other change can come between. If it throws, nothing
   * changes
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

  /** Add a user. @throws Conflict if the name is taken, Unwritable */
  async addAccount(account: AccountRecord): Promise<void> {
    await this.#store.commit((state) => withAccount(state, account));
  }

  /** Change a user. @throws NotFound, Unwritable */
  async changeAccount(name: string, change: ChangeAccount): Promise<void> {
    await this.#store.commit((state) => withChangedAccount(state, name, change));
  }

  /**
   * Remove a user, also as a manager of datasets.
   * @throws NotFound, Unwritable
   */
  async removeAccount(name: string): Promise<void> {
    await this.#change((state) => withoutAccount(state, name));
  }

  /**
   * Restore the version of a dataset from before its last load. Other datasets are not affected.
   * @throws NotFound, Conflict if no earlier version is stored, DamagedStore if it is damaged, Unwritable
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
   * Write a change to disk, then make it visible.
   * @param changeTables replaces the tables that the change affects
   */
  async #change(next: (state: State) => State | Promise<State>, changeTables = (): void => {}): Promise<void> {
    await this.#store.commit(next, (state) => {
      changeTables();
      this.#tables.show(state.datasets);
    });
  }
}
