import type { NumberColumn } from "../kernel/table.js";
import type { ReadRow } from "./open-columns.js";
import type { ColumnarTable } from "./table.js";

/**
 * The numbers of a column as unsigned integers of 32 bits, most significant first, that order as the numbers do: one
 * for columns of 32 bits, two for those of 64.
 */
export function openHalves(table: ColumnarTable, { pointers, width }: NumberColumn): readonly ReadRow<number>[] {
  const { segments, segmentRows } = table;
  const step = width / 4;
  const halves = segments.map(({ memory, rows }, at) => memory.u32(pointers[at]!, rows * step));
  const openHalf = (offset: number): ReadRow<number> => {
    const [only] = halves;
    if (halves.length === 1) return (row) => only![row * step + offset]!;
    return (row) => {
      const segment = Math.floor(row / segmentRows);
      return halves[segment]![(row - segment * segmentRows) * step + offset]!;
    };
  };
  const top = openHalf(step - 1);
  const signed: ReadRow<number> = (row) => (top(row) ^ 0x8000_0000) >>> 0;
  return step === 1 ? [signed] : [signed, openHalf(0)];
}
