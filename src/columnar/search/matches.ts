import type { RowBitmap } from "../../kernel/query/table.js";
import { listRows, rowsFrom } from "../table/row-bitmaps.js";
import type { ColumnarTable } from "../table/table.js";

/** What a search finds: for passes of the kernel, and row by row. */
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

  /** Ascending. */
  get list(): Uint32Array {
    return (this.#list ??= this.bitmap ? listRows(this.bitmap, this.table) : rowsFrom(0, this.table.rows));
  }
}
