import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { RecordLines } from "#src/ingest/csv/record-lines.js";
import { listRecords } from "#src/ingest/csv/record-parser.js";
import { rowsOfBatch } from "#src/ingest/csv/rows.js";
import { sourceBounds } from "#src/ingest/fetch/bounds.js";
import { validateSource } from "#src/ingest/load.js";
import { startReadingInThread } from "#src/ingest/reading-thread.js";
import { startReading } from "#src/ingest/start-reading.js";
import { randomRuns } from "../../full.js";
import { smallModel } from "./collect.js";

let directory: string;
before(async () => void (directory = await mkdtemp(join(tmpdir(), "spendcube-"))));
after(() => rm(directory, { recursive: true }));

let files = 0;

async function write(content: string | Buffer): Promise<string> {
  const path = join(directory, `${files++}.csv`);
  await writeFile(path, content);
  return path;
}

/** Read all rows of a file with their lines, up to an error. */
async function readAll(start: typeof startReading, path: string): Promise<string> {
  return JSON.stringify(await readUpToError(start, path));
}

async function readUpToError(start: typeof startReading, path: string): Promise<unknown> {
  const rows: unknown[] = [];
  let begin: unknown = null;
  try {
    const reading = await start({
      source: { path, name: "the file", size: 1 },
      bounds: sourceBounds({}),
      layout: null,
      sheet: null,
      headerRow: null,
      columns: ["a", "b"],
      declared: null,
      fallback: null,
    });
    try {
      begin = [reading.header, reading.encoding];
      const lines = new RecordLines();
      for await (const batch of reading.batches) {
        lines.advance(batch.feeds, batch.records, batch.skipped);
        const batchRows = listRecords(rowsOfBatch(batch));
        rows.push(...batchRows);
        // Counting the lines before each row would take long.
        for (let at = 0; at < batchRows.length; at += 1 + batchRows.length / 10)
          rows.push(lines.lineOf(Math.floor(at)));
      }
      return { begin, rows, bytes: reading.bytesRead() };
    } finally {
      await reading.close();
    }
  } catch (error) {
    const { name, message, offset } = error as Error & { offset?: number };
    return { begin, rows, error: { name, message, offset } };
  }
}

async function compare(content: string | Buffer): Promise<void> {
  const path = await write(content);
  assert.equal(await readAll(startReadingInThread, path), await readAll(startReading, path));
}

function manyRows(row: (at: number) => string): string {
  return `a,b\n${Array.from({ length: 20_000 }, (_, at) => row(at)).join("")}`;
}

describe("a thread that reads", () => {
  it("gives the rows, with their lines, that this thread would read", async () => {
    await compare(manyRows((at) => `${at},"v ""${at % 5000}""\n ${at}"\n`));
    await compare(manyRows((at) => `Unit ${at % 300},${"é".repeat(at % 40)}\r\n`));
    await compare(gzipSync(manyRows((at) => (at % 1000 === 7 ? "\n" : `"${at}",${at % 7},x\n`))));
  });

  it("goes on behind rows that are not plain", () =>
    compare(manyRows((at) => `${at},${at === 13_000 ? 'x"y"' : ""}\n`)));

  it("gives its errors, and the rows before them", async () => {
    await compare("");
    await compare(manyRows((at) => (at === 15_000 ? `"${at}\n` : `${at},b\n`)));
    await compare(Buffer.concat([Buffer.from(manyRows((at) => `${at},b\n`)), Buffer.from([0x35, 0xe9, 0x0a])]));
    await compare(gzipSync(manyRows((at) => `${at},b\n`)).subarray(0, 20_000));
    await rm(await write("a,b\n"));
    const missing = join(directory, "missing.csv");
    assert.equal(await readAll(startReadingInThread, missing), await readAll(startReading, missing));
  });

  it("makes the same report, and can be given up", async () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, at) => `${at},"n\n${at}",${at % 100 === 0 ? "x" : at},2012-01-01\n`,
    );
    const source = { kind: "file", path: await write(`No,Name,Amount,Date\n${rows.join("")}`) } as const;
    const options = { model: smallModel(), source, download: { directory } };
    const report = await validateSource({ ...options, parallelBytes: 0 });
    assert.deepEqual(report, await validateSource(options));
    assert.equal(report.numErrors, 300);
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const { signal } = controller;
    await assert.rejects(validateSource({ ...options, parallelBytes: 0, onProgress, signal }), /enough/);
  });

  it("gives the same rows of any text", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("a", ",", '"', "\n", "\r", "é", "bc"), { maxLength: 60 }), (parts) =>
        compare(`a,b\n${parts.join("")}`),
      ),
      { numRuns: randomRuns(5, 300) },
    ));
});
