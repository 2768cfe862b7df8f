/** Maximum pairs that JavaScript's own sort gets at once: it cannot be aborted. */
const MAX_AT_ONCE = 2 ** 16;
/** Positions of the bits of the high half that divide pairs, the highest first. */
const SHIFTS = [21, 10, 0];
const BINS = 2 ** 11;

/**
 * Sort 64-bit integers by their high halves; many of them with equal ones may be in any order. Large arrays are divided
 * by their highest bits first, until their parts are small.
 * @param check called at intervals; throws to abort
 */
export function sortPairs(pairs: BigUint64Array, check: () => void, depth = 0): void {
  if (pairs.length <= MAX_AT_ONCE) {
    pairs.sort();
    return;
  }
  const shift = SHIFTS[depth];
  if (shift === undefined) return;
  check();
  const halves = new Uint32Array(pairs.buffer, pairs.byteOffset, pairs.length * 2);
  const starts = new Uint32Array(BINS + 1);
  for (let at = 1; at < halves.length; at += 2) starts[((halves[at]! >>> shift) & (BINS - 1)) + 1]!++;
  for (let bin = 0; bin < BINS; bin++) starts[bin + 1]! += starts[bin]!;
  if (starts.some((start, bin) => bin < BINS && starts[bin + 1]! - start === pairs.length)) {
    sortPairs(pairs, check, depth + 1);
    return;
  }
  divide(halves, starts.slice(), shift, check);
  for (let bin = 0; bin < BINS; bin++) {
    if (starts[bin + 1]! - starts[bin]! < 2) continue;
    check();
    sortPairs(pairs.subarray(starts[bin], starts[bin + 1]), check, depth + 1);
  }
}

/** Move pairs to their bins. @param next place of each bin's next pair */
function divide(halves: Uint32Array, next: Uint32Array, shift: number, check: () => void): void {
  const before = halves.slice();
  check();
  for (let at = 0; at < before.length; at += 2) {
    const place = next[(before[at + 1]! >>> shift) & (BINS - 1)]!++ * 2;
    halves[place] = before[at]!;
    halves[place + 1] = before[at + 1]!;
  }
}
