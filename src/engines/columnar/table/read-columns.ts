import { roundUp, TABLE_START } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import { widthOf } from "../base/growing-codes.js";
import type { LimbHeader } from "./limb-header.js";
import { damaged, readBigInteger, readChoice, readInteger, readList, readObject } from "./read-plain.js";
import type { PlannedPlace } from "./planned-values.js";
import type { TableHeader } from "./table-header.js";

/** Sizes of the memories and rows that pointers and columns are checked against. */
export type Extent = Pick<TableHeader, "lengths" | "rows" | "segmentRows" | "segments">;

/** Read a column of codes for `members` members. */
export function checkCodes(value: unknown, place: string, extent: Extent, members: number): CodeColumn {
  const object = readObject(value, place);
  const size = Math.max(1, members);
  return {
    size: readInteger(object["size"], `${place}.size`, size, size),
    width: readChoice(object["width"], `${place}.width`, [widthOf(size)]),
    pointers: readPointers(object["pointers"], `${place}.pointers`, extent, widthOf(size)),
  };
}

/** Read a limb of a measure. */
export function readLimb(value: unknown, place: string, extent: Extent): LimbHeader {
  const object = readObject(value, place);
  const width = readChoice(object["width"], `${place}.width`, [4, 8] as const);
  const [min, max] = [readBigInteger(object["min"], `${place}.min`), readBigInteger(object["max"], `${place}.max`)];
  if (min > max || BigInt.asIntN(width * 8, min) !== min || BigInt.asIntN(width * 8, max) !== max) {
    damaged(place, "bounds_misfit", { value: String(min), value_b: String(max), bytes: width });
  }
  return {
    width,
    min: `${min}`,
    max: `${max}`,
    pointers: readPointers(object["pointers"], `${place}.pointers`, extent, width),
  };
}

/** Read the location of a part that a table stores once. */
export function checkPlace(
  object: Readonly<Record<string, unknown>>,
  place: string,
  extent: Extent,
  bytes: number,
): PlannedPlace {
  const memory = readInteger(object["memory"], `${place}.memory`, 0, extent.lengths.length - 1);
  return { memory, pointer: readPointer(object["pointer"], `${place}.pointer`, extent, memory, bytes) };
}

/** Read the pointers to the parts of a column, one per segment. @param width bytes per row */
export function readPointers(value: unknown, place: string, extent: Extent, width: number): readonly Pointer[] {
  return readList(value, place, extent.segments, (item, itemPlace, segment) => {
    const rows = Math.min(extent.segmentRows, extent.rows - segment * extent.segmentRows);
    return readPointer(item, itemPlace, extent, segment, rows * width);
  });
}

/** Read a pointer to `bytes` bytes of a memory. It must be aligned, and the bytes must be in the memory. */
function readPointer(value: unknown, place: string, { lengths }: Extent, memory: number, bytes: number): Pointer {
  const pointer = readInteger(value, place, TABLE_START, TABLE_START + lengths[memory]!);
  if (roundUp(pointer) !== pointer || pointer + bytes > TABLE_START + lengths[memory]!) {
    damaged(place, "pointer_misfit", { bytes, position: pointer });
  }
  return pointer;
}
