import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findInOrder, firstRowsById, orderRowsById } from "#src/engines/columnar/table/rows-by-id.js";
import type { IdReader } from "#src/engines/columnar/table/read-ids.js";
import { createHash } from "node:crypto";

const ID_BYTES = 20;

function readerOf(ids: readonly Buffer[]): IdReader {
  const read = (rows: ArrayLike<number>): Buffer => Buffer.concat(Array.from(rows, (row) => ids[row]!));
  return {
    read,
    each(rows, use) {
      for (let first = 0; first < rows.length; first += 7) use(read(Array.from(rows).slice(first, first + 7)), first);
    },
  };
}

/** Ids of which many have the same first bytes. */
function clashingIds(count: number): readonly Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const id = createHash("sha1").update(String(at)).digest();
    if (at % 3 === 0) id.fill(at % 2 === 0 ? 0 : 0xff, 0, 4);
    if (at % 5 === 0) id.fill(7, 0, 17);
    return id;
  });
}

describe("rows by id", () => {
  for (const count of [0, 1, 2, 3, 100, 5000]) {
    it(`are ordered and found among ${count}`, () => {
      const ids = clashingIds(count);
      const reader = readerOf(ids);
      const order = new Uint32Array(count);
      for (let row = 0; row < order.length; row++) order[row] = order.length - 1 - row;
      orderRowsById(reader, order);
      const expected = Array.from(ids.keys()).toSorted((a, b) => ids[a]!.compare(ids[b]!));
      assert.deepEqual(Array.from(order), expected);
      for (const [row, id] of ids.entries()) assert.equal(findInOrder(reader, order, id), row);
      for (const byte of [0, 7, 100, 255]) assert.equal(findInOrder(reader, order, Buffer.alloc(ID_BYTES, byte)), -1);
      for (const id of ids.slice(0, 50)) {
        const other = Buffer.from(id);
        other[19]! ^= 1;
        if (!ids.some((each) => each.equals(other))) assert.equal(findInOrder(reader, order, other), -1);
      }
    });
  }

  it("are listed from either end, those that match", () => {
    const order = Uint32Array.of(3, 0, 2, 1);
    const list = (descending: boolean, count: number) =>
      Array.from(
        firstRowsById(
          order,
          descending,
          count,
          (row) => row !== 2,
          () => {},
        ),
      );
    assert.deepEqual(list(false, 2), [3, 0]);
    assert.deepEqual(list(true, 9), [1, 0, 3]);
  });
});
