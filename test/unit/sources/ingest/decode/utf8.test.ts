import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { decodeBytes } from "#src/sources/ingest/decode/decode.js";
import { checkUtf8, NotUtf8 } from "#src/sources/ingest/decode/utf8.js";
import { gather, inChunks } from "../collect.js";

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
const text = fc.string({ unit: "binary", maxLength: 60 }).map((string) => string.toWellFormed());

describe("UTF-8", () => {
  it("passes unchanged for any chunk sizes", () =>
    fc.assert(
      fc.asyncProperty(text, sizes, async (string, chunkSizes) => {
        const chunks = await gather(checkUtf8(inChunks(Buffer.from(string), chunkSizes), 0));
        assert.equal(Buffer.concat(chunks).toString(), string);
        // A chunk that is cut within a character would have a replacement in it.
        assert.equal(chunks.map(String).join(""), string);
      }),
    ));

  it("with a wrong byte is rejected at that byte, for any chunk sizes", () =>
    fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom(0x80, 0xbf, 0xc0, 0xf5, 0xff), sizes, async (...given) => {
        const [before, after, wrong, chunkSizes] = given;
        const bytes = Buffer.concat([Buffer.from(before), Buffer.from([wrong]), Buffer.from(after)]);
        await assert.rejects(gather(checkUtf8(inChunks(bytes, chunkSizes), 100)), (error) => {
          assert.ok(error instanceof NotUtf8);
          assert.equal(error.offset, 100 + Buffer.byteLength(before));
          return true;
        });
      }),
    ));

  it("that ends within a character is rejected", async () => {
    const bytes = Buffer.from("12€").subarray(0, -1);
    await assert.rejects(gather(checkUtf8(inChunks(bytes, [2]), 0)), { name: "NotUtf8", offset: 2 });
  });
});

describe("other encodings", () => {
  for (const name of ["utf-16le", "utf-16be", "windows-1252", "shift_jis", "gb18030"]) {
    it(`give the same text in ${name} for any chunk sizes`, () =>
      fc.assert(
        fc.asyncProperty(text, sizes, async (string, chunkSizes) => {
          const bytes = iconv.encode(string, name);
          const chunks = await gather(decodeBytes(inChunks(bytes, chunkSizes), { name, skip: 0 }));
          assert.equal(Buffer.concat(chunks).toString(), iconv.decode(bytes, name));
        }),
      ));
  }
});
