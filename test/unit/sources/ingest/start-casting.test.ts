import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { ingest, type LoadOptions } from "#src/sources/ingest/load.js";
import { CastingThread, startCastingAhead } from "#src/sources/ingest/start-casting.js";
import { CollectingBuilder, smallModel } from "./collect.js";

const ROWS = Array.from({ length: 2000 }, (_, at) => `${at},Unit ${at % 30},${at},2012-01-01\n`).join("");

let directory: string;
before(async () => (directory = await mkdtemp(join(tmpdir(), "spendcube-"))));
after(() => rm(directory, { recursive: true }));

const ahead: ReturnType<typeof startCastingAhead>[] = [];
afterEach(async () => {
  for (const each of ahead.splice(0)) await each.close();
});

function start(): ReturnType<typeof startCastingAhead> {
  const started = startCastingAhead();
  ahead.push(started);
  return started;
}

async function load(
  rows: string | Buffer,
  options: Partial<LoadOptions>,
): Promise<{ readonly entries: CollectingBuilder["entries"]; readonly encoding: string }> {
  const path = join(directory, "rows.csv");
  const model = smallModel();
  await writeFile(path, Buffer.concat([Buffer.from("No,Name,Amount,Date\n"), Buffer.from(rows)]));
  let builder: CollectingBuilder | null = null;
  const { report } = await ingest({
    model,
    source: { kind: "file", path },
    download: { directory },
    parallelBytes: 0,
    makeBuilder: () => (builder = new CollectingBuilder(model)),
    ...options,
  });
  return { entries: builder!.entries, encoding: report.encoding };
}

describe("a thread that casts and is started ahead", () => {
  it("gives what one gives that is started when it is needed", async () => {
    assert.deepEqual(await load(ROWS, { startCasting: start().start }), await load(ROWS, {}));
  });

  it("is followed by another if the source has to be read again", async () => {
    const latin = Buffer.concat([Buffer.from(ROWS), Buffer.from("x,Caf\u00e9,1,2012-01-01\n", "latin1")]);
    const expected = await load(latin, {});
    assert.equal(expected.encoding, "windows-1252");
    assert.deepEqual(await load(latin, { startCasting: start().start }), expected);
  });

  it("fails the load if it ended before its request", async () => {
    const thread = new CastingThread();
    await thread.close();
    await assert.rejects(load(ROWS, { startCasting: () => thread }), /thread that casts ended with exit code/);
  });

  it("fails the load if it ends while it has a request", async () => {
    const thread = new CastingThread();
    const loading = load(ROWS, { startCasting: () => thread, onProgress: () => assert.fail("rows were read") });
    thread.send("go on");
    await Promise.all([assert.rejects(loading, /thread that casts ended with exit code/), thread.close()]);
  });

  it("ends if nothing needed it, and only then", async () => {
    const unused = start();
    await unused.close();
    await assert.rejects(unused.start().next(), /ended with exit code/);
    const used = start();
    const thread = used.start();
    await used.close();
    assert.equal((await load(ROWS, { startCasting: () => thread })).entries.size, 2000);
  });
});
