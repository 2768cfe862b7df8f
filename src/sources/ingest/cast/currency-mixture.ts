import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import { currencyDimension } from "../../../core/model/currency-dimension.js";
import { codeOfCurrency, currencyInCell } from "../../../core/model/parse/currencies.js";
import type { BoundColumns } from "../csv/columns.js";
import type { CsvRecord } from "../csv/record-parser.js";
import { positionsInFile } from "../csv/tidy.js";
import { shownCell } from "./cell-error.js";

/** Notes the currencies beside the amounts of a source, of which no sum may have several. */
export class CurrencyMixture {
  readonly #isDivided: boolean;
  /** Names of the columns of amounts, and their positions in a record of the file. */
  readonly #amounts: readonly (readonly [column: string, at: number])[];
  /** For each column the first cell with each currency. */
  readonly #columns = new Map<string, Map<string, string>>();

  constructor(model: Model, { positions, tidy }: Pick<BoundColumns, "positions" | "tidy">) {
    this.#isDivided = currencyDimension(model) !== null;
    this.#amounts = model.measures.flatMap(({ source: { column } }) => {
      const at = positions.get(column!)!;
      const from = tidy ? positionsInFile(tidy, at) : [at];
      return from.map((each) => [column!, each] as const);
    });
  }

  /** Note the amounts of a record of the file. */
  takeRecord(record: CsvRecord): void {
    if (this.#isDivided) return;
    for (const [column, at] of this.#amounts) this.take(column, record[at] ?? "");
  }

  /** Note an amount as it is written. */
  take(column: string, cell: string): void {
    if (this.#isDivided || !/[\p{L}\p{Sc}]/u.test(cell)) return;
    const name = currencyInCell(cell);
    // A name of several currencies contradicts none.
    const code = name && codeOfCurrency(name);
    if (!code) return;
    const seen = this.#columns.get(column) ?? new Map<string, string>();
    this.#columns.set(column, seen);
    if (!seen.has(code)) seen.set(code, shownCell(cell.trim()));
  }

  /** @throws BadSource with every column of amounts in several currencies */
  check(): void {
    const errors = [...this.#columns].flatMap(([column, seen]) => {
      if (seen.size < 2) return [];
      const cells = [...seen].map(([code, cell]) => `${JSON.stringify(cell)} is in ${code}`);
      return [
        errorText("column_of_currencies", {
          column: JSON.stringify(column),
          examples: cells.join(", "),
          heading: JSON.stringify(column),
        }),
      ];
    });
    if (errors.length > 0) throw new BadSource(errors);
  }
}
