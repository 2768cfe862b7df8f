import assert from "node:assert/strict";
import fc from "fast-check";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Cells, Engine, MemberSumQuery } from "#src/core/engine/engine.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { decimalAt } from "#src/core/model/values/decimal-column.js";
import { assertVaried, randomRuns } from "../../../full.js";
import { entryInput, type Row, spendingModel } from "../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

const model = spendingModel();
const [time, until, , region, rate] = model.dimensions;
const REGIONS = ["North", "South", "Málaga", "West"];

async function load(rows: readonly Row[]): Promise<Engine> {
  const builder = columnarFormat(kernel).build(model, null, 1);
  await builder.write(rows.map(entryInput));
  return (await builder.finish()).engine;
}

/** Sum members by name; `null` where another way takes less time. */
async function sum(engine: Engine, names: readonly string[], keys: MemberSumQuery["keys"]): Promise<Cells | null> {
  return withReader(engine, UNBOUNDED, async (reader) => {
    const codes: number[] = [];
    for (const name of names) {
      const member = await reader.findMember(region!, name);
      if (member) codes.push(member.id - 1);
    }
    return reader.sumMembers!({ dimension: region!, codes, keys, measures: model.measures });
  });
}

function listCells({ length, keys, sums, numEntries }: Cells): readonly string[] {
  return Array.from({ length }, (_, at) => {
    const amounts = sums.map((column) => decimalAt(column, at).unscaled);
    return [...keys.map((column) => column[at]), ...amounts, numEntries[at]].join(" ");
  }).toSorted();
}

/** Add entries up, one by one. */
function addUp(rows: readonly Row[], names: readonly string[], keyOf: (row: Row) => readonly unknown[]) {
  const sums = new Map<string, [paid: bigint, planned: bigint, count: number]>();
  for (const row of rows) {
    if (!names.includes(row.region!)) continue;
    const key = keyOf(row).join(" ");
    const [paid, planned, count] = sums.get(key) ?? [0n, 0n, 0];
    sums.set(key, [paid + row.paid, planned + row.planned!, count + 1]);
  }
  return Array.from(sums, ([key, own]) => `${key} ${own.join(" ")}`).toSorted();
}

const amount = fc.oneof(
  fc.bigInt({ min: -(10n ** 4n), max: 10n ** 4n }),
  fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
);
const randomRows = fc
  .array(
    fc.record({
      region: fc.constantFrom(...REGIONS),
      date: fc.constantFrom("2007-01-01", "2007-12-31", "2008-02-29"),
      until: fc.constantFrom(null, "2010-06-01"),
      rate: fc.constantFrom(null, 0, 2.5),
      paid: amount,
      planned: fc.bigInt({ min: -100n, max: 100n }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: String(at) })));

describe("sums of few members", () => {
  it("are those of their entries, one by one, whatever the keys and the size of the amounts", async () => {
    const keys = [
      { dimension: region!, attribute: region!.identity },
      { dimension: time!, attribute: time!.attributes.find(({ name }) => name === "year")! },
      { dimension: until!, attribute: until!.identity },
      { dimension: rate!, attribute: rate!.identity },
    ];
    const seen = { none: 0, several: 0, limbs: 0 };
    await fc.assert(
      fc.asyncProperty(randomRows, fc.subarray(REGIONS), async (rows, names) => {
        const engine = await load(rows);
        const keyOf = (row: Row) => [row.region, row.date!.slice(0, 4), row.until, row.rate];
        const wanted = addUp(rows, names, keyOf);
        const cells = await sum(engine, names, keys);
        assert.deepEqual(listCells(cells!), wanted);
        assert.deepEqual(
          listCells((await sum(engine, names, []))!),
          addUp(rows, names, () => []).map((each) => each.trimStart()),
        );
        seen.none += Number(wanted.length === 0);
        seen.several += Number(wanted.length > 3);
        seen.limbs += Number(rows.some(({ paid }) => paid > 2n ** 64n));
        engine.dispose();
      }),
      { numRuns: randomRuns(30, 300) },
    );
    assertVaried(seen);
  });

  it("are left to the kernel where members have many entries", async () => {
    const rows = Array.from({ length: 2 ** 14 + 2 }, (_, at): Row => {
      return { id: String(at), paid: 1n, region: at === 0 ? "South" : "North" };
    });
    const engine = await load(rows);
    assert.equal(await sum(engine, ["North"], []), null);
    assert.deepEqual(listCells((await sum(engine, ["South"], []))!), ["1 0 1"]);
    engine.dispose();
  });
});
