import { type CellKey, type CellSums, sizeOf } from "./cells.js";

/** Approximate cells of one pass over the entries: more take too much memory while they are computed. */
export const CELLS_OF_PASS = 2 ** 17;

/** Entries of one pass: those whose code of one key passes. */
export interface SumPass {
  /** Position of the key. */
  readonly key: number;
  /** One byte per code: 1 if it passes, else 0. */
  readonly pass: Uint8Array;
}

/**
 * Divide entries into passes so that all entries of a cell are in the same pass: the values of the largest key are
 * dealt to the passes in turn.
 * @param maxCells maximum number of cells
 * @returns `[null]` for one pass over all entries
 */
export function planPasses(keys: readonly CellKey[], maxCells: number): readonly (SumPass | null)[] {
  const sizes = keys.map(sizeOf);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const largest = Math.max(1, ...sizes);
  const count = Math.min(largest, Math.ceil(Math.min(cells, maxCells) / CELLS_OF_PASS));
  if (count <= 1) return [null];
  const key = sizes.indexOf(largest);
  const { codes, ranks } = keys[key]!;
  return Array.from({ length: count }, (_, turn) => ({
    key,
    pass: Uint8Array.from({ length: codes.size }, (__, code) => ((ranks?.[code] ?? code) % count === turn ? 1 : 0)),
  }));
}

/** Concatenate the cells of all passes. */
export function joinPasses(parts: readonly CellSums[]): CellSums {
  const [first] = parts;
  if (parts.length === 1) return first!;
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    keys: first!.keys.map((_, key) => join(Uint32Array, (part) => part.keys[key]!)),
    sums: first!.sums.map((_, sum) => join(BigInt64Array, (part) => part.sums[sum]!)),
    counts: join(Float64Array, (part) => part.counts),
  };

  function join<T extends Uint32Array | BigInt64Array | Float64Array>(
    Column: new (length: number) => T,
    columnOf: (part: CellSums) => T,
  ): T {
    const joined = new Column(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      (joined as { set(items: T, at: number): void }).set(columnOf(part), at);
      at += part.length;
    }
    return joined;
  }
}
