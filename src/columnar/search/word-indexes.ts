import type { ColumnarTable, DimensionColumn } from "../table.js";
import { keepWords } from "./kept-words.js";
import { openWords } from "./packed-words.js";
import { viewWords } from "./word-column.js";
import type { WordIndex } from "./word-index.js";

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
