import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RowReader } from "#src/engines/clickhouse/client/row-reader.js";
import { RowWriter } from "#src/engines/clickhouse/client/row-writer.js";

describe("rows with texts", () => {
  it("are read as they were written, from chunks of any size", () => {
    const text = fc.oneof(
      fc.constant(null),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom("ä".repeat(9000), "a".repeat(64), "a".repeat(65), `${"a".repeat(63)}ä`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.nat(), text)), fc.integer({ min: 1, max: 40_000 }), (rows, size) => {
        const writer = new RowWriter(1);
        for (const [first, number, second] of rows) {
          writer.text(first);
          writer.uint32(number);
          writer.text(second);
        }
        const bytes = Buffer.from(writer.take());
        const reader = new RowReader(["Text", "UInt32", "Text"]);
        const read: unknown[] = [];
        for (let at = 0; at < bytes.length; at += size) {
          const block = reader.read(bytes.subarray(at, at + size));
          for (let row = 0; row < block.length; row++) {
            read.push([block.text(row, 0), block.number(row, 1), block.text(row, 2)]);
          }
        }
        reader.end();
        assert.deepEqual(read, rows);
      }),
    );
  });

  it("are refused if the last one is cut short", () => {
    const writer = new RowWriter();
    writer.text("whole");
    writer.text("cut");
    const bytes = Buffer.from(writer.take());
    for (const length of [bytes.length - 1, bytes.length - 3]) {
      const reader = new RowReader(["Text"]);
      assert.equal(reader.read(bytes.subarray(0, length)).length, 1);
      assert.throws(() => reader.end(), RangeError);
    }
  });
});
