import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { Engine } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { BadSource, OverCapacity, UserError } from "#src/core/errors/errors.js";
import { Unchanged } from "#src/sources/ingest/fetch/content.js";
import type { Progress } from "#src/sources/ingest/progress.js";
import { LoadFailed } from "#src/sources/ingest/report.js";
import { loaderHere, type TableLoad } from "#src/sources/ingest/table-loader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { makeCollector } from "#src/engines/kernel/memory/collect-garbage.js";
import { type LoaderOptions, loaderInThread } from "#src/process/jobs/load-in-thread.js";
import { startLoadThread } from "#src/process/jobs/threads.js";
import { entriesOf } from "../../../contract/sample.js";
import { spendingModel } from "../../../fixtures.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
const model = spendingModel();
const totalQuery = { filters: [], keys: [], measures: model.measures, order: [], first: 0, limit: 0 };

let directory: string;
let kernel: Kernel;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  kernel = Kernel.start({ threads: 2, parallelEntries: 0, spareBytes: 0 });
});
after(async () => {
  await kernel.close();
  await rm(directory, { recursive: true });
});

let files = 0;

async function writeRows(rows: readonly string[]): Promise<TableLoad["source"]> {
  const path = join(directory, `rows-${files++}.csv`);
  await writeFile(path, HEADER + rows.join(""));
  return { kind: "file", path };
}

function manyRows(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${at % 97},,2009,,i${at},R${at % 1000},,1,Police,,\n`);
}

function loadOf(source: TableLoad["source"], rest: Partial<TableLoad> = {}): TableLoad {
  const download = { directory: join(directory, "downloads"), privateAddresses: true };
  return { model, source, download, previous: null, sourceId: 1, skipInvalid: false, ...rest };
}

async function sum(engine: Engine): Promise<bigint> {
  const { totals } = await withReader(engine, { maxCells: 1, deadline: Infinity }, (reader) =>
    reader.aggregate(totalQuery),
  );
  return totals[0]!.unscaled / 10n ** BigInt(totals[0]!.scale);
}

/** Bytes of address space, of which every shared memory reserves gigabytes, used or not. */
function addressSpace(): number {
  return Number(/VmSize:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))![1]) * 1024;
}

describe("a load in a thread", () => {
  it("builds the same table as a load in this thread, also upon a previous version", async () => {
    const first = await writeRows([
      "10.10,1,2009-03-02,,a,North,1.5,1,Police,#112233,2\n",
      "-0.05,,2010,2011-01-01,b,\u{1F600},,2,Fire,,\n",
    ]);
    const again = await writeRows(["7,,2009,,b,North,,1,Police and fire,,\n", "8,,2011,,c,,,3,New,,\n"]);
    const other = await writeRows(manyRows(100));
    const tables = await Promise.all(
      [loaderHere(columnarFormat(kernel)), loaderInThread(kernel)].map(async (loader) => {
        const one = await loader.load(loadOf(first));
        const two = await loader.load(loadOf(other, { previous: one.engine, sourceId: 2 }));
        const three = await loader.load(loadOf(again, { previous: two.engine }));
        const engines = [one, two, three].map(({ engine }) => engine);
        const seen = {
          reports: [one, two, three].map(({ report }) => report),
          entries: await Promise.all(engines.map(entriesOf)),
          sums: await Promise.all(engines.map(sum)),
        };
        for (const engine of engines) engine.dispose();
        return seen;
      }),
    );
    assert.deepEqual(tables[1], tables[0]);
    assert.equal(tables[1]!.entries[2]!.length, 102);
  });

  it("builds the same table with a second thread", async () => {
    const [source, more] = [await writeRows(manyRows(3000)), await writeRows(manyRows(4000).slice(2000))];
    const parts = await Promise.all(
      [1, Infinity].map(async (secondThreadRows) => {
        const loader = loaderInThread(kernel, { secondThreadRows, clusterEntries: 1000 });
        const { engine: first } = await loader.load(loadOf(source));
        const { engine } = await loader.load(loadOf(more, { previous: first, sourceId: 2 }));
        const written = [first, engine].map((each) => columnarFormat(kernel).serialize(each));
        const copies = written.map(({ header, parts }) => ({ header, parts: parts.map((part) => part.slice()) }));
        for (const each of [first, engine]) each.dispose();
        return copies;
      }),
    );
    assert.deepEqual(parts[0], parts[1]);
  });

  it("clusters tables from a number of entries on, without a visible difference", async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `${at},,2009,,i${at},R${at % 3},,1,P,,\n`);
    const [source, more] = [await writeRows(rows(1000)), await writeRows(rows(1200).toReversed())];
    const [alike, asLoaded] = await Promise.all(
      [1000, 1201].map(async (clusterEntries) => {
        const loader = loaderInThread(kernel, { clusterEntries });
        const { engine: first } = await loader.load(loadOf(source));
        // Upon a version that is clustered itself.
        const { engine } = await loader.load(loadOf(more, { previous: first }));
        return [first, engine].map((each) => each as ColumnarEngine);
      }),
    );
    assert.deepEqual(
      [alike, asLoaded].map((engines) => engines!.map(({ table }) => table.order !== null)),
      [
        [true, true],
        [false, false],
      ],
    );
    for (const at of [0, 1]) assert.deepEqual(await entriesOf(alike![at]!), await entriesOf(asLoaded![at]!));
    for (const engine of [...alike!, ...asLoaded!]) engine.dispose();
  });

  it("ends without a table if the file is unchanged, or the load is cancelled while its thread starts", async () => {
    const source = await writeRows(manyRows(100));
    const loader = loaderInThread(kernel);
    const { engine, content } = await loader.load(loadOf(source));
    engine.dispose();
    await assert.rejects(loader.load(loadOf(source, { known: content })), Unchanged);
    const interrupt = new AbortController();
    const start = (...of: Parameters<typeof startLoadThread>): Worker => {
      const thread = startLoadThread(...of);
      thread.once("online", () => interrupt.abort());
      return thread;
    };
    const loading = loaderInThread(kernel, { start }).load(loadOf(source, { signal: interrupt.signal }));
    await assert.rejects(loading, { name: "AbortError" });
  });

  it("fails like a load in this thread, with every error", async () => {
    const loader = loaderInThread(kernel);
    const bad = await writeRows(["x,,2009,,a,N,,1,P,,\n", "1,,never,,b,N,,1,P,,\n", "1,,2009,,c,N,,1,P,,\n"]);
    await assert.rejects(loader.load(loadOf(bad)), (error) => {
      assert.ok(error instanceof LoadFailed);
      assert.deepEqual(
        error.report.errors.map(({ row, attribute }) => [row, attribute]),
        [
          [1, "amount"],
          [2, "time"],
        ],
      );
      return true;
    });
    await assert.rejects(loader.load(loadOf({ kind: "file", path: "/nowhere" })), BadSource);
    const { engine, report } = await loader.load(loadOf(bad, { skipInvalid: true }));
    assert.deepEqual([engine.numEntries, report.numErrors], [1, 2]);
    engine.dispose();
  });

  it("reports its progress, and does not block this thread until the table is finished", async () => {
    const rows = 60_000;
    const source = await writeRows(manyRows(rows));
    const { engine: small } = await loaderInThread(kernel).load(loadOf(await writeRows(manyRows(10))));
    const seen: Progress[] = [];
    let ended = false;
    const loading = loaderInThread(kernel)
      .load(loadOf(source, { onProgress: (progress) => seen.push(progress) }))
      .finally(() => (ended = true));
    while (seen.at(-1)?.rows !== rows) await setImmediate();
    // All rows are read; the rest is one step.
    for (let answers = 0; answers < 3; answers++) {
      assert.equal(await sum(small), 45n);
      await setImmediate();
    }
    assert.equal(ended, false);
    const { engine, report } = await loading;
    assert.equal(report.rowsRead, rows);
    assert.equal(seen.at(-1)!.bytesRead, report.bytesTotal);
    assert.equal(
      await sum(engine),
      manyRows(rows).reduce((all, row) => all + BigInt(row.split(",")[0]!), 0n),
    );
    for (const each of [small, engine]) each.dispose();
  });

  it("is cancelled at once at any point, and leaves no file", async () => {
    const loader = loaderInThread(kernel);
    const interrupt = new AbortController();
    await assert.rejects(loader.load(loadOf(await writeRows([]), { signal: AbortSignal.abort() })), {
      name: "AbortError",
    });
    const source = await writeRows(manyRows(100_000));
    const loading = loader.load(loadOf(source, { signal: interrupt.signal, onProgress: () => interrupt.abort() }));
    await assert.rejects(loading, { name: "AbortError" });
    const fetching = new AbortController();
    const server = createServer((_, response) => {
      response.write(HEADER);
      setImmediate().then(() => fetching.abort());
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await assert.rejects(loader.load(loadOf({ kind: "url", url }, { signal: fetching.signal })), {
      name: "AbortError",
    });
    server.close();
    assert.deepEqual(await readdir(join(directory, "downloads")).catch(() => []), []);
  });

  it("is refused if it runs out of memory, and the next one works", async () => {
    const source = await writeRows(manyRows(10));
    const starved: LoaderOptions = { heapMegabytes: 4 };
    await assert.rejects(loaderInThread(kernel, starved).load(loadOf(source)), OverCapacity);
    const { engine } = await loaderInThread(kernel, { heapMegabytes: 64 }).load(loadOf(source));
    assert.equal(await sum(engine), 45n);
    engine.dispose();
  });

  it("is refused before it starts if there is not enough memory, with figures and a remedy", async () => {
    const { engine: previous } = await loaderInThread(kernel).load(loadOf(await writeRows(manyRows(10))));
    const start = (): Worker => assert.fail("a thread was started");
    const memory = { bytes: 2e9, used: () => 2e9 - previous.numBytes + 1 };
    const loader = loaderInThread(kernel, { memory, start });
    const refusal = {
      name: "OverCapacity",
      message:
        /^There is not enough memory for the load; nothing was loaded: \d+ MB more are needed, and the server takes [\d,]+ MB of the 2,000 MB that it may take; load a smaller source, .* --max-memory-bytes$/,
    };
    await assert.rejects(loader.load(loadOf(null, { previous })), refusal);
    assert.throws(() => loader.checkMemory(previous), refusal);
    loader.checkMemory(null);
    previous.dispose();
  });

  it("is cancelled at any point if memory runs out, and the previous version stays", async () => {
    const { engine: previous } = await loaderInThread(kernel).load(loadOf(await writeRows(manyRows(10))));
    let used = 0;
    const loader = loaderInThread(kernel, { memory: { bytes: 1e9, used: () => used } });
    // A file that never ends.
    const server = createServer((_, response) => {
      response.write(HEADER);
      used = 1e9 + 1;
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await assert.rejects(loader.load(loadOf({ kind: "url", url }, { previous })), {
      name: "OverCapacity",
      message:
        /^There is not enough memory for the load; nothing was loaded: the server takes 1,001 MB of the 1,000 MB/,
    });
    server.closeAllConnections();
    server.close();
    assert.equal(await sum(previous), 45n);
    assert.deepEqual(await readdir(join(directory, "downloads")).catch(() => []), []);
    used = 0;
    const { engine } = await loader.load(loadOf(await writeRows(manyRows(10)), { previous, sourceId: 2 }));
    assert.equal(await sum(engine), 45n);
    for (const each of [previous, engine]) each.dispose();
  });

  it("fails with an internal error if its thread breaks; the previous version stays, and the next load works", async () => {
    const source = await writeRows(manyRows(10));
    const { engine: previous } = await loaderInThread(kernel).load(loadOf(source));
    const before = await entriesOf(previous);
    for (const program of ["process.exit(3)", "throw new Error('broken')", ""]) {
      const start = (): Worker => new Worker(program, { eval: true });
      await assert.rejects(
        loaderInThread(kernel, { start }).load(loadOf(source, { previous })),
        (error) => !(error instanceof UserError),
      );
    }
    assert.deepEqual(await entriesOf(previous), before);
    const { engine } = await loaderInThread(kernel).load(loadOf(source, { previous }));
    assert.deepEqual(await entriesOf(engine), before);
    for (const each of [previous, engine]) each.dispose();
  });

  it("frees its memory, whether it succeeds, fails or is cancelled", async () => {
    const loader = loaderInThread(kernel);
    const good = await writeRows(manyRows(2000));
    const bad = await writeRows([...manyRows(2000), "x,,2009,,a,N,,1,P,,\n"]);
    let { engine } = await loader.load(loadOf(good));
    // A memory reserves at least 4 GiB of address space; each round creates two.
    const most = 2 * 2 ** 33;
    const collect = makeCollector();
    let first = 0;
    let grown = 0;
    for (let round = 0; round < 4; round++) {
      const { engine: next } = await loader.load(loadOf(good, { previous: engine }));
      engine.dispose();
      engine = next;
      await assert.rejects(loader.load(loadOf(bad, { previous: engine })), LoadFailed);
      const interrupt = new AbortController();
      const onProgress = (): void => interrupt.abort();
      await assert.rejects(loader.load(loadOf(good, { previous: engine, onProgress, signal: interrupt.signal })));
      // Workers of the kernel refer to the memory too.
      await sum(engine);
      await setImmediate();
      first ||= addressSpace();
    }
    // A memory is freed once every thread has collected it.
    for (let turn = 0; turn < 50 && (grown = addressSpace() - first) >= most; turn++) {
      collect();
      await sum(engine);
      await setImmediate();
    }
    engine.dispose();
    assert.ok(grown < most, `grew by ${grown} bytes`);
  });
});
