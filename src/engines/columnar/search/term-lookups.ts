import { listedAttributes } from "../table/members.js";
import type { ColumnarTable, DerivedMembers, DimensionColumn } from "../table/table.js";
import { indexWithFlexSearch } from "./flexsearch-index.js";
import { indexOnFirstUse } from "./index-on-first-use.js";
import { openTerms } from "./term-index.js";
import { viewTerms } from "../table/term-column.js";
import type { TermLookup } from "./term-lookup.js";

/** Term indexes of a table's dimensions, opened on first use. That of a derived dimension is by its own members. */
export class TermLookups {
  readonly #table: ColumnarTable;
  readonly #indexes = new WeakMap<DimensionColumn | DerivedMembers, TermLookup>();

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  of(column: DimensionColumn): TermLookup {
    return this.#find(column, () => {
      const { words } = column;
      return words
        ? openTerms(viewTerms(this.#table.memories[words.memory]!, words))
        : indexOnFirstUse(listedAttributes(column));
    });
  }

  /** Return the index of members that are derived from others; there must be at least one. */
  ofDerived(members: DerivedMembers): TermLookup {
    return this.#find(members, () => indexWithFlexSearch(members.values()));
  }

  #find(of: DimensionColumn | DerivedMembers, open: () => TermLookup): TermLookup {
    let index = this.#indexes.get(of);
    if (!index) this.#indexes.set(of, (index = open()));
    return index;
  }
}
