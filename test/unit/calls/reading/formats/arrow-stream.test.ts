import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Field, makeData, RecordBatch, Schema, Struct, tableFromIPC, Utf8, Vector } from "apache-arrow";
import fc from "fast-check";
import { textData } from "#src/calls/reading/formats/arrow-data.js";
import { streamArrow } from "#src/calls/reading/formats/arrow-stream.js";

const SCHEMA = new Schema([new Field("text", new Utf8(), true)]);

function batchOf(texts: readonly (string | null)[]): RecordBatch {
  const type = new Struct(SCHEMA.fields);
  return new RecordBatch(SCHEMA, makeData({ type, length: texts.length, children: [textData(texts)] }));
}

describe("streamArrow", () => {
  it("reads a batch when the one before is taken, and closes its source when the reader stops", async () => {
    let built = 0;
    let closed = false;
    const stream = streamArrow(
      SCHEMA,
      (function* () {
        try {
          for (; built < 100; built++) yield batchOf([`${built}`, "x".repeat(1000)]);
        } finally {
          closed = true;
        }
      })(),
    );
    for (let taken = 0; taken < 60; taken++) {
      await stream.next();
      assert.ok(built <= taken, `${built} batches were built for ${taken} pieces`);
    }
    assert.ok(built > 0);
    assert.equal(closed, false);
    await stream.return();
    assert.equal(closed, true);
  });

  it("writes a complete stream without batches", async () => {
    const table = tableFromIPC(await collect(streamArrow(SCHEMA, [])));
    assert.deepEqual([table.numRows, table.schema.fields.map(({ name }) => name)], [0, ["text"]]);
  });

  it("round-trips texts; lone surrogates are replaced", async () => {
    const text = fc.option(fc.string({ unit: "binary" }), { nil: null });
    const halves = fc.constantFrom("\ud83d", "\ude00", "a", "ä");
    const texts = fc.array(fc.oneof(text, halves));
    await fc.assert(
      fc.asyncProperty(fc.array(texts), async (batches) => {
        const table = tableFromIPC(await collect(streamArrow(SCHEMA, batches.map(batchOf))));
        const wanted = batches.flat().map((each) => each && each.toWellFormed());
        assert.deepEqual([...(table.getChild("text") ?? new Vector([]))], wanted);
      }),
    );
  });
});

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
