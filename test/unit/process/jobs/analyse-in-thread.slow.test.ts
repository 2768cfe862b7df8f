import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { analyserHere } from "#src/sources/analysis/table-analyser.js";
import { BadSource, OverCapacity } from "#src/core/errors/errors.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import type { Progress } from "#src/sources/ingest/progress.js";
import { analyserInThread } from "#src/process/jobs/analyse-in-thread.js";
import { createThreads } from "#src/process/jobs/threads.js";

const BOUNDS = sourceBounds({});

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
});
after(() => rm(directory, { recursive: true }));

async function write(name: string, content: string): Promise<{ path: string; name: string; bounds: typeof BOUNDS }> {
  const path = join(directory, name);
  await writeFile(path, content);
  return { path, name, bounds: BOUNDS };
}

/** A table with so many columns that the analysis takes very long. */
function wideTable(columns: number, rows: number): string {
  const row = (cell: (at: number) => string): string => Array.from({ length: columns }, (_, at) => cell(at)).join(",");
  return [row((at) => `c${at}`), ...Array.from({ length: rows }, (_, n) => row((at) => `${n * at}.25`))].join("\n");
}

describe("the analysis of a table in a thread", () => {
  it("has the same result and errors as an analysis in this thread", async () => {
    const table = await write("good.csv", "Date,Amount,Name\n2014-01-02,1.5,Ä\n2014-01-03,-2,B\n");
    assert.deepEqual(await analyserInThread().analyse(table), await analyserHere.analyse(table));
    const bad = await write("bad.csv", '{"a": 1}');
    const failures = await Promise.all(
      [analyserHere, analyserInThread()].map((each) => each.analyse(bad).catch((error: unknown) => error)),
    );
    assert.ok(failures.every((error) => error instanceof BadSource));
    assert.deepEqual((failures[1] as BadSource).errors, (failures[0] as BadSource).errors);
  });

  it("does not block this thread, reports its progress, and can be cancelled at any point", async () => {
    const table = await write("wide.csv", wideTable(300, 1200));
    const stop = new AbortController();
    const seen: Progress[] = [];
    let lock = 0;
    const analysing = analyserInThread().analyse({
      ...table,
      onProgress: (progress) => seen.push(progress),
      signal: stop.signal,
    });
    while (seen.length < 2) {
      lock++;
      // To turn at once would take the processor from the analysis.
      await setTimeout(2);
    }
    stop.abort();
    await assert.rejects(analysing, { name: "AbortError" });
    assert.ok(lock > 1 && seen[0]!.rows < seen[1]!.rows && seen[1]!.bytesRead <= seen[1]!.bytesTotal);
  });

  it("shares the limits of threads and memory with other work", async () => {
    const threads = createThreads({ heapMegabytes: 4 });
    const table = await write("wide-again.csv", wideTable(200, 400));
    await assert.rejects(analyserInThread(threads).analyse(table), OverCapacity);
    const order: string[] = [];
    const one = createThreads();
    const small = await write("small.csv", "a,b\n1,2\n");
    await Promise.all([
      analyserInThread(one)
        .analyse(table)
        .then(() => order.push("first")),
      analyserInThread(one)
        .analyse(small)
        .then(() => order.push("second")),
    ]);
    assert.deepEqual(order, ["first", "second"]);
  });
});
