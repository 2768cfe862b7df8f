import { errorText } from "../../core/errors/error-text.js";
import { FRESH, NO_TEXT, rowAt, type RowBatch, type RowMembers } from "../../core/engine/row-batch.js";
import type { Dimension, Model } from "../../core/model/cube.js";
import { planEntryId } from "../../core/model/entry-id.js";
import { rowModel } from "../../core/model/row-model.js";
import type { Value } from "../../core/model/values/value.js";
import { shownCell } from "./cast/cell-error.js";
import { WrittenNames } from "./cast/written-names.js";

/** Number of names that a warning shows. */
const EXAMPLES = 3;

/** Finds the rows whose names were composed: it counts them, and keeps their ids, which follow from what is written. */
export class ComposedNames {
  /** Gets the names while rows are cast. */
  readonly written = new WrittenNames();
  readonly #dimensions: readonly ComposedDimension[];
  readonly #key: ReadonlySet<number>;
  readonly #idOf: ReturnType<typeof planEntryId>;

  constructor(model: Model) {
    const rows = rowModel(model);
    this.#dimensions = rows.dimensions.flatMap((each) =>
      each.kind === "date" ? [] : [new ComposedDimension(each, this.written)],
    );
    this.#key = new Set(rows.key.flatMap((field) => (field.kind === "measure" ? [] : [field.index])));
    this.#idOf = planEntryId(rows);
  }

  /** Take a batch. @returns it with the ids of rows whose key was composed */
  take(batch: RowBatch): RowBatch {
    if (this.written.isEmpty) return batch;
    /** Names of the keys as they are written, by row and dimension. */
    const keys = new Map<number, Map<number, string>>();
    for (const each of this.#dimensions) {
      const { index } = each.dimension;
      const isKey = this.#key.has(index);
      each.take(batch.members[index]!, batch.length, (row, name) => {
        if (!isKey) return;
        const own = keys.get(row) ?? new Map<number, string>();
        keys.set(row, own.set(index, name));
      });
    }
    if (keys.size === 0) return batch;
    const ids = Array.from({ length: batch.length }, (_, row) => {
      const own = keys.get(row);
      return own ? this.#makeId(batch, row, own) : null;
    });
    return { ...batch, ids };
  }

  /** Write a warning for each dimension with names that were composed. */
  describe(): readonly string[] {
    return this.#dimensions.flatMap((each) => each.describe());
  }

  #makeId(batch: RowBatch, row: number, names: ReadonlyMap<number, string>): string {
    const { members, amounts } = rowAt(batch, row);
    const written = [...members];
    for (const { dimension } of this.#dimensions) {
      const name = names.get(dimension.index);
      if (name !== undefined) written[dimension.index] = members[dimension.index]!.with(dimension.identity.index, name);
    }
    return this.#idOf({ members: written, amounts });
  }
}

/** The rows of one dimension whose names were composed. */
class ComposedDimension {
  readonly dimension: Dimension;
  readonly #written: WrittenNames;
  /** For each code of a batch the name as it is written, or `null`. */
  readonly #ofCodes: (string | null | undefined)[] = [];
  readonly #examples = new Set<string>();
  #rows = 0;

  constructor(dimension: Dimension, written: WrittenNames) {
    this.dimension = dimension;
    this.#written = written;
  }

  take({ codes, tupleOf, fresh, texts }: RowMembers, length: number, use: (row: number, name: string) => void): void {
    for (let row = 0; row < length; row++) {
      const code = codes[row]!;
      const place = code - FRESH;
      if (place >= 0 && texts && texts.sizes[place] !== NO_TEXT) continue;
      const name = place >= 0 ? this.#written.nameOf(fresh[place]!) : this.#nameOfCode(code, tupleOf);
      if (name === null) continue;
      this.#rows++;
      if (this.#examples.size <= EXAMPLES) this.#addExample(place >= 0 ? fresh[place]! : tupleOf(code));
      use(row, name);
    }
  }

  describe(): readonly string[] {
    if (this.#rows === 0) return [];
    const shown = [...this.#examples].slice(0, EXAMPLES);
    const more = this.#examples.size > EXAMPLES ? " …" : "";
    const values = { dimension: this.dimension.name, names: shown.join(", ") + more };
    return [
      this.#rows === 1
        ? errorText("name_composed", values)
        : errorText("names_composed", { ...values, count: this.#rows.toLocaleString("en") }),
    ];
  }

  #nameOfCode(code: number, tupleOf: RowMembers["tupleOf"]): string | null {
    const known = this.#ofCodes[code];
    return known === undefined ? (this.#ofCodes[code] = this.#written.nameOf(tupleOf(code))) : known;
  }

  #addExample(member: readonly Value[]): void {
    this.#examples.add(JSON.stringify(shownCell(String(member[this.dimension.identity.index]))));
  }
}
