import { readAttribute } from "../../../core/model/calendar-rules.js";
import { compareValues } from "../../../core/engine/compare.js";
import { compareDecimals } from "../../../core/model/values/decimal.js";
import type { Hit, SearchResult } from "../../../core/engine/search.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { SearchCriterion } from "../../../core/query/search/bind-order.js";
import type { HitCriterion } from "../../../core/query/search/query.js";

/** A hit in one of several datasets. */
export interface FoundHit {
  /** Position of its dataset among the searched ones. */
  readonly dataset: number;
  readonly hit: Hit;
}

/** Gives the hits of a dataset whose matches are only counted. */
// oxlint-disable-next-line no-empty-function
export async function* noHits(): AsyncGenerator<never, void> {}

/**
 * Merge the hits of several datasets into one order, in batches.
 * @param first position of the first hit to return
 * Cost: for each hit, a comparison for each doubling of the datasets with matches.
 */
export async function* mergeHits(
  results: readonly SearchResult[],
  order: readonly SearchCriterion[],
  first: number,
  limit: number,
): AsyncGenerator<readonly FoundHit[], void> {
  const [only] = results;
  if (results.length === 1) {
    for await (const hits of only!.hits()) yield hits.map((hit) => ({ dataset: 0, hit: readHit(hit) }));
    return;
  }
  const readers = results.flatMap((result, dataset) =>
    result.numEntries > 0 && result.hits !== noHits ? [new HitReader(result, dataset, order)] : [],
  );
  try {
    // Start all readers before waiting for anything else: from then on each one pins its version.
    await Promise.all(readers.map((reader) => reader.fill()));
    const heap = new HitHeap(readers);
    let batch: FoundHit[] = [];
    for (let position = 0; position < first + limit; position++) {
      const reader = heap.first;
      if (!reader) break;
      if (position >= first) batch.push({ dataset: reader.dataset, hit: readHit(reader.next!) });
      if (!reader.take()) {
        yield batch;
        batch = [];
        await reader.fill();
      }
      heap.settle();
    }
    yield batch;
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

/** Return a hit with its entry, which can be used when the stream is closed. */
function readHit({ entry, score }: Hit): Hit {
  return { entry, score };
}

/** Reads the hits of one dataset one by one. */
class HitReader {
  readonly #batches: AsyncIterator<readonly Hit[]>;
  #batch: readonly Hit[] = [];
  #at = 0;
  #isOver = false;
  /** Keys of the next hit, as far as they were read: it is compared with many others. */
  #keys: (Value | Decimal)[] = [];

  constructor(
    result: SearchResult,
    /** Position of its dataset. */
    readonly dataset: number,
    readonly order: readonly SearchCriterion[],
  ) {
    this.#batches = result.hits()[Symbol.asyncIterator]();
  }

  get next(): Hit | undefined {
    return this.#batch[this.#at];
  }

  /** Return what the next hit is compared by. @param at position of the criterion */
  key(at: number): Value | Decimal {
    const known = this.#keys[at];
    if (known !== undefined) return known;
    return (this.#keys[at] = keyOf(this.order[at]!.bound[this.dataset]!, this.next!));
  }

  /** Move to the next hit. @returns false if its batch has to be filled first */
  take(): boolean {
    this.#at++;
    this.#keys = [];
    return this.#isOver || this.#at < this.#batch.length;
  }

  async fill(): Promise<void> {
    while (!this.#isOver && this.#at >= this.#batch.length) {
      const { done, value } = await this.#batches.next();
      this.#batch = done ? [] : value;
      this.#at = 0;
      this.#isOver = done ?? false;
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

/** Readers in a binary heap: the one with the next hit of all is the first. Readers without hits are left out. */
class HitHeap {
  readonly #readers: HitReader[];

  constructor(readers: readonly HitReader[]) {
    this.#readers = readers.filter(({ next }) => next);
    for (let at = (this.#readers.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  get first(): HitReader | undefined {
    return this.#readers[0];
  }

  /** Restore the order after the first reader has moved on. */
  settle(): void {
    if (!this.#readers[0]!.next) {
      const last = this.#readers.pop()!;
      if (this.#readers.length === 0) return;
      if (last.next) this.#readers[0] = last;
    }
    this.#sink(0);
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#readers.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return;
      const moved = this.#readers[at]!;
      this.#readers[at] = this.#readers[least]!;
      this.#readers[least] = moved;
      at = least;
    }
  }

  /** True if a reader's next hit comes before another one's: of equal ones that of the first dataset. */
  #isBefore(a: number, b: number): boolean {
    const [left, right] = [this.#readers[a]!, this.#readers[b]!];
    const difference = compareNext(left, right);
    return difference < 0 || (difference === 0 && left.dataset < right.dataset);
  }
}

function compareNext(a: HitReader, b: HitReader): number {
  for (let at = 0; at < a.order.length; at++) {
    const difference = compareKeys(a.key(at), b.key(at), a.order[at]!.descending);
    if (difference !== 0) return difference;
  }
  return 0;
}

function keyOf(criterion: HitCriterion | null, hit: Hit): Value | Decimal {
  switch (criterion?.by) {
    case undefined:
      return null;
    case "score":
      return hit.score;
    case "id":
      return hit.entry.id;
    case "measure":
      return hit.amountOf?.(criterion.measure) ?? hit.entry.amounts[criterion.measure.index]!;
    case "value": {
      const { dimension, attribute } = criterion;
      const member = hit.entry.members[dimension.index];
      return member ? readAttribute(member.values, dimension, attribute) : null;
    }
  }
}

function compareKeys(a: Value | Decimal, b: Value | Decimal, descending: boolean): number {
  if (isDecimal(a) && isDecimal(b)) return (descending ? -1 : 1) * compareDecimals(a, b);
  // A field may be a measure in one dataset and a text in another: amounts come first.
  if (isDecimal(a) || isDecimal(b)) return a === null ? 1 : b === null ? -1 : isDecimal(a) ? -1 : 1;
  return compareValues(a, b, descending);
}

function isDecimal(key: Value | Decimal): key is Decimal {
  return typeof key === "object" && key !== null;
}
