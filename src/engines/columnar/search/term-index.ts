import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import type { PlannedPlace } from "../table/planned-values.js";
import type { CollectedTerms } from "./collect-terms.js";
import { layTerms, viewTerms, type TermColumn, type TermCounts, type TermViews } from "../table/term-column.js";
import type { TermLookup } from "./term-lookup.js";

/** A term index that is ready to be written. */
export interface PlannedTerms {
  /** Bytes of the index. */
  readonly total: number;
  /** Write the index to a place of `total` bytes. */
  write(memory: ColumnMemory, place: PlannedPlace): TermColumn;
}

/** Plan the index of collected terms. Cost: two passes over the terms of all values. */
export function planTerms(collected: CollectedTerms): PlannedTerms {
  const { terms, found, ends } = collected;
  const counts: TermCounts = {
    values: ends.length,
    words: terms.order.length,
    bytes: terms.offsets.at(-1)!,
    found: found.length,
  };
  return {
    total: layTerms(counts),
    write(memory, place) {
      const column = { ...counts, ...place };
      const views = viewTerms(memory, column);
      views.offsets.set(terms.offsets);
      terms.copyBytes(views.bytes);
      views.lengths.set(collected.lengths);
      listValues(collected, views);
      return column;
    },
  };
}

/** List the values of each term. Most new terms of a value follow those of the last: what is kept by numbers is read in order. */
function listValues({ terms: { order }, found, ends }: CollectedTerms, { firsts, found: values }: TermViews): void {
  /** For each number the values that have its term; then the place of the next of these. */
  const next = new Uint32Array(order.length);
  for (let at = 0; at < found.length; at++) next[found[at]!]!++;
  for (let place = 0, first = 0; place < order.length; place++) {
    const term = order[place]!;
    const end = first + next[term]!;
    next[term] = first;
    firsts[place + 1] = first = end;
  }
  for (let value = 0, at = 0; value < ends.length; value++) {
    for (; at < ends[value]!; at++) values[next[found[at]!]!++] = value;
  }
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
