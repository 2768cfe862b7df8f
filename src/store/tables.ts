import type { Model } from "../model/cube.js";
import { type Dataset, describeVersion } from "./dataset.js";
import type { DatasetRecord } from "./manifest.js";
import { Readers, type Reading } from "./readers.js";
import type { Thawed } from "./thaw.js";

interface Table extends Thawed {
  /** Called when it can no longer be found. */
  readonly retire: (dispose: () => void) => void;
}

/** The tables of datasets by name. One that is replaced is let go of when nobody reads it any more. */
export class Tables {
  readonly #readers = new Readers();
  readonly #tables = new Map<string, Table>();

  /** Keep what is found from now on until the reading is ended. */
  beginReading(): Reading {
    return this.#readers.begin();
  }

  /** Have another table, or none. */
  replace(name: string, thawed: Thawed | null): void {
    const before = this.#tables.get(name);
    if (thawed) this.#tables.set(name, { ...thawed, retire: this.#readers.publish() });
    else this.#tables.delete(name);
    before?.retire(() => before.engine.dispose());
  }

  /** Have the same entries under another model. */
  changeModel(name: string, model: Model): void {
    const table = this.#tables.get(name);
    if (table) this.#tables.set(name, { ...table, model });
  }

  /** What records say of the tables that are there. */
  describe(records: readonly DatasetRecord[]): ReadonlyMap<string, Dataset> {
    const described = records.flatMap((record) => {
      const table = this.#tables.get(record.name);
      return table ? [[record.name, describeVersion(record, table)] as const] : [];
    });
    return new Map(described);
  }
}
