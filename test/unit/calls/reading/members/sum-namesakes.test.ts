import assert from "node:assert/strict";
import fc from "fast-check";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { findNamesakes } from "#src/calls/reading/members/find-namesakes.js";
import { sumNamesakes } from "#src/calls/reading/members/sum-namesakes.js";
import { writeJson } from "#src/calls/reading/formats/json.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { describeNamesakes } from "#src/features/members/describe-namesakes.js";
import { assertVaried, randomRuns } from "../../../../full.js";
import {
  contextOf,
  entryInput,
  type Row,
  spendingDataset,
  spendingEngine,
  spendingModel,
} from "../../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

const randomRows = fc
  .array(
    fc.record({
      region: fc.constantFrom("North", "north", "NORTH", "South", "Málaga", "-"),
      date: fc.constantFrom("2007-01-01", "2007-12-31", "2008-02-29", "2010-06-01"),
      paid: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows): readonly Row[] => rows.map((row, at) => ({ ...row, id: String(at) })));

/** What is asked for: names of regions, and names and labels of functions. */
const ASKED = [
  ["region", "north"],
  ["region", "SOUTH"],
  ["region", "-"],
  ["cofog", "1"],
  ["invoice", "3"],
  ["rate", "2"],
] as const;

const CURRENCY_COLUMN = { type: "attribute", column: "rate", datatype: "string", role: "currency" };

function entryOf(row: Row, at: number, hasCurrency: boolean): EntryInput {
  const input = entryInput({ ...row, code: String(at % 3), rate: at % 2 });
  if (!hasCurrency) return input;
  const members = input.members.map((each, place) => (place === 4 ? [at % 2 === 0 ? "EUR" : "USD"] : each));
  return { ...input, members };
}

/** Return an engine without some of its members. */
function omit(engine: Engine, without: readonly string[]): Engine {
  return new Proxy(engine, {
    get(target, key) {
      if (typeof key === "string" && without.includes(key)) return undefined;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

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

  it("are the same whether they are stored, computed when they are asked for, or aggregated", async () => {
    let made = 0;
    const seen = { apart: 0, several: 0, years: 0 };
    await fc.assert(
      fc.asyncProperty(randomRows, fc.boolean(), async (rows, hasCurrency) => {
        const model = spendingModel(hasCurrency ? { rate: CURRENCY_COLUMN } : {});
        const builder = columnarFormat(kernel).build(model, null, 1);
        await builder.write(rows.map((row, at) => entryOf(row, at, hasCurrency)));
        const { engine } = await builder.finish();
        for (const [taxonomy, name] of ASKED) {
          const answers: string[] = [];
          for (const without of [[], ["memberSums"], ["memberSums", "sumMembers"]]) {
            const dataset = spendingDataset([], { model, engine: omit(engine, without), version: `same ${made++}` });
            const scope = { context: contextOf([dataset]), actor: ANONYMOUS, datasets: [dataset] };
            const sums = await sumNamesakes(scope, await findNamesakes(scope, { taxonomy, name }));
            answers.push(
              sums.length === 0 ? "" : writeJson(describeNamesakes({ taxonomy, name }, sums, sums, "http://x")),
            );
            seen.apart += Number(sums[0]?.totals === null);
            seen.several += Number((sums[0]?.namesakes.length ?? 0) > 1);
            seen.years += Number((sums[0]?.rows.length ?? 0) > 2);
          }
          assert.deepEqual(answers.slice(1), [answers[0], answers[0]]);
        }
        engine.dispose();
      }),
      { numRuns: randomRuns(20, 200) },
    );
    assertVaried(seen);
  });

  it("are read of no version that is stored with them", async () => {
    const opened = omit(columnarEngine([{ id: "1", paid: 5n }]), ["read", "sumMembers"]);
    const dataset = spendingDataset([], { engine: opened, version: "stored sums" });
    const scope = { context: contextOf([dataset]), actor: ANONYMOUS, datasets: [dataset] };
    const [found] = await sumNamesakes(scope, await findNamesakes(scope, { taxonomy: "region", name: "North" }));
    assert.deepEqual([found!.totals![0]!.unscaled, found!.numEntries], [5n, 1]);
  });
});
