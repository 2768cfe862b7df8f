import { foldText } from "../../../core/query/text/fold.js";
import { scanTokens } from "../../../core/query/text/tokens.js";
import type { Values } from "../table/values.js";
import { lookupTerms, type TermLookup } from "./term-lookup.js";

/**
 * Index the values of a small dimension that has no stored index.
 * Cost: a pass over the texts; a search of many small datasets pays it for each.
 */
export function indexOnFirstUse(attributes: readonly Values[]): TermLookup {
  const members = Uint32Array.from({ length: attributes[0]!.length }, (_, member) => member);
  const lengths = new Uint8Array(attributes.length * members.length);
  const found = new Map<string, number[]>();
  let value = 0;
  for (const attribute of attributes) {
    for (const text of attribute.pick(members)) {
      if (text !== null) lengths[value] = Math.min(255, addTerms(found, foldText(String(text)), value));
      value++;
    }
  }
  return lookupTerms(found.keys(), lengths, (term) => Uint32Array.from(found.get(term)!));
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
