import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import { keepWords } from "./flexsearch-index.js";
import { openWords } from "./term-index.js";
import { viewWords } from "../table/term-column.js";
import type { WordIndex } from "./term-lookup.js";

/** The word indexes of a table's dimensions, once they were asked for. */
export class WordIndexes {
  readonly #table: ColumnarTable;
  readonly #indexes = new Map<DimensionColumn, WordIndex>();

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  of(column: DimensionColumn): WordIndex {
    let index = this.#indexes.get(column);
    if (!index) {
      const { words, attributes } = column;
      index = words ? openWords(viewWords(this.#table.memories[words.memory]!, words)) : keepWords(attributes);
      this.#indexes.set(column, index);
    }
    return index;
  }
}
