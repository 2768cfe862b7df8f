import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { nameParts } from "#src/engines/columnar/rollups/grouping-set.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { Catalog } from "#src/store/catalog.js";
import { loadRows } from "../../contract/sample.js";
import { queryParameters, type Row, spendingModel } from "../../fixtures.js";
import { backgroundHere } from "../engines/columnar/rollups/summed.js";

const kernel = Kernel.start();
after(() => kernel.close());
const model = spendingModel();
const QUERY = "drilldown=time.month&cut=region:r3";
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

function formatOf(share: number): TableFormat {
  return columnarFormat(kernel, undefined, undefined, backgroundHere(kernel, share));
}

function rowOf(at: number): Row {
  const day = new Date(Date.UTC(2000, 0, 1 + ((at * 7) % 4999))).toISOString().slice(0, 10);
  return { id: `${at}`, paid: BigInt(at * 31) - 9n, region: `r${(at * 5) % 23}`, code: `${at % 11}`, date: day };
}

async function publish(catalog: Catalog, numRows: number): Promise<void> {
  const rows = Array.from({ length: numRows }, (_, at) => rowOf(at));
  const { table } = loadRows(columnarFormat(kernel), model, rows) as ColumnarEngine;
  const engine = new ColumnarEngine(kernel, table, { background: backgroundHere(kernel, 0.25) });
  const sources = [{ id: 1, url: "/town.csv", loaded: new Date(0) }];
  await catalog.publish({ model, engine, sources, base: catalog.get("town"), private: false, managers: [] });
}

function town(catalog: Catalog): ColumnarEngine {
  return catalog.get("town")!.engine as ColumnarEngine;
}

async function ask(engine: ColumnarEngine): Promise<unknown> {
  const answer = await gatherCells(
    await withReader(engine, BOUNDS, (reader) =>
      reader.aggregate(bindAggregate(model, queryParameters(QUERY), 1024).query),
    ),
  );
  await engine.settle();
  return answer;
}

function heldBy({ rollups }: ColumnarEngine): readonly string[] {
  return rollups.held.map(({ grouping }) => nameParts(model, grouping).join());
}

/** Use a directory on a real disk with a dataset that has stored rollups. */
async function withStoredRollups(use: (directory: string, answer: unknown) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-stored-"));
  try {
    const catalog = await Catalog.open(directory, formatOf(0.25));
    const writer = catalog.keepDerived((error) => assert.fail(String(error)));
    await publish(catalog, 12_000);
    let answer: unknown;
    for (let times = 0; times < 8; times++) answer = await ask(town(catalog));
    assert.ok(heldBy(town(catalog)).includes("time.month,region"));
    await writer.close();
    await use(directory, answer);
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe("rollups on disk", () => {
  it("are read when the directory is opened again, within their share of memory", () =>
    withStoredRollups(async (directory, answer) => {
      for (const [share, expected] of [
        [0.25, true],
        [0.0001, false],
        [0, false],
      ] as const) {
        const catalog = await Catalog.open(directory, formatOf(share));
        const engine = town(catalog);
        assert.equal(heldBy(engine).includes("time.month,region"), expected, `${share}`);
        assert.deepEqual(await ask(engine), answer);
      }
    }));

  it("are begun when a dataset is published, before anybody asks", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-stored-"));
    try {
      const catalog = await Catalog.open(directory, formatOf(0.25));
      await publish(catalog, 12_000);
      await town(catalog).settle();
      assert.equal(town(catalog).rollups.held.length, 1);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("belong to a version: read again on a rollback, and built at once after a load", () =>
    withStoredRollups(async (directory, answer) => {
      const catalog = await Catalog.open(directory, formatOf(0.25));
      await publish(catalog, 11_000);
      await town(catalog).settle();
      assert.ok(heldBy(town(catalog)).includes("time.month,region"), heldBy(town(catalog)).join(" "));
      const again = await Catalog.open(directory, formatOf(0.25));
      await again.rollBack("town");
      assert.ok(heldBy(town(again)).includes("time.month,region"));
      await town(again).settle();
      assert.deepEqual(await ask(town(again)), answer);
    }));

  it("are ignored if they are damaged, with the same answers", () =>
    withStoredRollups(async (directory, answer) => {
      const segments = join(directory, "segments");
      const name = (await readdir(segments)).find((each) => each.endsWith(".extra"));
      const path = join(segments, name!);
      const whole = await readFile(path);
      for (const length of [0, 20, 200, whole.length - 1]) {
        await writeFile(path, whole.subarray(0, length));
        const catalog = await Catalog.open(directory, formatOf(0.25));
        assert.deepEqual([heldBy(town(catalog)), catalog.health.status], [[], "ok"]);
        assert.deepEqual(await ask(town(catalog)), answer);
      }
    }));
});
