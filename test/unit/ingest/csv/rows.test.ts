import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { type CsvRecord, listRecords } from "#src/ingest/csv/record-parser.js";
import { readRows, rowsOfBatch } from "#src/ingest/csv/rows.js";
import { inChunks, load } from "../collect.js";

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

  it("with an unclosed quote at the end are refused, naming the row where it opens", async () => {
    await assert.rejects(load(`${HEADER}1,a,1,2012\n\n3,"b,1,2012\n4,c,1,2012\n`), {
      name: "BadSource",
      message: /^Row 3 of ".*" cannot be read: a quote is opened but not closed; close it/,
    });
  });

  it("that an unclosed quote would join into one cell are refused", async () => {
    await assert.rejects(load(`${HEADER}1,a,1,2012\n2,"b,1,2012\n3,c,1,2012\n4,"d",1,2012\n`), {
      name: "BadSource",
      message: /^Row 2 of ".*" cannot be read: a quote is opened but not closed/,
    });
  });

  it("beyond 16 MiB are refused", async () => {
    await assert.rejects(load(`${HEADER}1,"${"a,1,2012\n".repeat(2_000_000)}`), {
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
