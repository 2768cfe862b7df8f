import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RowReader } from "#src/engines/clickhouse/client/row-reader.js";
import { packTexts } from "#src/engines/clickhouse/client/row-writer.js";
import { MAX_TEXTS, readPassingTexts } from "#src/engines/clickhouse/read/read-texts.js";
import { OverCapacity } from "#src/core/errors/errors.js";

/** Read the texts with an `o` of those that a cluster returns. */
function find(texts: Iterable<string>): Promise<readonly string[]> {
  return readPassingTexts(
    {
      from: "entries",
      rows: async () => new RowReader(["Text"]).read(Buffer.from(packTexts(texts))),
      check: () => {},
    },
    { dimension: "region", key: "o", write: (from) => `SELECT t FROM ${from}`, passes: (text) => text.includes("o") },
  );
}

describe("texts that may pass a test", () => {
  it("are those that do", async () => {
    assert.deepEqual(await find(["North", "East", "South"]), ["North", "South"]);
  });

  it("are refused if there are more than a million", async () => {
    function* many(length: number): Iterable<string> {
      for (let at = 0; at < length; at++) yield "o";
    }
    assert.equal((await find(many(MAX_TEXTS))).length, MAX_TEXTS);
    await assert.rejects(find(many(MAX_TEXTS + 1)), (error: Error) => {
      assert.ok(error instanceof OverCapacity);
      assert.match(error.message, /More than 1,000,000 values of "region"/);
      return true;
    });
  });
});
