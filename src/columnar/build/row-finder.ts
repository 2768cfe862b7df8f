import { amountAt, memberAt, type RowBatch } from "../../engine/row-batch.js";
import { planEntryId } from "../../model/entry-id.js";
import type { Field, Model } from "../../model/cube.js";
import type { Decimal } from "../../model/values/decimal.js";
import type { Value } from "../../model/values/value.js";
import { ID_BYTES } from "../base/id-index.js";
import { openIds } from "../table/read-ids.js";
import type { ColumnarTable } from "../table/table.js";
import type { DictionaryBuilder } from "./dictionary-builder.js";
import type { GrowingAmounts } from "./growing-amounts.js";
import { GrowingIds } from "./growing-ids.js";
import { indexKeys, type KeyIndex } from "./key-index.js";

/** Columns of a table being built. */
interface Columns {
  readonly model: Model;
  readonly dimensions: readonly DictionaryBuilder[];
  readonly amounts: readonly GrowingAmounts[];
}

/**
 * Finds the rows of a table being built: by the members of their keys as long as ids follow from these, which needs no
 * ids; else by their ids.
 */
export class RowFinder {
  readonly #columns: Columns;
  readonly #key: readonly DictionaryBuilder[];
  readonly #codes: Uint32Array;
  readonly #idOf: ReturnType<typeof planEntryId>;
  #index: KeyIndex | null;
  #ids: GrowingIds | null;
  /** True as long as every id follows from the key. */
  #isDerived = true;
  #rows = 0;
  readonly #id = Buffer.alloc(ID_BYTES);

  constructor(columns: Columns) {
    const { key } = columns.model;
    this.#columns = columns;
    this.#key = key.flatMap((field) => (field.kind === "measure" ? [] : [columns.dimensions[field.index]!]));
    this.#codes = new Uint32Array(this.#key.length);
    this.#idOf = planEntryId(columns.model);
    // Amounts have no codes.
    const hasCodes = this.#key.length === key.length && key.length > 0;
    this.#index = hasCodes ? indexKeys(this.#key.map(({ codes }) => codes)) : null;
    this.#ids = hasCodes ? null : new GrowingIds();
  }

  get rows(): number {
    return this.#rows;
  }

  /** Ids that do not follow from the keys; `null` if all do. */
  get ids(): GrowingIds | null {
    return this.#isDerived ? null : this.#ids;
  }

  /** Add the rows of a table, whose columns were copied. @param rows in the order of the copy */
  addAll(table: ColumnarTable, rows: Uint32Array): void {
    const hasMissing = this.#key.some(({ missing }) => missing >= 0);
    this.#isDerived = table.ids === null || haveKeyIds(table);
    if (!this.#isDerived || hasMissing || !this.#index) {
      this.#index = null;
      const ids = (this.#ids ??= new GrowingIds());
      openIds(table).each(rows, (bytes) => {
        for (let at = 0; at < bytes.length; at += ID_BYTES) ids.rowOf(bytes, at);
      });
      this.#rows = rows.length;
      return;
    }
    for (; this.#rows < rows.length; this.#rows++) {
      this.#key.forEach(({ codes }, at) => (this.#codes[at] = codes.get(this.#rows)));
      this.#index.push(this.#codes);
    }
  }

  /**
   * Return the row of an entry; a new one gets the next row. The members of the key are entered, but their other values
   * are not noted.
   * @param at position in the batch
   */
  rowOf(batch: RowBatch, at: number): number {
    for (let place = 0; place < this.#key.length; place++) {
      const dimension = this.#key[place]!;
      const code = dimension.codeOf(batch.members[dimension.dimension.index]!, at);
      this.#codes[place] = code;
      // A missing member and an empty text are different members, but have the same id.
      if (code === dimension.missing && this.#index) this.#useIds();
    }
    const given = batch.ids && batch.ids[at]!;
    if (given !== null && this.#isDerived && given !== this.#makeId(batch, at)) {
      this.#isDerived = false;
      if (this.#index) this.#useIds();
    }
    if (!this.#index) {
      this.#id.write(given ?? this.#makeId(batch, at), "hex");
      const row = this.#ids!.rowOf(this.#id);
      this.#rows = this.#ids!.rows;
      return row;
    }
    const row = this.#index.find(this.#codes);
    if (row >= 0) return row;
    this.#index.push(this.#codes);
    return this.#rows++;
  }

  /** Code of a member of the key that the last `rowOf` has found. @param place of its dimension among those of the key */
  codeAt(place: number): number {
    return this.#codes[place]!;
  }

  /** Release what only finding rows needs. */
  end(): void {
    this.#index?.clear();
    if (this.#isDerived) this.#ids?.clear();
  }

  #makeId(batch: RowBatch, at: number): string {
    return this.#idOf(
      this.#valuesOf(
        ({ index }) => memberAt(batch.members[index]!, at),
        ({ index }) => amountAt(batch.amounts[index]!, at),
      ),
    );
  }

  /** Go on with ids: make those of all rows. */
  #useIds(): void {
    this.#index!.clear();
    this.#index = null;
    const ids = (this.#ids = new GrowingIds());
    const { dimensions, amounts } = this.#columns;
    for (let row = 0; row < this.#rows; row++) {
      const values = this.#valuesOf(
        ({ index }) => dimensions[index]!.attributes.map((each) => each.read(dimensions[index]!.codes.get(row))),
        ({ index }) => ({ unscaled: amounts[index]!.get(row), scale: amounts[index]!.scale }),
      );
      this.#id.write(this.#idOf(values), "hex");
      ids.rowOf(this.#id);
    }
  }

  /** Return the values of the key, at the positions of a whole entry. */
  #valuesOf(
    memberOf: (dimension: Field) => readonly Value[],
    amountOf: (measure: Field) => Decimal,
  ): { readonly members: readonly (readonly Value[])[]; readonly amounts: readonly Decimal[] } {
    const members: (readonly Value[])[] = [];
    const amounts: Decimal[] = [];
    for (const field of this.#columns.model.key) {
      if (field.kind === "measure") amounts[field.index] = amountOf(field);
      else members[field.index] = memberOf(field);
    }
    return { members, amounts };
  }
}

/** True if the stored ids of a table follow from its keys. */
function haveKeyIds(table: ColumnarTable): boolean {
  const stored = openIds(table);
  const derived = openIds({ ...table, ids: null });
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  let areEqual = true;
  derived.each(rows, (bytes, first) => {
    if (areEqual) areEqual = stored.read(rows.subarray(first, first + bytes.length / ID_BYTES)).equals(bytes);
  });
  return areEqual;
}
