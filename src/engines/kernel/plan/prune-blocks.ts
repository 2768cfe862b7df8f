import { exportsOf, type QueryJob } from "./query-job.js";
import type { CodeCut, NumberCut } from "../query/query.js";
import type { CodeZones, NumberZones } from "./zones.js";

/** The tests that each block of a segment needs. */
export interface PrunedBlocks {
  /**
   * Per block SKIP, or a bit set: bit i is 1 if its entries must be tested by cut i; the last bit stands for all
   * further cuts.
   */
  readonly tests: Uint32Array;
  /** Number of skipped blocks. */
  readonly skipped: number;
}

/**
 * Compare the cuts with the zone maps, before any entry is read. A block without a passing value is skipped; a block
 * in which all values pass needs no test.
 * @param cuts in the order of the plan
 * Cost: some nanoseconds per block and cut; the first cut of a column also costs a pass over it, to build its zone map.
 */
export function pruneBlocks(job: QueryJob, segment: number, cuts: readonly (CodeCut | NumberCut)[]): PrunedBlocks {
  const { BLOCK, LAST_TEST, SKIP } = exportsOf(job, segment);
  const skip = SKIP.value >>> 0;
  const tests = new Uint32Array(Math.ceil(job.segments[segment]!.rows / BLOCK.value));
  cuts.forEach((cut, index) => {
    const test = 1 << Math.min(index, LAST_TEST.value);
    if ("pass" in cut) pruneByCodes(tests, job.zones.ofCodes(job, cut.column), segment, cut, { skip, test });
    else pruneByNumbers(tests, job.zones.ofNumbers(job, cut.numbers), segment, cut, { skip, test });
  });
  let skipped = 0;
  for (let block = 0; block < tests.length; block++) if (tests[block] === skip) skipped++;
  return { tests, skipped };
}

/** Values to write to `tests`. */
interface Marks {
  readonly skip: number;
  readonly test: number;
}

function pruneByCodes(
  tests: Uint32Array,
  zones: CodeZones | null,
  segment: number,
  { column, pass }: CodeCut,
  { skip, test }: Marks,
): void {
  if (!zones) {
    for (let block = 0; block < tests.length; block++) if (tests[block] !== skip) tests[block]! |= test;
    return;
  }
  const { shift, words } = zones;
  const sets = zones.sets[segment]!;
  const passing = new Uint32Array(words);
  const failing = new Uint32Array(words);
  for (let code = 0; code < column.size; code++) {
    const bucket = code >>> shift;
    (pass[code] ? passing : failing)[bucket >>> 5]! |= 1 << (bucket & 31);
  }
  for (let block = 0; block < tests.length; block++) {
    if (tests[block] === skip) continue;
    let [hits, misses] = [0, 0];
    for (let word = 0; word < words; word++) {
      const set = sets[block * words + word]!;
      hits |= set & passing[word]!;
      misses |= set & failing[word]!;
    }
    if (hits === 0) tests[block] = skip;
    else if (misses !== 0) tests[block]! |= test;
  }
}

function pruneByNumbers(
  tests: Uint32Array,
  zones: NumberZones,
  segment: number,
  cut: NumberCut,
  { skip, test }: Marks,
): void {
  const bounds = zones.bounds[segment]!;
  const [low, high] = [Number(cut.low), Number(cut.high)];
  // Rounding to doubles keeps the order of integers, but integers beyond 2^53 may differ although their doubles are
  // equal.
  const [fromLow, toHigh] = [Number.isSafeInteger(low), Number.isSafeInteger(high)];
  for (let block = 0; block < tests.length; block++) {
    if (tests[block] === skip) continue;
    const [least, greatest] = [bounds[block * 2]!, bounds[block * 2 + 1]!];
    const isAbove = least > low || (fromLow && least === low);
    const isBelow = greatest < high || (toHigh && greatest === high);
    if (greatest < low || least > high) tests[block] = skip;
    else if (!isAbove || !isBelow) tests[block]! |= test;
  }
}
