/** Display of the cells of a column by their number formats. */
export interface ColumnFormat {
  /** Count of cells that are stored as numbers, so that their decimal sign is beyond doubt. */
  readonly numbers: number;
  /** Signs, names or ISO 4217 codes of currencies in number formats. */
  readonly currencies: readonly string[];
}

interface ColumnFormats {
  numbers: number;
  readonly currencies: Set<string>;
}

/** Collects what number formats show, by the position of the column, while a sheet is read. */
export class SheetFormats {
  readonly #columns: ColumnFormats[];
  readonly #first: number;

  /** @param first position of the first column of the sheet */
  constructor(columns: ColumnFormats[] = [], first = 0) {
    this.#columns = columns;
    this.#first = first;
  }

  take(column: number, currency: string | null): void {
    const seen = (this.#columns[column + this.#first] ??= { numbers: 0, currencies: new Set() });
    seen.numbers++;
    if (currency !== null) seen.currencies.add(currency);
  }

  /** Return a view of the same formats for a sheet whose first column stands further right. */
  from(first: number): SheetFormats {
    return new SheetFormats(this.#columns, first);
  }

  /** Return what was seen of a column; `null` if none of its cells is stored as a number. */
  of(column: number): ColumnFormat | null {
    const seen = this.#columns[column + this.#first];
    return seen ? { numbers: seen.numbers, currencies: [...seen.currencies] } : null;
  }
}
