import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchRows, readJsonResult } from "#src/engines/clickhouse/read/json-rows.js";

/** Write a result as servers do. */
function write(rows: readonly (readonly unknown[])[]): Buffer {
  const lines = rows.map((row) => `\t\t${JSON.stringify(row)}`).join(",\n");
  return Buffer.from(
    `{\n\t"meta":\n\t[\n\t\t{\n\t\t\t"name": "k0",\n\t\t\t"type": "String"\n\t\t}\n\t],\n\n\t"data":\n\t[\n${lines}\n\t],\n\n` +
      `\t"totals": ["", "6"],\n\n\t"rows": ${rows.length},\n\n\t"rows_before_limit_at_least": ${rows.length},\n\n` +
      `\t"statistics":\n\t{\n\t\t"rows_read": 7\n\t}\n}\n`,
  );
}

describe("rows of a result", () => {
  it("are parsed a batch at a time, with any text in them", () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => [
      at % 3 === 0 ? '\n\t],"data":\n\t[\n é' : null,
      String(at),
      at,
    ]);
    const { batches, totals, rows_before_limit_at_least: count, statistics } = readJsonResult(write(rows));
    assert.deepEqual([totals, count, statistics.rows_read], [["", "6"], 40_000, 7]);
    const found = [...batches()];
    assert.deepEqual(
      found.map(({ length }) => length),
      [16_384, 16_384, 7232],
    );
    assert.deepEqual(found.flat(), rows);
    assert.deepEqual([...batches()].flat(), rows, "once more");
  });

  it("are one batch if there are none", () => {
    assert.deepEqual([...readJsonResult(write([])).batches()], [[]]);
    assert.deepEqual([...batchRows([])], [[]]);
  });

  it("are refused in another form", () => {
    assert.throws(() => readJsonResult(Buffer.from('{"data":[]}')), TypeError);
  });
});
