import { ID_BYTES } from "#src/columnar/id-index.js";
import type { ColumnarTable } from "#src/columnar/table.js";

/** Bytes of a table's memories by what they are for. */
export function accountForMemories(table: ColumnarTable): ReadonlyMap<string, number> {
  const { rows, dimensions, measures, sources, slots, memories } = table;
  const limbs = measures.flatMap((measure) => measure.limbs);
  const purposes = new Map([
    ["codes of dimensions", rows * sum(dimensions.map(({ codes }) => codes.width))],
    ["measures", rows * sum(limbs.map(({ width }) => width))],
    ["ids", rows * ID_BYTES],
    ["way from an id to its entry", slots.length * 4],
    ["sources", rows * (sources.codes?.width ?? 0)],
  ]);
  const written = sum(memories.map(({ tableBytes }) => tableBytes));
  purposes.set("values of members", written - sum([...purposes.values()]));
  return purposes.set("room for queries", sum(memories.map(({ byteLength }) => byteLength)) - written);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
