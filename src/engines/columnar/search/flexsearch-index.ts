import { Index } from "flexsearch";
import { foldText } from "../../../core/query/text/fold.js";
import { readTokens } from "../../../core/query/text/tokens.js";
import type { Values } from "../table/values.js";
import { lookupTerms, type TermLookup } from "./term-lookup.js";

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
  return lookupTerms(known, lengths, (term) =>
    Uint32Array.from(index.search(term, { limit: Infinity }) as number[]).toSorted(),
  );
}
