import { type TermSignature, TermSigner } from "../../../core/engine/term-signature.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { readTokens } from "../../../core/query/text/tokens.js";
import type { PostingLists } from "../select/posting-lists.js";
import { listedAttributes } from "../table/members.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import { viewTerms } from "../table/term-column.js";
import { openTerms } from "./term-index.js";
import { readTerm, type TermLookup } from "./term-lookup.js";

/** Maximum number of terms of a signature. A table with more words is opened by most searches anyway. */
const MAX_TERMS = 10_000;

/**
 * Sign the words of a table that is stored; `null` if they are too many.
 * Cost: a pass over the codes, and a step for each term of each value.
 */
export function signTerms(
  table: Pick<ColumnarTable, "dimensions" | "memories">,
  postingLists: PostingLists,
): TermSignature | null {
  const indexes = table.dimensions.map(
    ({ words }) => words && openTerms(viewTerms(table.memories[words.memory]!, words)),
  );
  if (indexes.some((index) => index && index.size > MAX_TERMS)) return null;
  const signer = new TermSigner();
  for (const [at, column] of table.dimensions.entries()) {
    const entriesOf = postingLists.entriesOf(column, () => {});
    const index = indexes[at];
    if (index) signIndex(signer, at, column, index, entriesOf);
    else signValues(signer, at, column, entriesOf);
    if (signer.size > MAX_TERMS) return null;
  }
  return signer.finish();
}

type EntriesOf = (member: number) => number;

function signIndex(
  signer: TermSigner,
  at: number,
  { columns }: DimensionColumn,
  index: TermLookup,
  of: EntriesOf,
): void {
  const members = columns[0]!.length;
  for (let term = 0; term < index.size; term++) {
    const values = index.valuesAt(term);
    const having = new Set<number>();
    let [entries, tokens] = [0, 255];
    for (let place = 0; place < values.length; place++) {
      const member = values[place]! % members;
      tokens = Math.min(tokens, index.lengths[values[place]!]!);
      if (having.has(member)) continue;
      having.add(member);
      entries += of(member);
    }
    signer.add(readTerm(index, term), at, entries, tokens);
  }
}

function signValues(signer: TermSigner, at: number, column: DimensionColumn, of: EntriesOf): void {
  const attributes = listedAttributes(column);
  const members = Uint32Array.from({ length: attributes[0]!.length }, (_, member) => member);
  const texts = attributes.map((values) => values.pick(members));
  for (const member of members) {
    const having = new Set<string>();
    for (const values of texts) {
      const value = values[member]!;
      if (value === null) continue;
      const tokens = readTokens(foldText(String(value)));
      for (const { text } of tokens) {
        signer.add(text, at, having.has(text) ? 0 : of(member), Math.min(255, tokens.length));
        having.add(text);
      }
    }
  }
}
