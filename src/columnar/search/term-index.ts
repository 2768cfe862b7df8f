import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { PlannedPlace } from "../table/planned-values.js";
import { sortTexts } from "../table/sort-texts.js";
import type { CollectedTerms } from "./collect-terms.js";
import { layTerms, viewTerms, type TermColumn, type TermCounts, type TermViews } from "../table/term-column.js";
import type { TermLookup } from "./term-lookup.js";

/** A term index that is ready to be written. */
export interface PlannedTerms {
  /** Bytes of the index. */
  readonly total: number;
  /** Write the index to a place of `total` bytes. */
  write(memory: CubeMemory, place: PlannedPlace): TermColumn;
}

/** Plan the index of collected terms. Cost: sorting the terms, and two passes over the terms of all values. */
export function planTerms(collected: CollectedTerms): PlannedTerms {
  const { terms, size, ends } = collected;
  const starts = new Uint32Array(terms.length + 1);
  for (let term = 0; term < terms.length; term++) starts[term + 1] = starts[term]! + terms.sizeOf(term);
  const counts: TermCounts = { values: ends.length, words: terms.length, bytes: starts[terms.length]!, found: size };
  return {
    total: layTerms(counts),
    write(memory, place) {
      const column = { ...counts, ...place };
      writeTerms(collected, starts, viewTerms(memory, column));
      return column;
    },
  };
}

function writeTerms(collected: CollectedTerms, starts: Uint32Array, views: TermViews): void {
  const { terms, found, ends } = collected;
  const { offsets, firsts, bytes } = views;
  const order = sortTexts({ offsets: starts, bytes: terms.bytes, validity: null });
  const placeOf = new Uint32Array(terms.length);
  order.forEach((term, place) => {
    placeOf[term] = place;
    offsets[place + 1] = offsets[place]! + terms.sizeOf(term);
    terms.bytes.copy(bytes, offsets[place], starts[term], starts[term + 1]);
  });
  for (let at = 0; at < collected.size; at++) firsts[placeOf[found.get(at)]! + 1]!++;
  for (let term = 0; term < terms.length; term++) firsts[term + 1]! += firsts[term]!;
  const next = firsts.slice();
  let at = 0;
  for (let value = 0; value < ends.length; value++) {
    for (; at < ends[value]!; at++) views.found[next[placeOf[found.get(at)]!]!++] = value;
  }
  views.lengths.set(collected.lengths);
}

/** Open the term index in a memory; nothing is copied. */
export function openTerms({ offsets, firsts, found, lengths, bytes }: TermViews): TermLookup {
  return {
    size: offsets.length - 1,
    offsets,
    bytes,
    lengths,
    valuesAt: (term) => found.subarray(firsts[term], firsts[term + 1]),
  };
}
