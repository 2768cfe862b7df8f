import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Field, makeData, RecordBatch, Schema, Struct, tableFromIPC, Utf8, Vector } from "apache-arrow";
import fc from "fast-check";
import { textData } from "#src/api/formats/arrow-data.js";
import { streamArrow } from "#src/api/formats/arrow-stream.js";

const SCHEMA = new Schema([new Field("text", new Utf8(), true)]);

function batchOf(texts: readonly (string | null)[]): RecordBatch {
  const type = new Struct(SCHEMA.fields);
  return new RecordBatch(SCHEMA, makeData({ type, length: texts.length, children: [textData(texts)] }));
}

describe("streamArrow", () => {
  it("makes a batch when the one before is taken, and closes what it reads from when it is given up", async () => {
    let made = 0;
    let closed = false;
    const stream = streamArrow(
      SCHEMA,
      (function* () {
        try {
          for (; made < 100; made++) yield batchOf([`${made}`, "x".repeat(1000)]);
        } finally {
          closed = true;
        }
      })(),
    );
    for (let taken = 0; taken < 60; taken++) {
      await stream.next();
      assert.ok(made <= taken, `${made} batches were made for ${taken} pieces`);
    }
    assert.ok(made > 0);
    assert.equal(closed, false);
    await stream.return();
    assert.equal(closed, true);
  });

  it("is a whole stream without any batch", async () => {
    const table = tableFromIPC(await collect(streamArrow(SCHEMA, [])));
    assert.deepEqual([table.numRows, table.schema.fields.map(({ name }) => name)], [0, ["text"]]);
  });

  it("brings texts back as they were, half surrogate pairs replaced", async () => {
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
