import { Index } from "flexsearch";
import { compareText } from "../../engine/compare.js";
import { foldText } from "../../query/text/fold.js";
import { readTokens } from "../../query/text/tokens.js";
import { binarySearch } from "../base/binary-search.js";
import type { Values } from "../table/values.js";
import type { TermLookup } from "./term-lookup.js";

/** Index the values of few members in FlexSearch; it has no list of its words, so there is one beside. */
export function indexWithFlexSearch(attributes: readonly Values[]): TermLookup {
  const members = attributes[0]!.length;
  const lengths = new Uint8Array(attributes.length * members);
  const index = new Index({
    tokenize: "strict",
    resolution: 1,
    cache: false,
    // Texts come as the tokens that they have, and a token has no space.
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
  const words = [...known].toSorted(compareText);
  const find = (word: string): Uint32Array =>
    known.has(word)
      ? Uint32Array.from(index.search(word, { limit: Infinity }) as number[]).toSorted()
      : new Uint32Array(0);
  return {
    lengths,
    find,
    *findAny(head, passes) {
      const first = binarySearch(words.length, (place) => compareText(words[place]!, head) >= 0);
      for (let at = first; at < words.length; at++) {
        const word = words[at]!;
        if (!word.startsWith(head)) return;
        if (passes(word)) yield find(word);
      }
    },
  };
}
