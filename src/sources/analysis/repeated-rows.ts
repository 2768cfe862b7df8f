import { errorText } from "../../core/errors/error-text.js";

/** Fewest rows in a table of which many are repeated, and one after the other: fewer may be alike by chance. */
const SEVERAL = 10;
/** Percentage of repeated rows that is no chance, wherever they are. */
const MANY = 40;

/**
 * Warn of rows that a file probably has twice: several one after the other are the same in every cell as as many above, or
 * many have a twin anywhere. Payments that are alike stand alone, or are few.
 * @param hashes of the rows
 */
export function explainRepeatedRows(hashes: readonly number[]): readonly string[] {
  const first = new Map<number, number>();
  let [count, repeated, example] = [0, -1, -1];
  let [distance, run, longest] = [0, 0, 0];
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row]!;
    const earlier = first.get(hash);
    if (earlier === undefined) {
      first.set(hash, row);
      run = 0;
      continue;
    }
    if (count++ === 0) repeated = row;
    if (run > 0 && hashes[row - distance] === hash) run++;
    else [distance, run] = [row - earlier, 1];
    if (distance >= SEVERAL && run > longest) [longest, example] = [run, row - run + 1];
  }
  const isBlock = longest >= SEVERAL;
  if (!isBlock && (hashes.length < SEVERAL || count * 100 < hashes.length * MANY)) return [];
  const row = isBlock ? example : repeated;
  return [
    errorText("rows_repeated_in_file", {
      count,
      rows: hashes.length,
      row: row + 1,
      row_b: first.get(hashes[row]!)! + 1,
    }),
  ];
}
