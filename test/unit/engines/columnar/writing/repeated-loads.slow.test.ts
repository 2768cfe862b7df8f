import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Engine } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters } from "../../../../fixtures.js";
import { Random } from "../../kernel/random.js";
import { startKernel } from "../../kernel/start.js";

const ROWS = 15_000;
const LOADS = 50;
const MEGABYTE = 2 ** 20;

const { model } = parseModel({
  dataset: { name: "town", label: "Town", description: "Made up.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    planned: { type: "measure", column: "planned", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    payment: { type: "attribute", column: "payment", datatype: "string", key: true },
    to: {
      type: "compound",
      attributes: {
        name: { column: "supplier", datatype: "string" },
        label: { column: "supplier_label", datatype: "string" },
      },
    },
  },
});

it(`${LOADS} loads of one dataset leak no memory`, async () => {
  const kernel = await startKernel({ threads: 3, parallelEntries: 0, spareBytes: 0 });
  const format = columnarFormat(kernel);
  const entries = makeEntries();
  const { query } = bindAggregate(model, queryParameters("drilldown=to|year&pagesize=10"), 100);
  const expected = entries.reduce((sum, { amounts }) => sum + amounts[0]!.unscaled, 0n);
  const resident: number[] = [];
  let engine: Engine | null = null;
  for (let load = 0; load < LOADS; load++) {
    const builder = format.build(model, engine, 1);
    for (const entry of entries) builder.write([entry]);
    const next = builder.finish().engine;
    engine?.dispose();
    engine = next;
    const { totals, numEntries } = await withReader(engine, { maxCells: 1e6, deadline: Infinity }, (reader) =>
      reader.aggregate(query),
    );
    assert.deepEqual([totals[0]!.unscaled, numEntries], [expected, ROWS]);
    await turn();
    const { rss, heapTotal } = process.memoryUsage();
    // The heap of JavaScript grows with its room for new objects, whatever loads leave behind.
    resident.push(rss - heapTotal);
  }
  engine!.dispose();
  await kernel.close();
  // With a memory of 2 MB left behind by each load it would have grown by 80.
  const [before, after] = [resident[9]!, resident[LOADS - 1]!];
  assert.ok(after < before + 40 * MEGABYTE, `grew from ${before} to ${after} bytes`);
});

function makeEntries(): readonly EntryInput[] {
  const random = new Random(1);
  const days = Array.from({ length: 300 }, (_, day) =>
    dateAttributes(new Date(day * 86_400_000).toISOString().slice(0, 10)),
  );
  const suppliers = Array.from({ length: 5000 }, (_, number) => [`supplier-${number}`, `Supplier no. ${number}`]);
  return Array.from({ length: ROWS }, (_, row) => ({
    id: row.toString(16).padStart(8, "0").split("").toReversed().join("").padEnd(40, "0"),
    members: [random.pick(days), [`payment ${row}`], random.pick(suppliers)],
    amounts: [
      { unscaled: BigInt(random.int(2 ** 40)), scale: 2 },
      { unscaled: BigInt(random.int(2 ** 40)), scale: 2 },
    ],
  }));
}
