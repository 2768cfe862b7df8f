import { amountAt, doubleAt, memberAt, type RowBatch, type RowMembers } from "../../../core/engine/row-batch.js";
import { planEntryId } from "../../../core/model/entry-id.js";
import type { Field, Model } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import { ID_BYTES } from "../base/id-index.js";
import { openIds } from "../table/read-ids.js";
import type { ColumnarTable } from "../table/table.js";
import type { DictionaryBuilder } from "./dictionary-builder.js";
import type { GrowingAmounts } from "./growing-amounts.js";
import { GrowingIds } from "./growing-ids.js";
import { indexKeys, type KeyIndex, RowsOfMembers, type RowKey } from "./key-index.js";

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
  /** Dimensions and measures of the key. */
  readonly #key: readonly DictionaryBuilder[];
  readonly #measures: readonly number[];
  readonly #values: RowKey;
  readonly #idOf: ReturnType<typeof planEntryId>;
  #index: KeyIndex | null;
  #ids: GrowingIds | null;
  /** True as long as every id follows from the key. */
  #isDerived = true;
  #rows = 0;
  /** The entry that is looked for. */
  #batch: RowBatch | null = null;
  #at = 0;
  readonly #id = Buffer.alloc(ID_BYTES);

  constructor(columns: Columns) {
    const { key } = columns.model;
    this.#columns = columns;
    this.#key = key.flatMap((field) => (field.kind === "measure" ? [] : [columns.dimensions[field.index]!]));
    this.#measures = key.flatMap((field) => (field.kind === "measure" ? [field.index] : []));
    this.#values = { codes: new Uint32Array(this.#key.length), amounts: new Float64Array(this.#measures.length) };
    this.#idOf = planEntryId(columns.model);
    this.#index = indexKeys({
      codes: this.#key.map(({ codes }) => codes),
      amounts: this.#measures.map((measure) => columns.amounts[measure]!),
    });
    this.#ids = null;
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
    if (!this.#isDerived || hasMissing) {
      this.#index = null;
      const ids = (this.#ids = new GrowingIds());
      openIds(table).each(rows, (bytes) => {
        for (let at = 0; at < bytes.length; at += ID_BYTES) ids.rowOf(bytes, at);
      });
      this.#rows = rows.length;
      return;
    }
    for (; this.#rows < rows.length; this.#rows++) {
      this.#readKey(this.#rows);
      this.#index!.push(this.#values);
    }
  }

  /**
   * Return the row of an entry; a new one gets the next row. The members of the key may be entered, but their other
   * values are not noted.
   * @param at position in the batch
   */
  rowOf(batch: RowBatch, at: number): number {
    const given = batch.ids?.[at] ?? null;
    if (given !== null && this.#isDerived && given !== this.#makeId(batch, at)) {
      this.#isDerived = false;
      this.#useIds();
    }
    // A missing member and an empty text are different members, but have the same id.
    if (this.#index && this.#hasMissing(batch, at)) this.#useIds();
    if (!this.#index) {
      this.#id.write(given ?? this.#makeId(batch, at), "hex");
      const row = this.#ids!.rowOf(this.#id);
      this.#rows = this.#ids!.rows;
      return row;
    }
    for (let place = 0; place < this.#key.length; place++) {
      const dimension = this.#key[place]!;
      this.#values.codes[place] = dimension.codeOf(membersOf(batch, dimension), at);
    }
    for (let place = 0; place < this.#measures.length; place++) {
      this.#values.amounts[place] = doubleAt(batch.amounts[this.#measures[place]!]!, at);
    }
    this.#batch = batch;
    this.#at = at;
    const row = this.#index.find(this.#values, this.#hasAmounts);
    if (row >= 0) return row;
    this.#index.push(this.#values);
    return this.#rows++;
  }

  /**
   * True if `rowOfMember` finds the rows of a batch: the key is one dimension whose members have no other values, and none
   * is missing.
   */
  hasMemberRows(batch: RowBatch): boolean {
    if (!(this.#index instanceof RowsOfMembers) || batch.ids || this.#key[0]!.dimension.attributes.length > 1)
      return false;
    if (this.#key[0]!.codesOfTexts) return true;
    for (let at = 0; at < batch.length; at++) if (this.#hasMissing(batch, at)) return false;
    return true;
  }

  /**
   * Add the new rows of a batch as `rowOfMember` does, if their members are texts.
   * @returns the position of the first that is not new, or whose member is no text
   */
  addTexts(from: number): number {
    const codes = this.#key[0]!.codesOfTexts;
    if (!codes) return from;
    const end = (this.#index as RowsOfMembers).addNew(codes, from);
    this.#rows += end - from;
    return end;
  }

  /** Return the row of an entry as `rowOf` does, without reading the columns, which may be written later. */
  rowOfMember(batch: RowBatch, at: number): number {
    const dimension = this.#key[0]!;
    const code = dimension.codeOf(membersOf(batch, dimension), at);
    this.#values.codes[0] = code;
    const row = (this.#index as RowsOfMembers).rowOf(code);
    if (row === this.#rows) this.#rows++;
    return row;
  }

  /** Code of a member of the key, if the last `rowOf` has entered it. @param place of its dimension among those of the key */
  codeAt(place: number): number | undefined {
    return this.#index ? this.#values.codes[place]! : undefined;
  }

  /** Release what only finding rows needs. */
  end(): void {
    this.#index?.clear();
    if (this.#isDerived) this.#ids?.clear();
  }

  #readKey(row: number): void {
    const { codes, amounts } = this.#values;
    this.#key.forEach((dimension, place) => (codes[place] = dimension.codes.get(row)));
    this.#measures.forEach((measure, place) => (amounts[place] = this.#columns.amounts[measure]!.getDouble(row)));
  }

  /** True if a row has the amounts of the entry that is looked for. */
  readonly #hasAmounts = (row: number): boolean =>
    this.#measures.every((measure) =>
      this.#columns.amounts[measure]!.equals(row, amountAt(this.#batch!.amounts[measure]!, this.#at)),
    );

  #hasMissing(batch: RowBatch, at: number): boolean {
    for (let place = 0; place < this.#key.length; place++) {
      const dimension = this.#key[place]!;
      if (dimension.isMissing(membersOf(batch, dimension), at)) return true;
    }
    return false;
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
    if (!this.#index) return;
    this.#index.clear();
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

function membersOf({ members }: RowBatch, { dimension }: DictionaryBuilder): RowMembers {
  return members[dimension.index]!;
}

/** True if the stored ids of a table follow from its keys. */
function haveKeyIds(table: ColumnarTable): boolean {
  const stored = openIds(table);
  const derived = openIds({ ...table, ids: null }, table.rows);
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  let areEqual = true;
  derived.each(rows, (bytes, first) => {
    if (areEqual) areEqual = stored.read(rows.subarray(first, first + bytes.length / ID_BYTES)).equals(bytes);
  });
  return areEqual;
}
