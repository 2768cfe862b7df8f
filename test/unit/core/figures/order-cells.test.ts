import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { OverCapacity } from "#src/core/errors/errors.js";
import { decimalFigures } from "#src/core/figures/column.js";
import { firstInOrder, planOrder, sortRows } from "#src/core/figures/order-cells.js";
import { Pace } from "#src/core/engine/pace.js";

describe("the stages of figures", () => {
  it("end within a long one when the time is used up", async () => {
    const bounds = { maxCells: Infinity, deadline: Infinity };
    const pace = new Pace(bounds);
    const length = 100_000;
    const values = Float64Array.from({ length }, (_, row) => (row * 7919) % length);
    const cells = { length, keys: [], numEntries: values };
    const column = decimalFigures({ unscaled: values, scale: 0 });
    const order = [{ by: "measure", index: 0, descending: true }] as const;
    const compare = planOrder(order, [], cells, [column], pace.check);
    const rows = Uint32Array.from(values.keys());
    const sort = (): Promise<Uint32Array> =>
      pace.run(
        "order",
        () => sortRows(rows, compare),
        (sorted) => sorted.length,
      );
    const sorted = await sort();
    assert.deepEqual(
      Array.from(sorted.slice(0, 3), (row) => values[row]),
      [length - 1, length - 2, length - 3],
    );
    let compared = 0;
    const late = (a: number, b: number): number => {
      // The time ends while the stage runs.
      if (++compared === 100) bounds.deadline = 0;
      return compare(a, b);
    };
    await assert.rejects(
      pace.run(
        "order",
        () => sortRows(rows, late),
        (result) => result.length,
      ),
      OverCapacity,
    );
    assert.ok(compared < length);
    await assert.rejects(sort(), OverCapacity);
  });
});

describe("the first rows of an order", () => {
  it("are those of all rows in order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.nat(70), (values, end) => {
        const compare = (a: number, b: number): number => values[a]! - values[b]! || a - b;
        const sorted = [...values.keys()].toSorted(compare);
        assert.deepEqual([...firstInOrder(values.length, compare, end)], sorted.slice(0, end));
      }),
    );
  });
});
