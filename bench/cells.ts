import { putDecimal } from "#src/web/http/reply/write-decimal.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { packIntegers } from "#src/core/model/values/decimal-column.js";
import { putRounded, roundIntegers } from "./cells/rounded-numbers.js";
import { markdownTable, median, print } from "./tables.js";

const CELLS = 10_000;
const SCALE = 2;
const ROUNDS = 301;

const SUMS: Readonly<Record<string, (cell: number) => bigint>> = {
  "up to 7 digits": (cell) => BigInt((cell * 7919) % 10_000_000),
  "up to 13 digits": (cell) => BigInt(((cell * 7919 + 13) % 100_000) * 12_345_701),
  "beyond 2^53": (cell) => 2n ** 55n + BigInt(cell * 7919),
};

/** Measure writing the sums of 10,000 cells with all digits against rounding them to doubles first. */
export async function benchCells(): Promise<void> {
  const bytes = Buffer.alloc(CELLS * 32);
  const rows = Object.entries(SUMS).map(([name, sumOf]) => {
    const sums = BigInt64Array.from({ length: CELLS }, (_, cell) => sumOf(cell));
    const [rounded, exact] = timeByTurns(
      () => writeRounded(sums, bytes),
      () => writeExact(sums, bytes),
    );
    return [name, rounded!, exact!, exact! / rounded!];
  });
  print(`\nthe sums of ${CELLS} cells, from 64-bit integers to text; medians of ${ROUNDS} rounds, by turns, ms\n`);
  print(markdownTable(["sums", "rounded to doubles", "all digits", "ratio"], rows));
}

function writeRounded(sums: BigInt64Array, bytes: Buffer): number {
  const numbers = roundIntegers(sums, 10 ** SCALE);
  let at = 0;
  for (let cell = 0; cell < numbers.length; cell++) at = putRounded(bytes, at, numbers[cell]!);
  return at;
}

function writeExact(sums: BigInt64Array, bytes: Buffer): number {
  const { unscaled, scale } = packIntegers(sums, SCALE);
  let at = 0;
  for (let cell = 0; cell < unscaled.length; cell++) {
    const integer = unscaled[cell]!;
    at =
      typeof integer === "number"
        ? putDecimal(bytes, at, integer, scale)
        : at + bytes.write(decimalText({ unscaled: integer, scale }), at);
  }
  return at;
}

/** Median milliseconds of each. */
function timeByTurns(...runs: readonly (() => unknown)[]): number[] {
  const times = runs.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < runs.length; turn++) {
      const which = (turn + round) % runs.length;
      const begun = performance.now();
      runs[which]!();
      times[which]!.push(performance.now() - begun);
    }
  }
  return times.map(median);
}
