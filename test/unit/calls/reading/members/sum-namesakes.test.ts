import assert from "node:assert/strict";
import fc from "fast-check";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { findNamesakes } from "#src/calls/reading/members/find-namesakes.js";
import { sumNamesakes } from "#src/calls/reading/members/sum-namesakes.js";
import type { Engine } from "#src/core/engine/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { randomRuns } from "../../../../full.js";
import { contextOf, entryInput, type Row, spendingDataset, spendingEngine } from "../../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

const randomRows = fc
  .array(
    fc.record({
      region: fc.constantFrom("North", "north", "NORTH", "South", "Málaga"),
      date: fc.constantFrom("2007-01-01", "2007-12-31", "2008-02-29", "2010-06-01"),
      paid: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows): readonly Row[] => rows.map((row, at) => ({ ...row, id: String(at) })));

function columnarEngine(rows: readonly Row[]): Engine {
  const { model } = spendingDataset([]);
  const builder = columnarFormat(kernel).build(model, null, 1);
  builder.write(rows.map(entryInput));
  return (builder.finish() as unknown as { engine: Engine }).engine;
}

/** Add the entries of a region up, one by one, as texts in order. */
function addUp(rows: readonly Row[], name: string): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const { region, date, paid } of rows) {
    if (region!.toLowerCase() !== name) continue;
    const key = `${date!.slice(0, 4)} ${region!}`;
    sums.set(key, (sums.get(key) ?? 0n) + paid);
  }
  return Array.from(sums, ([key, sum]) => `${key} ${sum}`).toSorted();
}

describe("sums of the members of one name", () => {
  it("are those of their entries by year, whether members have codes or not", async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(randomRows, fc.constantFrom("north", "south"), async (rows, name) => {
        for (const engine of [columnarEngine(rows), spendingEngine(rows)]) {
          const dataset = spendingDataset([], { engine, version: `sums ${made++}` });
          const scope = { context: contextOf([dataset]), actor: ANONYMOUS, datasets: [dataset] };
          const [found] = await sumNamesakes(scope, await findNamesakes(scope, { taxonomy: "region", name }));
          const listed = (found?.rows ?? []).map(
            ({ year, member, sums: [paid] }) => `${year} ${member} ${paid!.unscaled}`,
          );
          assert.deepEqual(listed, addUp(rows, name));
          const entries = rows.filter(({ region }) => region!.toLowerCase() === name).length;
          assert.equal(found?.numEntries ?? 0, entries);
        }
      }),
      { numRuns: randomRuns(20, 200) },
    );
  });

  it("take no aggregation of few entries where members have codes", async () => {
    const reads = new Set<string>();
    const engine = columnarEngine([{ id: "1", paid: 5n }]);
    const read: Engine["read"] = (...given) =>
      new Proxy(engine.read(...given), {
        get(target, key) {
          if (typeof key === "string" && /^(aggregate|sum)/.test(key)) reads.add(key);
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
    const noted = new Proxy(engine, {
      get: (target, key) => (key === "read" ? read : Reflect.get(target, key, target)) as unknown,
    });
    const dataset = spendingDataset([], { engine: noted, version: "coded sums" });
    const scope = { context: contextOf([dataset]), actor: ANONYMOUS, datasets: [dataset] };
    const [found] = await sumNamesakes(scope, await findNamesakes(scope, { taxonomy: "region", name: "North" }));
    assert.deepEqual([found!.totals![0]!.unscaled, [...reads]], [5n, ["sumMembers"]]);
  });
});
