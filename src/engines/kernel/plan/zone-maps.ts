import { exportsOf, type QueryJob, type ZoneCache } from "./query-job.js";
import type { CodeZones, NumberZones } from "./zones.js";
import type { CodeColumn, AmountValues } from "../query/table.js";
import type { Segment } from "../memory/segment.js";

/** Bytes of one block's bounds: two doubles. */
const BOUNDS_BYTES = 16;

/**
 * Cache of the columns' zone maps. A zone map is built when its column is first cut, and lives as long as the column.
 * Size: at most 32 bytes per block of 2,048 entries. Cost: one pass over the column, about half a nanosecond per entry.
 */
export class ZoneMaps implements ZoneCache {
  readonly #codes = new WeakMap<CodeColumn, CodeZones | null>();
  readonly #numbers = new WeakMap<AmountValues, NumberZones>();

  /** Return a column's zone map, or `null` if all blocks have the same codes. */
  ofCodes(job: QueryJob, column: CodeColumn): CodeZones | null {
    let zones = this.#codes.get(column);
    if (zones === undefined) this.#codes.set(column, (zones = collectCodes(job, column)));
    return zones;
  }

  /** Return the zone map of a column of numbers. */
  ofNumbers(job: QueryJob, column: AmountValues): NumberZones {
    let zones = this.#numbers.get(column);
    if (!zones) this.#numbers.set(column, (zones = boundNumbers(job, column)));
    return zones;
  }

  /** Use a column's zone map for its copy, too. */
  share(column: CodeColumn | AmountValues, copy: CodeColumn | AmountValues): void {
    if ("size" in column && "size" in copy) {
      const zones = this.#codes.get(column);
      if (zones !== undefined) this.#codes.set(copy, zones);
    } else if (!("size" in column) && !("size" in copy)) {
      const zones = this.#numbers.get(column);
      if (zones) this.#numbers.set(copy, zones);
    }
  }

  /** Return the bytes of a column's zone map; 0 if there is none. */
  bytesOf(column: CodeColumn | AmountValues): number {
    const parts = "size" in column ? this.#codes.get(column)?.sets : this.#numbers.get(column)?.bounds;
    return (parts ?? []).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}

/**
 * Return the maximum bytes of a segment's zone maps.
 * @param codes number of columns of codes
 * @param numbers number of columns of numbers
 */
export function maxZoneBytes({ memory, rows }: Segment, codes: number, numbers: number): number {
  const { BLOCK, MAX_BUCKETS } = memory.constants;
  return Math.ceil(rows / BLOCK.value) * (codes * (MAX_BUCKETS.value / 8) + numbers * BOUNDS_BYTES);
}

function collectCodes(job: QueryJob, { pointers, width, size }: CodeColumn): CodeZones | null {
  const maxBuckets = exportsOf(job, 0).MAX_BUCKETS.value;
  const shift = Math.max(0, Math.ceil(Math.log2(size / maxBuckets)));
  const buckets = ((size - 1) >>> shift) + 1;
  const words = Math.ceil(buckets / 32);
  const sets = job.segments.map(({ memory, rows }, segment) => {
    const scratch = job.scratches[segment]!;
    const { BLOCK, collectBuckets } = memory.exports;
    const length = Math.ceil(rows / BLOCK.value) * words;
    const before = scratch.mark();
    const seen = scratch.take(maxBuckets);
    const at = scratch.take(length * 4);
    collectBuckets(pointers[segment]!, width, rows, shift, buckets, seen, at);
    const set = new Uint32Array(memory.u32(at, length));
    scratch.back(before);
    return set;
  });
  return areAlike(sets, words) ? null : { shift, words, sets };
}

/** True if all blocks of all segments have the same set of buckets. */
function areAlike(sets: readonly Uint32Array[], words: number): boolean {
  const first = sets.find(({ length }) => length > 0)?.subarray(0, words);
  return sets.every((set) => set.every((word, at) => word === first![at % words]));
}

function boundNumbers(job: QueryJob, { pointers, width }: AmountValues): NumberZones {
  const bounds = job.segments.map(({ memory, rows }, segment) => {
    const scratch = job.scratches[segment]!;
    const { BLOCK, collectBounds } = memory.exports;
    const length = Math.ceil(rows / BLOCK.value) * 2;
    const before = scratch.mark();
    const at = scratch.take(length * 8);
    collectBounds(pointers[segment]!, width, rows, at);
    const own = Float64Array.from(memory.i64(at, length), Number);
    scratch.back(before);
    return own;
  });
  return { bounds };
}
