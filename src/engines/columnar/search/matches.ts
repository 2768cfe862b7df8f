import type { RowBitmap } from "../../kernel/query/table.js";
import { listRows, rowsFrom } from "../table/row-bitmaps.js";
import type { ColumnarTable } from "../table/table.js";

/** Entries that a search has found: as a bitmap for the kernel, and as a list of rows. */
export class Matches {
  readonly table: ColumnarTable;
  /** `null`: every entry. */
  readonly bitmap: RowBitmap | null;
  #list: Uint32Array | undefined;

  constructor(table: ColumnarTable, bitmap: RowBitmap | null) {
    this.table = table;
    this.bitmap = bitmap;
  }

  get count(): number {
    return this.bitmap?.count ?? this.table.rows;
  }

  /** Rows in ascending order, listed on first use. */
  get list(): Uint32Array {
    return (this.#list ??= this.bitmap ? listRows(this.bitmap, this.table) : rowsFrom(0, this.table.rows));
  }
}
