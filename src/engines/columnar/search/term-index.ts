import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
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
  write(memory: ColumnMemory, place: PlannedPlace): TermColumn;
}

/** Plan the index of collected terms. Cost: sorting the terms, and two passes over the terms of all values. */
export function planTerms(collected: CollectedTerms): PlannedTerms {
  const { offsets, bytes, found, ends } = collected;
  const counts: TermCounts = {
    values: ends.length,
    words: offsets.length - 1,
    bytes: bytes.length,
    found: found.length,
  };
  return {
    total: layTerms(counts),
    write(memory, place) {
      const column = { ...counts, ...place };
      writeTerms(collected, viewTerms(memory, column));
      return column;
    },
  };
}

function writeTerms({ offsets: starts, bytes: texts, found, ends, lengths }: CollectedTerms, views: TermViews): void {
  const order = sortTexts({ offsets: starts, bytes: texts, validity: null });
  copyTerms({ offsets: starts, bytes: texts }, order, views);
  const placeOf = new Uint32Array(order.length);
  order.forEach((term, place) => (placeOf[term] = place));
  listValues(found, ends, placeOf, views);
  views.lengths.set(lengths);
}

/** Write terms in their order. */
function copyTerms(from: Pick<CollectedTerms, "offsets" | "bytes">, order: Uint32Array, to: TermViews): void {
  for (let place = 0, top = 0; place < order.length; place++) {
    const end = from.offsets[order[place]! + 1]!;
    // Most terms are short: a call for each would take longer.
    for (let at = from.offsets[order[place]!]!; at < end; at++) to.bytes[top++] = from.bytes[at]!;
    to.offsets[place + 1] = top;
  }
}

/** List the values of each term. @param placeOf for each term its place in the order */
function listValues(found: Uint32Array, ends: Uint32Array, placeOf: Uint32Array, { firsts, found: values }: TermViews) {
  for (let at = 0; at < found.length; at++) firsts[placeOf[found[at]!]! + 1]!++;
  for (let term = 0; term < placeOf.length; term++) firsts[term + 1]! += firsts[term]!;
  const next = firsts.slice();
  for (let value = 0, at = 0; value < ends.length; value++) {
    for (; at < ends[value]!; at++) values[next[placeOf[found[at]!]!]!++] = value;
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
