import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Unpackr } from "msgpackr";
import { packShared } from "#src/store/disk/pack-shared.js";

const unpack = (bytes: Buffer): unknown => new Unpackr({ useRecords: false }).unpack(bytes);

/** An item that counts how often it is read. */
function counted(name: string) {
  const reads = { count: 0 };
  const item = {
    get name(): string {
      reads.count++;
      return name;
    },
  };
  return { item, reads };
}

describe("values that share items of lists", () => {
  for (const length of [0, 1, 15, 16, 65_535, 65_536]) {
    it(`are packed like others, with ${length} items`, () => {
      const items = Array.from({ length }, (_, at) => ({ at, name: `é${at}`, of: [at, null], by: { x: 1.5 } }));
      const value = { generation: 2 ** 40, state: { items, none: null, text: "a", list: ["x", 1, true] } };
      assert.deepEqual(unpack(packShared(value, 3)), value);
    });
  }

  it("are packed like others, with many keys", () => {
    const value = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key${at}`, [{ at }]]));
    assert.deepEqual(unpack(packShared(value, 2)), value);
  });

  it("have each item packed once", () => {
    const [one, two] = [counted("one"), counted("two")];
    packShared({ state: { items: [one.item] } }, 3);
    const packed = packShared({ state: { items: [two.item, one.item] } }, 3);
    assert.deepEqual(unpack(packed), { state: { items: [{ name: "two" }, { name: "one" }] } });
    const packedBoth = [one.reads.count, two.reads.count];
    packShared({ state: { items: [one.item, two.item] } }, 3);
    assert.deepEqual([one.reads.count, two.reads.count], packedBoth);
  });
});
