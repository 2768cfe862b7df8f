import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { reportMemory, COLUMNS_AND_IDS, type Purpose } from "#src/engines/columnar/memory-report.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { PostingLists } from "#src/engines/columnar/select/posting-lists.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { loadRows } from "../../../contract/sample.js";
import { queryParameters, spendingModel } from "../../../fixtures.js";
import { Random } from "../kernel/random.js";
import { backgroundHere } from "./rollups/summed.js";
import { INDEX_PURPOSES } from "../../../index-purposes.js";

const model = spendingModel();
const kernel = Kernel.start({ zonedEntries: 0 });
after(() => kernel.close());

const COUNT = 20_000;
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };
const random = new Random(5);
const day = (): string => `20${10 + random.int(9)}-0${1 + random.int(9)}-${10 + random.int(15)}`;
const rows = Array.from({ length: COUNT }, (_, at) => ({
  id: `${at}`,
  paid: BigInt(at),
  region: `${random.int(6)}`,
  code: `${random.int(30)}`,
  rate: random.int(900),
  date: day(),
  until: day(),
}));

function open(lists: boolean): ColumnarEngine {
  const format = columnarFormat(kernel, undefined, { rows: 0, clusterRows: 0 });
  const { table } = loadRows(format, model, rows) as ColumnarEngine;
  const postingLists = new PostingLists(table, { rows: 0, members: lists ? 0 : Infinity, share: 1 });
  return new ColumnarEngine(kernel, table, { postingLists, background: backgroundHere(kernel, 0.25) });
}

function bytesFor(engine: ColumnarEngine, purposes: readonly Purpose[]): number {
  return reportMemory(engine).reduce((sum, { purpose, bytes }) => sum + (purposes.includes(purpose) ? bytes : 0), 0);
}

async function ask(engine: ColumnarEngine, text: string): Promise<unknown> {
  const { query } = bindAggregate(model, queryParameters(text), 1024);
  const answer = await gatherCells(await withReader(engine, BOUNDS, (reader) => reader.aggregate(query)));
  await engine.settle();
  return answer;
}

const DRILLDOWNS = ["", "time.year", "region", "cofog1.name|time.year", "rate|region", "until.year|time.month", "rate"];
const CUTS: readonly (() => string)[] = [
  () => "",
  () => `region:${random.int(6)}`,
  () => `cofog1.name:${random.int(30)}`,
  () => `rate:${random.int(900)}`,
  () => `time:${day()}`,
  () => `until:${day()}`,
  () => `region:${random.int(6)}|cofog1.name:${random.int(30)}`,
];

describe("derived data that lets queries skip entries", () => {
  it("takes at most two fifths of the bytes of columns and ids, whatever the queries, and changes no answer", async () => {
    const engine = open(true);
    const other = loadRows(columnarFormat(kernel), model, rows) as ColumnarEngine;
    const seen = new Set<Purpose>();
    for (let query = 0; query < 400; query++) {
      const text = `drilldown=${random.pick(DRILLDOWNS)}&cut=${random.pick(CUTS)()}`;
      assert.deepEqual(await ask(engine, text), await ask(other, text), text);
      assert.ok(bytesFor(engine, INDEX_PURPOSES) <= 0.4 * bytesFor(engine, COLUMNS_AND_IDS), text);
      for (const purpose of INDEX_PURPOSES) if (bytesFor(engine, [purpose]) > 0) seen.add(purpose);
    }
    assert.deepEqual(seen, new Set(INDEX_PURPOSES));
    engine.dispose();
    other.dispose();
  });

  it("has fewer posting lists if rollups take more of the budget", async () => {
    const engine = open(true);
    for (let time = 0; time < 4; time++) {
      for (const cut of ["region:1", "cofog1.name:1", "rate:1", "time.day:01"])
        await ask(engine, `cut=${cut}|region:2`);
    }
    const before = bytesFor(engine, ["posting lists"]);
    const rollups = bytesFor(engine, ["rollups"]);
    engine.postingLists.leave(rollups + before / 2);
    assert.ok(before > 0 && bytesFor(engine, ["posting lists"]) < before);
    engine.dispose();
  });

  it("is reported along with all other derived data", async () => {
    const engine = open(true);
    const listed = (): readonly { purpose: string; column: string | null; bytes: number; stored: boolean }[] =>
      (engine.report() as { memory: { derived: [] } }).memory.derived;
    const about = (purpose: Purpose) => listed().filter((each) => each.purpose === purpose);
    assert.ok(about("load order").every(({ bytes, stored }) => bytes === COUNT * 2 && stored));
    assert.equal(about("load order").length, 1);
    assert.ok(about("id index")[0]!.stored);
    for (const purpose of ["zone maps", "rollups", "sorted members"] as const) {
      assert.deepEqual(about(purpose), [], purpose);
    }
    for (let time = 0; time < 8; time++) await ask(engine, "drilldown=cofog1.label&cut=rate:7|region:1");
    for (const purpose of [...INDEX_PURPOSES, "sorted members"] as const) {
      assert.ok(about(purpose).length > 0, purpose);
      assert.equal(
        about(purpose).reduce((sum, { bytes }) => sum + bytes, 0),
        bytesFor(engine, [purpose]),
      );
    }
    assert.ok(about("rollups").every(({ column, stored }) => column !== null && stored));
    engine.dispose();
  });
});
