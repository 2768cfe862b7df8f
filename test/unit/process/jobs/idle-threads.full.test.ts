import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { BadSource, OverCapacity } from "#src/core/errors/errors.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { analyserInThread } from "#src/process/jobs/analyse-in-thread.js";
import { createThreads } from "#src/process/jobs/threads.js";

const SMALL = "Date,Amount\n2014-01-02,1.5\n";
/** A table with so many columns that its analysis takes long. */
const WIDE = Array.from({ length: 400 }, (_, n) =>
  Array.from({ length: 200 }, (_, at) => `${n * at}.25`).join(","),
).join("\n");

let directory: string;
let started = 0;
const count = (): void => void started++;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  process.on("worker", count);
});
after(async () => {
  process.off("worker", count);
  await rm(directory, { recursive: true });
});

/** A limit that no other test gives: threads that they left are not taken. */
let heapMegabytes = 1000;
beforeEach(() => {
  started = 0;
  heapMegabytes++;
});

/** Analyse a text as a command of its own would; returns its columns. */
async function analyse(text: string, name = "small.csv", heap = heapMegabytes, signal?: AbortSignal): Promise<unknown> {
  const path = join(directory, name);
  writeFileSync(path, text);
  const analyser = analyserInThread(createThreads({ heapMegabytes: heap }));
  return (await analyser.analyse({ path, name, bounds: sourceBounds({}), signal })).columns;
}

describe("a thread that ended a small order", () => {
  it("takes the next one, also after an error of the order", async () => {
    const first = await analyse(SMALL);
    await assert.rejects(analyse('{"a": 1}', "bad.csv"), BadSource);
    assert.deepEqual(await analyse(SMALL), first);
    assert.equal(started, 1);
  });

  it("takes no order while it works, and none with other limits", async () => {
    const columns = await Promise.all([analyse(SMALL, "a.csv"), analyse(SMALL, "b.csv")]);
    assert.deepEqual(columns[0], columns[1]);
    assert.equal(started, 2);
    await analyse(SMALL, "a.csv", heapMegabytes + 500);
    assert.equal(started, 3);
  });

  it("takes none after it ran out of memory or was cancelled", async () => {
    for (let at = 0; at < 2; at++) await assert.rejects(analyse(WIDE, "wide.csv", 4), OverCapacity);
    assert.equal(started, 2);
    await analyse(SMALL);
    const stop = new AbortController();
    const cancelled = analyse(WIDE, "wide.csv", heapMegabytes, stop.signal);
    setImmediate(() => stop.abort());
    await assert.rejects(cancelled, { name: "AbortError" });
    assert.equal(started, 3);
    await analyse(SMALL);
    assert.equal(started, 4);
  });
});
