import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { type CsvRecord, listRecords } from "#src/sources/ingest/csv/record-parser.js";
import { readRows, rowsOfBatch } from "#src/sources/ingest/csv/rows.js";
import { inChunks, load, summary } from "../collect.js";

const HEADER = "No,Name,Amount,Date\n";

describe("rows", () => {
  it("that are blank are counted and skipped, and keep their numbers", async () => {
    const { report } = await load(`${HEADER}\n1,a,1,2012\n , ,\t,\n,,,,,,\n2,b,x,2012\n\n`, { skipInvalid: true });
    assert.equal(report.rowsRead, 6);
    assert.equal(report.rowsBlank, 4);
    assert.equal(report.entriesCreated, 1);
    assert.deepEqual(
      report.errors.map(({ row }) => row),
      [5],
    );
  });

  it("are the same for any chunk sizes", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom("a", "ä", ",", '"', "\n", "\r", " ") }), {
            minLength: 2,
            maxLength: 3,
          }),
          {
            maxLength: 6,
          },
        ),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (rows, lineEnd, sizes) => {
          const quoted = [["h", "i"], ...rows].map((row) =>
            row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","),
          );
          const bytes = Buffer.from(quoted.join(lineEnd));
          const header = { cells: ["h", "i"], dialect: { delimiter: "," }, records: 1 } as const;
          const found: CsvRecord[] = [];
          for await (const batch of readRows(inChunks(bytes, sizes), header, "x"))
            found.push(...listRecords(rowsOfBatch(batch)));
          assert.deepEqual(found, rows);
        },
      ),
    ));

  it("with a single quote are read with the quote as text if they are as long as the header, and named", async () => {
    const [before, after] = [`${HEADER}1,a,1,2012\n\n`, '4,c,1,2012\n5,"d",1,2012\n'];
    for (const text of [`${before}3,"b,1,2012\n`, `${before}3,"b,1,2012\n${after}`]) {
      const { entries, report } = await load(text);
      assert.deepEqual(entries.slice(0, 2).map(summary), ["1 a 2012-01-01 1", '3 "b 2012-01-01 1']);
      assert.equal(entries.length, text.includes("5,") ? 4 : 2);
      assert.match(report.warnings.join(), /^1 row has a quote .* as part of the text \(line 4: 3,"b,1,2012/);
    }
  });

  it("with quotes that are not doubled keep their length, if a reading does", async () => {
    const { entries, report } = await load(`${HEADER}1,"a "b" c",1,2012\n2,"a"b,1,2012\n3,"a, "b", c",1,2012\n`, {
      skipInvalid: true,
    });
    assert.deepEqual(entries.map(summary), ['1 a "b" c 2012-01-01 1', '2 "a"b 2012-01-01 1']);
    assert.match(report.errors[0]!.message, /has 6 cells/);
  });

  it("with an unclosed quote are refused, naming the row, if they are not as long as the header", async () => {
    for (const rest of ["", '4,"d",1,2012\n']) {
      await assert.rejects(load(`${HEADER}1,a,1,2012\n\n3,"b\nc",,\n4,"c\nd,1,2012\n${rest}`), {
        name: "BadSource",
        message: /^Row 4 of ".*" cannot be read: a quote is opened but not closed; close it/,
      });
    }
  });

  it("beyond 16 MiB are refused", async () => {
    await assert.rejects(load(`${HEADER}1,"${"a,1\n".repeat(5_000_000)}`), {
      name: "BadSource",
      message: /^Row 1 of ".*" cannot be read: it is longer than 16 MiB/,
    });
  });

  it("with endless cells are refused before they fill the memory", async () => {
    await assert.rejects(load(`${HEADER}1,a,1,2012\n2${",".repeat(300_000)}`), {
      name: "BadSource",
      message: /^Row 2 of ".*" cannot be read: it has more than 100,000 cells/,
    });
  });
});
