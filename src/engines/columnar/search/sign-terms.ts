import { MAX_FILTERED } from "../../../core/engine/term-filter.js";
import { MAX_TOKENS, TermFilterer, type TermSignature, TermSigner } from "../../../core/engine/term-signature.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { readTokens } from "../../../core/query/text/tokens.js";
import type { Value } from "../../../core/model/values/value.js";
import type { PostingLists } from "../select/posting-lists.js";
import { listedAttributes } from "../table/members.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import { viewTerms } from "../table/term-column.js";
import { openTerms } from "./term-index.js";
import { readTerm, type TermLookup } from "./term-lookup.js";

/** Maximum number of terms of which a signature tells more than that they may be there. */
const MAX_TERMS = 10_000;
/** Maximum number of all terms: a table with more of them is opened by most searches anyway. */
const MAX_FILTERED_TERMS = MAX_FILTERED / 2;

/**
 * Sign the words of a table that is stored; `null` if they are too many. Of dimensions with many words it is only known
 * which they may have.
 * @param most number of terms of which more is known
 * Cost: a pass over the codes, and a step for each term of each value.
 */
export function signTerms(
  table: Pick<ColumnarTable, "dimensions" | "memories">,
  postingLists: PostingLists,
  most = MAX_TERMS,
): TermSignature | null {
  const words = table.dimensions.map((column, at) => listWords(table, column, at));
  if (words.reduce((sum, { size }) => sum + size, 0) > MAX_FILTERED_TERMS) return null;
  const signer = new TermSigner();
  const filterer = new TermFilterer();
  for (const { size, column, sign, filter } of words.toSorted((a, b) => a.size - b.size)) {
    if (signer.size + size > most) filter(filterer);
    else
      sign(
        signer,
        postingLists.entriesOf(column, () => {}),
      );
  }
  return signer.finish(filterer.finish());
}

type EntriesOf = (member: number) => number;

/** The words of a dimension. */
interface DimensionWords {
  readonly column: DimensionColumn;
  /** Number of different terms. */
  readonly size: number;
  sign(signer: TermSigner, of: EntriesOf): void;
  filter(filterer: TermFilterer): void;
}

function listWords({ memories }: Pick<ColumnarTable, "memories">, column: DimensionColumn, at: number): DimensionWords {
  const { words } = column;
  if (!words) return listUnindexed(column, at);
  const index = openTerms(viewTerms(memories[words.memory]!, words));
  return {
    column,
    size: index.size,
    sign: (signer, of) => signIndex(signer, at, column, index, of),
    filter(filterer) {
      for (let term = 0; term < index.size; term++) filterer.add(readTerm(index, term), at);
    },
  };
}

function signIndex(
  signer: TermSigner,
  at: number,
  { columns }: DimensionColumn,
  index: TermLookup,
  of: EntriesOf,
): void {
  const members = columns[0]!.length;
  /** The last term of each member, + 1; 0 for none. */
  const lastTerm = new Uint32Array(members);
  for (let term = 0; term < index.size; term++) {
    const values = index.valuesAt(term);
    let [entries, tokens] = [0, MAX_TOKENS];
    for (let place = 0; place < values.length; place++) {
      const member = values[place]! % members;
      tokens = Math.min(tokens, index.lengths[values[place]!]!);
      if (lastTerm[member] === term + 1) continue;
      lastTerm[member] = term + 1;
      entries += of(member);
    }
    signer.add(readTerm(index, term), at, entries, tokens);
  }
}

/** List the words of a dimension with few members. */
function listUnindexed(column: DimensionColumn, at: number): DimensionWords {
  const attributes = listedAttributes(column);
  const members = Uint32Array.from({ length: attributes[0]!.length }, (_, member) => member);
  const texts = attributes.map((values) => values.pick(members));
  /** Terms of each member, and the tokens of the shortest of its values that has each. */
  const terms = Array.from(members, (member) => termsOf(texts.map((values) => values[member]!)));
  return {
    column,
    size: new Set(terms.flatMap((each) => [...each.keys()])).size,
    sign(signer, of) {
      terms.forEach((each, member) => {
        for (const [text, tokens] of each) signer.add(text, at, of(member), tokens);
      });
    },
    filter(filterer) {
      for (const each of terms) for (const text of each.keys()) filterer.add(text, at);
    },
  };
}

function termsOf(values: readonly Value[]): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  for (const value of values) {
    if (value === null) continue;
    const tokens = readTokens(foldText(String(value)));
    const count = Math.min(MAX_TOKENS, tokens.length);
    for (const { text } of tokens) terms.set(text, Math.min(count, terms.get(text) ?? count));
  }
  return terms;
}
