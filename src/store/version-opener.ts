import { errorText } from "../core/errors/error-text.js";
import { DamagedStore, OverCapacity } from "../core/errors/errors.js";
import type { DatasetRecord, LoadRecord } from "./disk/manifest.js";
import type { Loaded } from "./load-tables.js";
import type { Tables } from "./open-tables.js";
import { IDLE_MS } from "./past-versions.js";
import { readNumbered } from "./version-name.js";

interface FoundVersion {
  readonly record: DatasetRecord;
  readonly load: LoadRecord;
}

/** Opens versions that are stored and not current, when they are to be read. */
export class VersionOpener {
  readonly #tables: Tables;
  readonly #records: () => readonly DatasetRecord[];
  readonly #openTable: ((load: LoadRecord) => Promise<Loaded>) | null;
  /** Versions that are being opened, by their names. */
  readonly #opening = new Map<string, Promise<void>>();

  #timer: NodeJS.Timeout | null = null;

  /** @param openTable reads the table of a version; `null` if no tables are open */
  constructor(
    tables: Tables,
    records: () => readonly DatasetRecord[],
    openTable: ((load: LoadRecord) => Promise<Loaded>) | null,
  ) {
    this.#tables = tables;
    this.#records = records;
    this.#openTable = openTable;
  }

  /** Open a version by its name, as `town@3`, unless it is open, current or not stored. @throws as `Catalog.openVersion` */
  async open(name: string): Promise<void> {
    if (this.#tables.past.use(name) || !this.#openTable) return;
    const found = this.#find(name);
    if (!found) return;
    const opening = this.#opening.get(name) ?? this.#open(name, found).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    await opening;
  }

  async #open(name: string, { record, load }: FoundVersion): Promise<void> {
    this.#tables.past.closeIdle();
    // It may be dropped, or the dataset replaced, while it is read.
    const isStill = (): boolean => this.#find(name)?.load.segment.file === load.segment.file;
    try {
      const loaded = await this.#openWithinMemory(load);
      if (isStill()) this.#tables.past.add(record.name, load.number, loaded);
      else loaded.engine.dispose();
    } catch (error) {
      if (isStill()) throw explainDamage(name, error);
    }
    this.#tables.show(this.#records());
    await this.#tables.readCrosswalks();
    this.#watchIdle();
  }

  /** Read a table. If there is no memory for it, close other versions, the least recently used first. */
  async #openWithinMemory(load: LoadRecord): Promise<Loaded> {
    for (;;) {
      try {
        return await this.#openTable!(load);
      } catch (error) {
        if (!(error instanceof OverCapacity) || !this.#tables.past.closeOne()) throw error;
        this.#tables.show(this.#records());
      }
    }
  }

  /** Close versions that nobody reads any more, as long as any are open. */
  #watchIdle(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#tables.past.closeIdle()) this.#tables.show(this.#records());
      if (this.#tables.past.list().length > 0) this.#watchIdle();
    }, IDLE_MS / 10).unref();
  }

  #find(name: string): FoundVersion | null {
    const version = readNumbered(name);
    const record = version && this.#records().find((each) => each.name === version.dataset);
    const past = record?.earlier.find(({ number }) => number === version?.number);
    return past?.segment ? { record: record!, load: { ...past, segment: past.segment } } : null;
  }
}

/** Say which version a damaged file holds. */
function explainDamage(name: string, cause: unknown): unknown {
  return cause instanceof DamagedStore
    ? new DamagedStore(errorText("cannot_be_read", { name, reason: cause.message }), { cause })
    : cause;
}
