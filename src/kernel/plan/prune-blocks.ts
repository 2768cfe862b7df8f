import { exportsOf, type QueryJob } from "./query-job.js";
import type { CodeCut, NumberCut } from "../query/query.js";
import type { CodeZones, NumberZones } from "./zones.js";

/** What is known of each block of a segment before it is read. */
export interface PrunedBlocks {
  /** For each block SKIP, or bit i where its entries must be tested by cut i, the last bit for all cuts from there on. */
  readonly tests: Uint32Array;
  readonly skipped: number;
}

/**
 * Look at what blocks hold before their entries are: a block without a code that passes is skipped, one whose codes all
 * pass is taken without a test.
 * @param cuts in the order of the plan
 * Cost: some nanoseconds for each block and cut; the first cut of a column a pass over it.
 */
export function pruneBlocks(job: QueryJob, segment: number, cuts: readonly (CodeCut | NumberCut)[]): PrunedBlocks {
  const { BLOCK, LAST_TEST, SKIP } = exportsOf(job, segment);
  const skip = SKIP.value >>> 0;
  const tests = new Uint32Array(Math.ceil(job.segments[segment]!.rows / BLOCK.value));
  cuts.forEach((cut, index) => {
    const test = 1 << Math.min(index, LAST_TEST.value);
    if ("pass" in cut) judgeCodes(tests, job.zones.ofCodes(job, cut.column), segment, cut, { skip, test });
    else judgeNumbers(tests, job.zones.ofNumbers(job, cut.numbers), segment, cut, { skip, test });
  });
  let skipped = 0;
  for (let block = 0; block < tests.length; block++) if (tests[block] === skip) skipped++;
  return { tests, skipped };
}

interface Verdicts {
  readonly skip: number;
  readonly test: number;
}

function judgeCodes(
  tests: Uint32Array,
  zones: CodeZones | null,
  segment: number,
  { column, pass }: CodeCut,
  { skip, test }: Verdicts,
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

function judgeNumbers(
  tests: Uint32Array,
  zones: NumberZones,
  segment: number,
  cut: NumberCut,
  { skip, test }: Verdicts,
): void {
  const bounds = zones.bounds[segment]!;
  const [low, high] = [Number(cut.low), Number(cut.high)];
  // Rounding keeps order: what is below or above as a double is so as an integer, but equal doubles say nothing beyond 2^53.
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
