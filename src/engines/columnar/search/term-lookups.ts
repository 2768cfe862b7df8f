import { Index } from "flexsearch";
import { compareText } from "../../../core/engine/compare.js";
import { decodeTexts } from "../table/decode-texts.js";
import { listedAttributes } from "../table/members.js";
import type { ColumnarTable, DerivedMembers, DimensionColumn } from "../table/table.js";
import { openTerms } from "./term-index.js";
import { viewTerms } from "../table/term-column.js";
import { type TermLookup, lookupTerms } from "./term-lookup.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { readTokens, scanTokens } from "../../../core/query/text/tokens.js";
import type { Values } from "../table/values.js";

/** Term indexes of a table's dimensions, opened on first use. That of a derived dimension is by its own members. */
export class TermLookups {
  readonly #table: ColumnarTable;
  /** Absent until the first search. */
  #indexes: WeakMap<DimensionColumn | DerivedMembers, TermLookup> | undefined;

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
    const indexes = (this.#indexes ??= new WeakMap());
    let index = indexes.get(of);
    if (!index) indexes.set(of, (index = open()));
    return index;
  }
}

/** Index the values of a small dimension in FlexSearch, which cannot list its terms: a sorted list stands beside it. */
export function indexWithFlexSearch(attributes: readonly Values[]): TermLookup {
  const members = attributes[0]!.length;
  const lengths = new Uint8Array(attributes.length * members);
  const index = new Index({
    tokenize: "strict",
    resolution: 1,
    cache: false,
    // Texts are passed as their tokens joined by spaces, and no token has a space.
    encode: (text: string) => text.split(" "),
  });
  const known = new Set<string>();
  for (let value = 0; value < lengths.length; value++) {
    const text = attributes[Math.floor(value / members)]!.at(value % members);
    const tokens = text === null ? [] : readTokens(foldText(String(text)));
    lengths[value] = Math.min(255, tokens.length);
    if (tokens.length > 0) index.add(value, [...new Set(tokens.map((token) => token.text))].join(" "));
    for (const token of tokens) known.add(token.text);
  }
  const terms = [...known].toSorted(compareText);
  return lookupTerms(terms, lengths, (term) =>
    Uint32Array.from(index.search(terms[term]!, { limit: Infinity }) as number[]).toSorted(),
  );
}

/**
 * Index the values of a small dimension that has no stored index. Nothing of it is on the heap but views: an executor has
 * the indexes of thousands of tables.
 * Cost: a pass over the texts; a search of many small datasets pays it for each.
 */
export function indexOnFirstUse(attributes: readonly Values[]): TermLookup {
  const members = Uint32Array.from({ length: attributes[0]!.length }, (_, member) => member);
  const lengths = new Uint8Array(attributes.length * members.length);
  const found = new Map<string, number[]>();
  let value = 0;
  for (const values of attributes) {
    for (const text of values.texts ? decodeTexts(values.texts, members) : values.pick(members)) {
      if (text !== null) lengths[value] = Math.min(255, addTerms(found, foldText(String(text)), value));
      value++;
    }
  }
  const terms = [...found.keys()].toSorted(compareText);
  const firsts = new Uint32Array(terms.length + 1);
  terms.forEach((term, at) => (firsts[at + 1] = firsts[at]! + found.get(term)!.length));
  const values = new Uint32Array(firsts[terms.length]!);
  terms.forEach((term, at) => values.set(found.get(term)!, firsts[at]));
  return lookupTerms(terms, lengths, (term) => values.subarray(firsts[term], firsts[term + 1]));
}

/** Note the terms of a value, each once. @returns its number of tokens */
function addTerms(found: Map<string, number[]>, folded: string, value: number): number {
  let tokens = 0;
  scanTokens(folded, (start, end) => {
    tokens++;
    const term = folded.slice(start, end);
    const values = found.get(term);
    if (!values) found.set(term, [value]);
    else if (values.at(-1) !== value) values.push(value);
  });
  return tokens;
}
