import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import { type SortedTerms, TermNumbers, type TextTerms } from "../../kernel/terms/term-collector.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { scanTokens } from "../../../core/query/text/tokens.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import { viewTexts } from "../table/text-views.js";
import { openValues } from "../table/open-values.js";
import type { ValueColumn } from "../table/values.js";

/** Terms of values: the distinct tokens of each. */
export interface CollectedTerms {
  readonly terms: SortedTerms;
  /** Numbers of the terms of all values, each once for a value. */
  readonly found: Uint32Array;
  /** For each value the place in `found` after its last term. */
  readonly ends: Uint32Array;
  /** For each value its number of tokens, at most 255. */
  readonly lengths: Uint8Array;
}

/** Collect the terms of a dimension's attributes, attribute by attribute. @param tick called at intervals */
export function collectTerms(
  memories: readonly ColumnMemory[],
  columns: readonly ValueColumn[],
  tick = (): void => {},
): CollectedTerms {
  const values = columns.length * columns[0]!.length;
  const numbers = new TermNumbers(tokensOf, values);
  const ends = new Uint32Array(values);
  const lengths = new Uint8Array(values);
  const memory = new GrowingBytes();
  let found = new Uint32Array(memory.buffer);
  let size = 0;
  let value = 0;
  const take = (terms: TextTerms): void => {
    const after = size + terms.found.length;
    if (after > found.length) found = new Uint32Array(memory.reserve(after * 4));
    found.set(terms.found, size);
    for (let at = 0; at < terms.ends.length; at++) ends[value + at] = size + terms.ends[at]!;
    lengths.set(terms.lengths, value);
    value += terms.ends.length;
    size = after;
    tick();
  };
  for (const column of columns) {
    if (column.type === "text") numbers.collect(viewTexts(memories[column.memory]!, column), take);
    else numbers.collect(numberTexts(openValues(memories, column, false)), take);
  }
  return { terms: numbers.sortAll(), found: found.subarray(0, size), ends, lengths };
}

/** Return the tokens of a text with a blank between them. */
function tokensOf(text: string): string {
  const folded = foldText(text);
  const tokens: string[] = [];
  scanTokens(folded, (start, end) => tokens.push(folded.slice(start, end)));
  return tokens.join(" ");
}

function numberTexts(values: ReturnType<typeof openValues>): { offsets: Int32Array; bytes: Uint8Array } {
  const texts = Array.from({ length: values.length }, (_, member) => String(values.at(member) ?? ""));
  const offsets = new Int32Array(texts.length + 1);
  texts.forEach((text, at) => (offsets[at + 1] = offsets[at]! + text.length));
  return { offsets, bytes: Buffer.from(texts.join("")) };
}
