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

/**
 * Merge the hits of several datasets into one order, in batches.
 * @param first position of the first hit to return
 * Cost: for each hit, a comparison with the next hit of every dataset.
 */
export async function* mergeHits(
  results: readonly SearchResult[],
  order: readonly SearchCriterion[],
  first: number,
  limit: number,
): AsyncGenerator<readonly FoundHit[], void> {
  const [only] = results;
  if (results.length === 1) {
    for await (const hits of only!.hits()) yield hits.map((hit) => ({ dataset: 0, hit }));
    return;
  }
  const readers = results.map((result) => new HitReader(result));
  try {
    // Start all readers before waiting for anything else: from then on each one pins its version.
    await Promise.all(readers.map((reader) => reader.fill()));
    let batch: FoundHit[] = [];
    for (let position = 0; position < first + limit; position++) {
      const dataset = leastOf(readers, order);
      if (dataset < 0) break;
      if (position >= first) batch.push({ dataset, hit: readers[dataset]!.next! });
      if (readers[dataset]!.take()) continue;
      yield batch;
      batch = [];
      await readers[dataset]!.fill();
    }
    yield batch;
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

/** Reads the hits of one dataset one by one. */
class HitReader {
  readonly #batches: AsyncIterator<readonly Hit[]>;
  #batch: readonly Hit[] = [];
  #at = 0;
  #isOver = false;

  constructor(result: SearchResult) {
    this.#batches = result.hits()[Symbol.asyncIterator]();
  }

  get next(): Hit | undefined {
    return this.#batch[this.#at];
  }

  /** Move to the next hit. @returns false if its batch has to be filled first */
  take(): boolean {
    this.#at++;
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

function leastOf(readers: readonly HitReader[], order: readonly SearchCriterion[]): number {
  let least = -1;
  readers.forEach(({ next }, dataset) => {
    if (!next) return;
    const isLess =
      least < 0 || compareHits(order, { dataset, hit: next }, { dataset: least, hit: readers[least]!.next! }) < 0;
    if (isLess) least = dataset;
  });
  return least;
}

function compareHits(order: readonly SearchCriterion[], a: FoundHit, b: FoundHit): number {
  for (const { bound, descending } of order) {
    const difference = compareKeys(keyOf(bound[a.dataset]!, a.hit), keyOf(bound[b.dataset]!, b.hit), descending);
    if (difference !== 0) return difference;
  }
  return 0;
}

function keyOf(criterion: HitCriterion | null, { entry, score }: Hit): Value | Decimal {
  switch (criterion?.by) {
    case undefined:
      return null;
    case "score":
      return score;
    case "id":
      return entry.id;
    case "measure":
      return entry.amounts[criterion.measure.index]!;
    case "value": {
      const { dimension, attribute } = criterion;
      const member = entry.members[dimension.index];
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
