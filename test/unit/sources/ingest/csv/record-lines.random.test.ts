import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { countFeeds, RecordLines } from "#src/sources/ingest/csv/record-lines.js";
import { createRecordParser } from "#src/sources/ingest/csv/record-parser.js";
import { randomRuns } from "../../../../full.js";

/** Cells that may span lines, and blank ones. */
const cell = fc.constantFrom("a", "", "b c", "x\ny", "\n", "1\n\n2", "\r\nz");

it("the line of a record is found wherever chunks end and cells span lines", () => {
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      table,
      fc.constantFrom("\n", "\r\n"),
      fc.array(fc.nat(9), { maxLength: 40 }),
      fc.nat(2),
      (rows, end, sizes, header) => {
        const texts = rows.map((row) => row.map((each) => `"${each}"`).join(",") + end);
        const expected = texts.map((_, at) => 1 + texts.slice(0, at).join("").split("\n").length - 1);
        const parser = createRecordParser({ delimiter: ",", quote: '"' });
        const lines = new RecordLines();
        const found: number[] = [];
        let rest = Buffer.from(texts.join(""));
        let skip = header;
        for (const size of [...sizes, rest.length]) {
          const chunk = rest.subarray(0, size);
          rest = rest.subarray(size);
          const records = parser.write(chunk);
          const skipped = Math.min(skip, records.length);
          skip -= skipped;
          lines.advance(countFeeds(chunk), records, skipped);
          const inOrder = records.slice(skipped).map((_, at) => lines.lineOf(at));
          const backwards = inOrder.map((_, at) => lines.lineOf(inOrder.length - 1 - at));
          assert.deepEqual(backwards.toReversed(), inOrder);
          found.push(...inOrder);
        }
        assert.deepEqual(found, expected.slice(header, header + found.length));
        assert.ok(found.length >= rows.length - header - 1);
      },
    ),
    { numRuns: randomRuns(300, 1000) },
  );
});
