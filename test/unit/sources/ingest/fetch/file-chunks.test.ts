import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "node:test";
import { SOURCE_CHUNK, FileChunks } from "#src/sources/ingest/fetch/file-chunks.js";
import { gather, withDirectory, withFile } from "../collect.js";

function bytesOf(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
}

describe("the chunks of a file", () => {
  it("are all its bytes, whatever its size", () =>
    withDirectory(async (directory) => {
      for (const length of [0, 1, SOURCE_CHUNK - 1, SOURCE_CHUNK, SOURCE_CHUNK + 1, 3 * SOURCE_CHUNK + 5]) {
        const file = path.join(directory, String(length));
        await writeFile(file, bytesOf(length));
        const chunks = new FileChunks(file);
        const read = await gather(chunks);
        assert.ok(Buffer.concat(read).equals(bytesOf(length)), String(length));
        assert.ok(read.every((chunk) => chunk.length > 0 && chunk.length <= SOURCE_CHUNK));
        assert.equal(chunks.bytesRead, length);
      }
    }));

  it("are in two buffers by turns", () =>
    withFile(bytesOf(5 * SOURCE_CHUNK), async (file) => {
      const places: unknown[] = [];
      for await (const { buffer } of new FileChunks(file)) places.push(buffer);
      assert.equal(places.length, 5);
      assert.equal(new Set(places).size, 2);
    }));

  it("leave no file open if they are not read to their end", { skip: process.platform !== "linux" }, () =>
    withFile(bytesOf(3 * SOURCE_CHUNK), async (file) => {
      const open = async (): Promise<number> => (await readdir("/proc/self/fd")).length;
      const before = await open();
      for await (const chunk of new FileChunks(file)) {
        assert.equal(chunk.length, SOURCE_CHUNK);
        assert.equal(await open(), before + 1);
        break;
      }
      assert.equal(await open(), before);
    }),
  );

  it("of a file that is not there are refused with the error of the system", async () => {
    await assert.rejects(gather(new FileChunks("/nowhere/source.csv")), { code: "ENOENT" });
  });
});
