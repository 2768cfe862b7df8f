import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import { binarySearch } from "../base/binary-search.js";
import type { PlannedPlace } from "../table/planned-values.js";
import { sortTexts } from "../table/sort-texts.js";
import type { CollectedTerms } from "./collect-terms.js";
import { layWords, viewWords, type TermColumn, type WordCounts, type WordViews } from "../table/term-column.js";
import type { TermLookup } from "./term-lookup.js";

/** Words that are going to be written. */
export interface PlannedTerms {
  /** Bytes that they take. */
  readonly total: number;
  /** Write them where there is room for them. */
  write(memory: CubeMemory, place: PlannedPlace): TermColumn;
}

/** Put words in order. Cost: sorting them, and two passes over where they are. */
export function planTerms(collected: CollectedTerms): PlannedTerms {
  const { words, size, ends } = collected;
  const starts = new Uint32Array(words.length + 1);
  for (let word = 0; word < words.length; word++) starts[word + 1] = starts[word]! + words.sizeOf(word);
  const counts: WordCounts = { values: ends.length, words: words.length, bytes: starts[words.length]!, found: size };
  return {
    total: layWords(counts),
    write(memory, place) {
      const column = { ...counts, ...place };
      writeWords(collected, starts, viewWords(memory, column));
      return column;
    },
  };
}

function writeWords(collected: CollectedTerms, starts: Uint32Array, views: WordViews): void {
  const { words, found, ends } = collected;
  const { offsets, firsts, bytes } = views;
  const order = sortTexts({ offsets: starts, bytes: words.bytes, validity: null });
  const placeOf = new Uint32Array(words.length);
  order.forEach((word, place) => {
    placeOf[word] = place;
    offsets[place + 1] = offsets[place]! + words.sizeOf(word);
    words.bytes.copy(bytes, offsets[place], starts[word], starts[word + 1]);
  });
  for (let at = 0; at < collected.size; at++) firsts[placeOf[found.get(at)]! + 1]!++;
  for (let word = 0; word < words.length; word++) firsts[word + 1]! += firsts[word]!;
  const next = firsts.slice();
  let at = 0;
  for (let value = 0; value < ends.length; value++) {
    for (; at < ends[value]!; at++) views.found[next[placeOf[found.get(at)]!]!++] = value;
  }
  views.lengths.set(collected.lengths);
}

/** Words as they lie in a memory. */
export function openTerms({ offsets, firsts, found, lengths, bytes }: WordViews): TermLookup {
  const numWords = offsets.length - 1;
  const compareAt = (place: number, wanted: Buffer): number =>
    bytes.compare(wanted, 0, wanted.length, offsets[place], offsets[place + 1]);
  const valuesAt = (place: number): Uint32Array => found.subarray(firsts[place], firsts[place + 1]);
  return {
    lengths,
    find(word) {
      const wanted = Buffer.from(word);
      const place = binarySearch(numWords, (at) => compareAt(at, wanted) >= 0);
      return place < numWords && compareAt(place, wanted) === 0 ? valuesAt(place) : new Uint32Array(0);
    },
    *findAny(head, passes) {
      const wanted = Buffer.from(head);
      for (let place = binarySearch(numWords, (at) => compareAt(at, wanted) >= 0); place < numWords; place++) {
        const word = bytes.toString("utf8", offsets[place], offsets[place + 1]);
        if (!word.startsWith(head)) return;
        if (passes(word)) yield valuesAt(place);
      }
    },
  };
}
