import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { ingest } from "#src/sources/ingest/load.js";
import type { Progress } from "#src/sources/ingest/progress.js";
import { CollectingBuilder, load, loadFile, smallModel, withDirectory, withFile } from "../collect.js";

const TEXT = `No,Name,Amount,Date\n${Array.from({ length: 50_000 }, (_, at) => `${at},${Math.sqrt(at)},1,2012\n`).join("")}`;

describe("a gzip file", () => {
  it("that is cut short is refused", async () => {
    const packed = gzipSync(TEXT);
    for (const length of [12, 1_000, packed.length >> 1, packed.length - 1]) {
      await assert.rejects(load(packed.subarray(0, length)), {
        name: "BadSource",
        message: /is a gzip file that is cut short/,
      });
    }
  });

  it("that is damaged is refused", async () => {
    for (const at of [20, 5_000, -6]) {
      const packed = gzipSync(TEXT);
      packed.fill(0xff, at < 0 ? packed.length + at : at, at < 0 ? packed.length + at + 1 : at + 20);
      await assert.rejects(load(packed), {
        name: "BadSource",
        message: /is a (damaged gzip file|gzip file that is cut)/,
      });
    }
  });
});

describe("a file", () => {
  it("that is an archive or a spreadsheet is refused", async () => {
    await assert.rejects(load(Buffer.from("PK\u0003\u0004rest")), { name: "BadSource", message: /spreadsheet/ });
  });

  it("that does not exist is refused", async () => {
    await assert.rejects(loadFile("/nowhere/source.csv"), {
      name: "BadSource",
      message: 'There is no file "/nowhere/source.csv"',
    });
  });

  it("that is a directory is refused", () =>
    withDirectory(async (directory) => {
      const inner = path.join(directory, "folder.csv");
      await mkdir(inner);
      await assert.rejects(loadFile(inner), { name: "BadSource", message: /is a directory/ });
    }));
});

describe("a load", () => {
  it("reports its progress, including its end", async () => {
    const seen: Progress[] = [];
    const { report } = await load(gzipSync(TEXT), { onProgress: (progress) => seen.push(progress) });
    assert.ok(seen.length >= 2);
    for (const [at, { rows, bytesRead, bytesTotal }] of seen.entries()) {
      const before = seen[at - 1] ?? { rows: 0, bytesRead: 0 };
      assert.ok(rows >= before.rows && bytesRead >= before.bytesRead && bytesRead <= bytesTotal);
    }
    assert.deepEqual(seen.at(-1), { rows: 50_000, bytesRead: report.bytesTotal, bytesTotal: report.bytesTotal });
  });

  it("stops when it is aborted", async () => {
    const controller = new AbortController();
    const builder = new CollectingBuilder(smallModel());
    const reason = new Error("enough");
    const write = builder.write.bind(builder);
    builder.write = (entries) => {
      if (builder.entries.size > 10_000) controller.abort(reason);
      write(entries);
    };
    await withFile(TEXT, async (file) => {
      const loading = ingest({
        model: smallModel(),
        source: { kind: "file", path: file },
        download: { directory: path.dirname(file) },
        makeBuilder: () => builder,
        signal: controller.signal,
      });
      await assert.rejects(loading, reason);
    });
    assert.ok(builder.entries.size < 50_000);
  });
});
