import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import { joinLimbs } from "./measure-limbs.js";
import type { ColumnarTable, MeasureColumn } from "./table.js";

/** Function that returns a column's value in a row, read from memory without a copy. Open it once for many rows. */
export type ReadRow<T> = (row: number) => T;

/** Open the member codes of a dimension. */
export function openCodes(table: ColumnarTable, { pointers, width }: CodeColumn): ReadRow<number> {
  return openItems(table, (memory, segment, rows) => {
    const pointer = pointers[segment]!;
    if (width === 1) return memory.u8(pointer, rows);
    return width === 2 ? memory.u16(pointer, rows) : memory.u32(pointer, rows);
  });
}

/** Open the amounts of a measure as integers: amounts × 10^`scale`. */
export function openAmounts(table: ColumnarTable, { limbs, limbBits }: MeasureColumn): ReadRow<bigint> {
  const readLimbs = limbs.map((limb) => openNumbers(table, limb));
  const [first] = readLimbs;
  if (limbs.length === 1) return first!;
  return (row) =>
    joinLimbs(
      readLimbs.map((read) => read(row)),
      limbBits,
    );
}

/** Open the source ids: the source that each row was loaded from. */
export function openSources(table: ColumnarTable): ReadRow<number> {
  const { codes, sources } = table.sources;
  if (!codes) return () => sources[0]!;
  const read = openCodes(table, codes);
  return (row) => sources[read(row)]!;
}

function openNumbers(table: ColumnarTable, { pointers, width }: AmountValues): ReadRow<bigint> {
  const viewAs = <T>(view: (memory: CubeMemory, pointer: Pointer, rows: number) => ArrayLike<T>): ReadRow<T> =>
    openItems(table, (memory, segment, rows) => view(memory, pointers[segment]!, rows));
  if (width === 8) return viewAs((memory, pointer, rows) => memory.i64(pointer, rows));
  const read = viewAs((memory, pointer, rows) => memory.i32(pointer, rows));
  return (row) => BigInt(read(row));
}

function openItems<T>(
  { segments, segmentRows }: ColumnarTable,
  view: (memory: CubeMemory, segment: number, rows: number) => ArrayLike<T>,
): ReadRow<T> {
  const parts = segments.map(({ memory, rows }, segment) => view(memory, segment, rows));
  const [only] = parts;
  if (parts.length === 1) return (row) => only![row]!;
  return (row) => {
    const segment = Math.floor(row / segmentRows);
    return parts[segment]![row - segment * segmentRows]!;
  };
}
