import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import { indexWithFlexSearch } from "./flexsearch-index.js";
import { openTerms } from "./term-index.js";
import { viewTerms } from "../table/term-column.js";
import type { TermLookup } from "./term-lookup.js";

/** Term indexes of a table's dimensions, opened on first use. */
export class TermLookups {
  readonly #table: ColumnarTable;
  readonly #indexes = new Map<DimensionColumn, TermLookup>();

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  of(column: DimensionColumn): TermLookup {
    let index = this.#indexes.get(column);
    if (!index) {
      const { words, attributes } = column;
      index = words
        ? openTerms(viewTerms(this.#table.memories[words.memory]!, words))
        : indexWithFlexSearch(attributes);
      this.#indexes.set(column, index);
    }
    return index;
  }
}
