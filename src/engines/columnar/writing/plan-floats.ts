import { type FloatColumn, layFloats } from "../table/float-column.js";
import type { GrowingFloats } from "./growing-floats.js";
import type { PlannedValues } from "../table/planned-values.js";
import { bitmapBytes, setValid } from "../base/validity.js";

/**
 * Plan a column of numbers.
 * @param order old positions of the numbers, in their new order
 */
export function planFloats(floats: GrowingFloats, order: Uint32Array): PlannedValues {
  let missing = 0;
  for (const number of order) if (floats.read(number) === null) missing++;
  const grouping = { type: "number", length: order.length, missing } as const;
  const layout = layFloats(grouping);
  return {
    total: layout.total,
    write(memory, place) {
      const column: FloatColumn = { ...grouping, ...place };
      const numbers = memory.f64(place.pointer, order.length);
      const validity = memory.u8(place.pointer + layout.validity, missing > 0 ? bitmapBytes(order.length) : 0);
      order.forEach((from, at) => {
        const number = floats.read(from);
        if (number === null) return;
        numbers[at] = number;
        if (missing > 0) setValid(validity, at);
      });
      return column;
    },
  };
}
