import type { IdReader } from "./read-ids.js";
import { writeKeys } from "./rows-by-id.js";

/** Rows of a piece. */
const PIECE_ROWS = 2 ** 15;

/**
 * First four bytes of the ids of rows, which several threads write, piece by piece:
 *
 *     keys      u32 per row
 *     claimed   u32   pieces that threads have begun
 *     written   u32   pieces that are written
 */
export interface SharedKeys {
  readonly keys: Uint32Array<SharedArrayBuffer>;
  readonly counts: Uint32Array<SharedArrayBuffer>;
}

const [CLAIMED, WRITTEN] = [0, 1];

export function makeSharedKeys(rows: number): SharedKeys {
  return {
    keys: new Uint32Array(new SharedArrayBuffer(rows * 4)),
    counts: new Uint32Array(new SharedArrayBuffer(8)),
  };
}

/** Write pieces of the keys until all are claimed. @param tick called after each piece */
export function writeSharedKeys(
  ids: IdReader,
  rows: Uint32Array,
  { keys, counts }: SharedKeys,
  tick?: () => void,
): void {
  for (;;) {
    const first = Atomics.add(counts, CLAIMED, 1) * PIECE_ROWS;
    if (first >= rows.length) return;
    const end = Math.min(rows.length, first + PIECE_ROWS);
    writeKeys(ids, rows.subarray(first, end), keys.subarray(first, end));
    Atomics.add(counts, WRITTEN, 1);
    tick?.();
  }
}

/** True if all pieces are written. */
export function areWritten({ keys, counts }: SharedKeys): boolean {
  return Atomics.load(counts, WRITTEN) === Math.ceil(keys.length / PIECE_ROWS);
}
