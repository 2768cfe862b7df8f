import type { Model } from "../../core/model/cube.js";
import { isError } from "../../core/model/values/value.js";
import type { CodedRecords } from "./csv/coded-records.js";
import type { BoundColumns } from "./csv/columns.js";
import { isBlank } from "./csv/blank.js";
import type { CsvRecord } from "./csv/record-parser.js";

/** Counts the rows that have no amount: all of their amounts are empty cells, for which the model has a value. */
export class EmptyAmounts {
  count = 0;
  /** Positions of all amounts; none if an empty one is an error, so that no good row lacks it. */
  readonly #positions: readonly number[];
  readonly #texts: ReadonlySet<string>;

  constructor(model: Model, { positions, header }: BoundColumns) {
    const sources = model.measures.map(({ source }) => source);
    const found = sources.map(({ column }) => (column === null ? -1 : positions.get(column)!));
    const mayLack = sources.every(({ empty }) => !isError(empty)) && found.every((at) => at >= 0 && at < header.length);
    this.#positions = mayLack ? [...new Set(found)] : [];
    this.#texts = new Set(model.table?.empty);
  }

  /** Take the records of a batch without a mark, each of which is a row. */
  takeAll(records: CodedRecords, marks: Uint8Array): void {
    if (this.#positions.length === 0) return;
    for (let at = 0; at < marks.length; at++) if (marks[at] === 0) this.takeCoded(records, records.starts[at]!);
  }

  /** @param start place of the record */
  takeCoded(records: CodedRecords, start: number): void {
    if (this.#positions.length === 0) return;
    for (const at of this.#positions) {
      if (records.isBlankCell(start, at)) continue;
      if (this.#texts.size === 0 || !this.#texts.has(records.cellAt(start, at).trim())) return;
    }
    this.count++;
  }

  take(record: CsvRecord): void {
    if (this.#positions.length === 0) return;
    if (this.#positions.every((at) => isBlank(record[at] ?? ""))) this.count++;
  }
}
