import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type CsvRecord, createRecordParser } from "#src/sources/ingest/csv/record-parser.js";

/** Parse a text that arrives in two chunks. */
function parse(text: string, cut = 0): readonly CsvRecord[] {
  const parser = createRecordParser({ delimiter: ",", quote: '"' });
  const bytes = Buffer.from(text);
  const records = [...parser.write(bytes.subarray(0, cut)), ...parser.write(bytes.subarray(cut))];
  return [...records, ...parser.end()];
}

describe("records of other lengths than the first", () => {
  it("are split like all others", () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom("", "a", "ä", "12.5"), { minLength: 1, maxLength: 5 })),
        fc.nat(50),
        (records, cut) => {
          const text = records.map((record) => `${record.join(",")}\n`).join("");
          assert.deepEqual(parse(text, cut), records);
        },
      ),
    ));

  it("cost no error each", (t) => {
    const built = t.mock.method(Error, "captureStackTrace");
    assert.equal(parse(`a,b\n${"\n1\n1,2,3\n".repeat(1000)}`).length, 3001);
    assert.equal(built.mock.callCount(), 0);
  });
});
