import { errorText } from "../core/errors/error-text.js";
import { withChangedCollection, withCollection, withoutCollection } from "./collections.js";
import { join, resolve } from "node:path";
import type { TableFormat } from "../core/engine/storage.js";
import { Conflict } from "../core/errors/errors.js";
import type { Model } from "../core/model/cube.js";
import { type Dataset, describeEdits } from "./dataset.js";
import { DerivedWriter, type DerivedWriting } from "./derived-writer.js";
import { keptName } from "./disk/file-names.js";
import { type FileSystem, nodeFileSystem } from "./disk/file-system.js";
import { type ChangeAccount, withAccount, withChangedAccount, withoutAccount } from "./accounts.js";
import { type ChangeRuns, type CheckState, describeLoad, type Load } from "./load.js";
import type { AccountRecord, CollectionRecord, DatasetRecord, LoadRecord, RunRecord, State } from "./disk/manifest.js";
import type { VersionLease } from "./version-leases.js";
import type { Visibility } from "./removals.js";
import {
  recordOf,
  withEdits,
  withLoad,
  withManagers,
  withNote,
  withoutDataset,
  withPrevious,
  withVisibility,
} from "./records.js";
import { type Health, Store } from "./disk/store.js";
import { Tables, type WatchDatasets } from "./open-tables.js";
import { VersionOpener } from "./version-opener.js";
import { withoutVersions } from "./purge.js";
import { dropOldVersions, type Keeping, USUAL_KEEPING } from "./versions.js";
import { LateChecks } from "./late-checks.js";
import { loadAll, type Loaded, type LoadedState, loadModels, loadOrCheck, openLoad } from "./load-tables.js";

const ALWAYS: CheckState = () => {};

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

  /** Work that opening left for later. */
  readonly later: LateChecks;
  readonly #keeping: Keeping;
  readonly #opener: VersionOpener;

  private constructor(
    directory: string,
    format: TableFormat | null,
    files: FileSystem,
    store: Store,
    keeping: Keeping,
    opened: LoadedState,
  ) {
    this.later = new LateChecks(files, directory, store, opened);
    for (const [name, loaded] of opened.tables) this.#tables.replace(name, loaded);
    this.#keeping = keeping;
    this.#directory = directory;
    this.#format = format;
    this.#files = files;
    this.#store = store;
    const openTable = (load: LoadRecord): Promise<Loaded> => openLoad(files, directory, format!, load);
    this.#opener = new VersionOpener(this.#tables, () => this.records, format && openTable);
  }

  /**
   * Read a data directory; one that does not exist has no datasets.
   * @param format format of the tables; `null` opens no tables: there are no datasets then, but records can be changed,
   * even those of damaged tables
   * @param keeping how many earlier versions keep their data
   * @param manySmall number of small datasets from which on a start does not read them
   * @throws DamagedStore if no generation is intact, ForeignStore if another version of the program wrote the files
   */
  static async open(
    directory: string,
    format: TableFormat | null,
    files: FileSystem = nodeFileSystem,
    keeping: Keeping = USUAL_KEEPING,
    manySmall?: number,
  ): Promise<Catalog> {
    const absolute = resolve(directory);
    const openAll = (state: State): Promise<LoadedState> => loadAll(files, absolute, format, state, manySmall);
    const { store, opened } = await Store.open(files, absolute, openAll);
    const catalog = new Catalog(absolute, format, files, store, keeping, opened);
    catalog.#tables.show(store.state.datasets, store.state.collections);
    await catalog.#tables.readCrosswalks();
    return catalog;
  }

  get(name: string): Dataset | undefined {
    return this.#tables.get(name);
  }

  /** Every dataset, the most recently changed first. */
  list(): readonly Dataset[] {
    return this.#tables.list();
  }

  /** Every dataset that is a series, in the same order. */
  listSeries(): readonly Dataset[] {
    return this.#tables.listSeries();
  }

  /** Return a dataset as a collection sees it; `undefined` if that is as it is. */
  viewIn(collection: string, dataset: string): Dataset | undefined {
    return this.#tables.viewIn(collection, dataset);
  }

  /** Time of the last removal of a dataset that a reader could read. Lists of datasets are at least as new. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date {
    return this.#tables.lastRemoval(couldRead);
  }

  /** Return the models of all datasets; those of tables that are not open are read, and damaged ones are left out. */
  readModels(): Promise<readonly Model[]> {
    return loadModels(this.#files, this.#directory, this.#store.state, (name) => this.get(name)?.model);
  }

  /** Records of all datasets, also of those whose tables are not open. */
  get records(): readonly DatasetRecord[] {
    return this.#store.state.datasets;
  }

  /** Named unions of datasets, in the order in which they were added. */
  get collections(): readonly CollectionRecord[] {
    return this.#store.state.collections ?? [];
  }

  /** Add a collection. @throws InvalidQuery for a wrong name, Conflict if it is taken, Unwritable */
  async addCollection(collection: CollectionRecord): Promise<void> {
    await this.#change((state) => withCollection(state, collection));
  }

  /** Replace a collection. @throws Conflict if it was changed since `before` or another name is taken, Unwritable */
  async changeCollection(before: CollectionRecord, after: CollectionRecord): Promise<void> {
    await this.#change((state) => withChangedCollection(state, before, after));
  }

  /** Remove a collection; its datasets stay. @throws NotFound, Unwritable */
  async dropCollection(name: string): Promise<void> {
    await this.#change((state) => withoutCollection(state, name));
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

  /** True if loads keep the files that they read. */
  get keepsSources(): boolean {
    return this.#keeping.sources;
  }

  /** Return the path of the kept file with a digest. It may be missing. */
  keptPath(digest: string): string {
    return join(this.#directory, keptName(digest));
  }

  /** Return a sentence that says that the disk is full; `null` if it is not, or if nothing is written anyway. */
  explainFullDisk(): Promise<string | null> {
    return this.#store.explainFullDisk();
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

  /** Notice changes of datasets, from now on. @returns ends it */
  watch(onShown: WatchDatasets): () => void {
    return this.#tables.watch(onShown);
  }

  /** Write warnings about the crosswalks of a load that is about to be published, and about itself as one. */
  warnOfCrosswalks(load: Pick<Load, "model" | "engine" | "private" | "managers">): Promise<readonly string[]> {
    return this.#tables.warnOfCrosswalks(load.model, load.engine, load);
  }

  /** Fill the crosswalks that are loaded into the model of a load that is about to be published. */
  fillCrosswalks(load: Pick<Load, "model" | "private" | "managers">): Promise<Model> {
    return this.#tables.fillCrosswalks(load.model, load);
  }

  /** Keep versions that are found from now on open until the lease ends. */
  beginReading(): VersionLease {
    return this.#tables.beginReading();
  }

  /**
   * Write a loaded version to disk, then make it visible.
   * @returns the visible version; it owns the engine
   * @throws Conflict if the dataset was changed during the load, Unwritable, the errors of `load.check`; then the engine is still the caller's
   */
  async publish(load: Load): Promise<Dataset> {
    const { model, asLoaded = model, engine, changeRuns, base, check, isChanged, copies = [] } = load;
    const { name } = model.dataset;
    if (!this.#format) throw new TypeError("This catalog was opened without tables");
    const { header, parts } = await this.#format.serialize(engine);
    let published: Dataset | undefined;
    await this.#store.add(
      { document: JSON.stringify(asLoaded.document), table: header, parts },
      copies,
      (state, segment) => {
        check?.(state);
        if (state.collections?.some((each) => each.name === name)) {
          throw new Conflict(errorText("name_of_collection", { name }));
        }
        const now = this.get(name);
        if (now?.engine !== base?.engine || now?.model.document !== base?.model.document) {
          throw new Conflict(errorText("changed_while_loaded", { name }));
        }
        const runs = changeRuns ? changeRuns(state.runs) : state.runs;
        const next = withLoad({ ...state, runs }, name, describeLoad(load, segment), load, isChanged);
        return dropOldVersions(next, this.#keeping);
      },
      (state) => {
        this.#tables.replace(name, { model, asLoaded, engine, segment: recordOf(state, name).current.segment });
        this.#tables.show(state.datasets, state.collections ?? []);
        published = this.get(name);
      },
    );
    await this.#tables.readCrosswalks();
    const now = this.get(name);
    return now?.engine === engine ? now : published!;
  }

  /** Change the runs of all datasets. @throws Unwritable */
  async changeRuns(change: ChangeRuns): Promise<void> {
    await this.#store.commit((state) => ({ ...state, runs: change(state.runs) }));
  }

  /** Remove a dataset and its runs. @throws NotFound, Unwritable, the errors of `check` */
  async drop(name: string, check: CheckState = ALWAYS): Promise<void> {
    await this.#change(
      (state) => {
        check(state);
        return withoutDataset(state, name);
      },
      () => this.#tables.replace(name, null),
    );
  }

  /**
   * Make a dataset public, or readable by its managers and administrators only.
   * @param withVersions true to publish the versions that were loaded while it was private, too
   * @throws NotFound, Unwritable, the errors of `check`
   */
  async setPrivate(name: string, isPrivate: boolean, check: CheckState = ALWAYS, withVersions = false): Promise<void> {
    await this.#change((state) => {
      check(state);
      return withVisibility(state, name, isPrivate, withVersions);
    });
  }

  /**
   * Write a note on a version of a dataset; `null` removes it.
   * @throws NotFound, Unwritable, the errors of `check`
   */
  async setNote(name: string, number: number, note: string | null, check: CheckState = ALWAYS): Promise<void> {
    await this.#change(
      (state) => {
        check(state);
        return withNote(state, name, number, note);
      },
      () => {},
      false,
    );
  }

  /**
   * Purge versions of a dataset: no file of the directory has any of their data after that.
   * @param changeRuns changes the runs of all datasets in the same write
   * @throws NotFound, InvalidQuery, Conflict as `withoutVersions` does, Unwritable, the errors of `check`
   */
  async purge(
    name: string,
    numbers: readonly number[],
    changeRuns: ChangeRuns = (runs) => runs,
    check: CheckState = ALWAYS,
  ): Promise<void> {
    await this.#change((state) => {
      check(state);
      return withoutVersions({ ...state, runs: changeRuns(state.runs) }, name, numbers);
    });
  }

  /**
   * Open a version of a dataset that is stored and not current, so that `get` finds it by its name, as `town@3`. Others
   * are closed if there is no memory for it. Does nothing for other names.
   * @throws OverCapacity if there is no memory, DamagedStore, ForeignStore, Unreadable
   */
  openVersion(name: string): Promise<void> {
    return this.#opener.open(name);
  }

  /**
   * Give a dataset an edited model; its entries stay. The model may differ from the loaded one only in what can be
   * edited.
   * @param base the version that was edited
   * @throws Conflict if the dataset was changed meanwhile, NotFound, Unwritable, the errors of `check`
   */
  async changeModel(base: Dataset, model: Model, check: CheckState = ALWAYS): Promise<void> {
    const { name } = model.dataset;
    const { edits } = describeEdits(base.asLoaded, model);
    await this.#change(
      (state) => {
        check(state);
        const next = withEdits(state, name, edits);
        if (this.get(name)?.model.document !== base.model.document)
          throw new Conflict(errorText("changed_meanwhile", { name }));
        return next;
      },
      () => this.#tables.changeModel(name, model),
      false,
    );
  }

  /**
   * Add and remove managers of a dataset by name.
   * @throws NotFound, Unwritable, the errors of `check`
   */
  async changeManagers(
    name: string,
    add: readonly string[],
    remove: readonly string[],
    check: CheckState = ALWAYS,
  ): Promise<void> {
    await this.#change((state) => {
      check(state);
      return withManagers(state, name, add, remove);
    });
  }

  /** Add a user. @throws Conflict if the name is taken, Unwritable */
  async addAccount(account: AccountRecord): Promise<void> {
    await this.#change(
      (state) => withAccount(state, account),
      () => {},
      false,
    );
  }

  /** Change a user. @throws NotFound, Unwritable */
  async changeAccount(user: Pick<AccountRecord, "id" | "name">, change: ChangeAccount): Promise<void> {
    await this.#store.commit((state) => withChangedAccount(state, user, change), undefined, true);
  }

  /**
   * Remove a user, also as a manager of datasets and runs.
   * @throws NotFound, Unwritable
   */
  async removeAccount(name: string): Promise<void> {
    await this.#change((state) => withoutAccount(state, name));
  }

  /**
   * Restore a version of a dataset, by default the one from before its last load. Other datasets are not affected.
   * @throws NotFound, Conflict if no earlier version is stored, DamagedStore if it is damaged, Unwritable, the errors of
   * `check`
   */
  async rollBack(name: string, check: CheckState = ALWAYS, number?: number): Promise<void> {
    let loaded: Loaded | null = null;
    try {
      await this.#change(
        async (state) => {
          check(state);
          const next = dropOldVersions(withPrevious(state, name, number), this.#keeping);
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
   * @param mayUseReserve false for changes that can wait until a full disk has space
   */
  async #change(
    next: (state: State) => State | Promise<State>,
    changeTables = (): void => {},
    mayUseReserve = true,
  ): Promise<void> {
    const publish = (state: State): void => {
      changeTables();
      this.#tables.show(state.datasets, state.collections ?? []);
    };
    await this.#store.commit(next, publish, mayUseReserve);
    await this.#tables.readCrosswalks();
  }
}
