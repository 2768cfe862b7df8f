import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { columnarFormat, withTermIndexer } from "#src/columnar/format.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import type { TermIndexer } from "#src/columnar/search/build-term-index.js";
import type { TableFormat } from "#src/engine/storage.js";
import { loaderHere } from "#src/ingest/table-loader.js";
import { termThread } from "#src/jobs/term-thread.js";
import { Kernel } from "#src/kernel/kernel.js";
import { entryInput, spendingModel } from "../../fixtures.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
const model = spendingModel();

let directory: string;
let kernel: Kernel;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  kernel = Kernel.start({ spareBytes: 0 });
});
after(async () => {
  await kernel.close();
  await rm(directory, { recursive: true });
});

describe("a thread that indexes terms", () => {
  it("writes the bytes that the thread of the load would write", async () => {
    const path = join(directory, "rows.csv");
    const rows = Array.from({ length: 20_000 }, (_, at) => `${at},,2009,,i ${at} é,R${at % 2000},,1,Police,,\n`);
    await writeFile(path, HEADER + rows.join(""));
    const format = columnarFormat(kernel);
    const thread = termThread(kernel);
    const calls: string[] = [];
    const indexer: TermIndexer = {
      prepare: () => thread.prepare(),
      index(memories, columns) {
        calls.push("index");
        return thread.index(memories, columns);
      },
      end() {
        calls.push("end");
        thread.end();
      },
    };
    const load = async (into: TableFormat): Promise<ColumnarEngine> => {
      const source = { kind: "file", path } as const;
      const request = { model, source, previous: null, sourceId: 1, skipInvalid: false, download: { directory } };
      return (await loaderHere(into).load(request)).engine as ColumnarEngine;
    };
    const [here, there] = [await load(format), await load(withTermIndexer(format, indexer, 1))];
    await thread.close();
    const [expected, found] = [here, there].map((engine) => format.serialize(engine));
    assert.deepEqual(found!.header, expected!.header);
    found!.parts.forEach((part, at) => assert.ok(Buffer.from(expected!.parts[at]!).equals(part), `part ${at}`));
    assert.equal(here.table.dimensions.filter(({ words }) => words).length, 2);
    assert.deepEqual(calls, ["index", "index", "end"]);
    here.dispose();
    there.dispose();
  });

  it("ends by itself once everything is indexed", async () => {
    const builder = columnarFormat(kernel).build(model, null, 1);
    builder.write([entryInput({ id: "1", paid: 1n })]);
    const engine = builder.finish().engine as ColumnarEngine;
    const { memories, dimensions } = engine.table;
    const [{ columns } = assert.fail()] = dimensions;
    const thread = termThread(kernel);
    thread.prepare();
    const indexed = thread.index(memories, columns);
    thread.end();
    const late = thread.index(memories, columns);
    (await indexed).memory.release();
    await assert.rejects(late, /ended with exit code 0/);
    await thread.close();
    engine.dispose();
  });

  it("rejects what it cannot index, and what it has not indexed when it is closed", async () => {
    const builder = columnarFormat(kernel).build(model, null, 1);
    builder.write([entryInput({ id: "1", paid: 1n })]);
    const engine = builder.finish().engine as ColumnarEngine;
    const { memories, dimensions } = engine.table;
    const [{ columns } = assert.fail()] = dimensions;
    const thread = termThread(kernel);
    const broken = columns.map((column) => ({ ...column, memory: 99 }));
    await assert.rejects(thread.index(memories, broken));
    const { memory, place } = await thread.index(memories, columns);
    assert.ok(place.words > 0);
    memory.release();
    const open = thread.index(memories, columns);
    await thread.close();
    await assert.rejects(open, /ended with exit code/);
    engine.dispose();
  });
});
