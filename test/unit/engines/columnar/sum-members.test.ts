import assert from "node:assert/strict";
import fc from "fast-check";
import { after, describe, it } from "node:test";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { sumMembers } from "#src/engines/columnar/sum-members.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Engine } from "#src/core/engine/engine.js";
import { hasMemberSums, type MemberSums, readMemberSums } from "#src/core/engine/member-sums.js";
import { assertVaried, randomRuns } from "../../../full.js";
import { entryInput, type Row, spendingModel } from "../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

const model = spendingModel();
const [time, , invoice, region, rate, cofog] = model.dimensions.map(({ index }) => index);

async function load(rows: readonly Row[]): Promise<Engine> {
  const builder = columnarFormat(kernel).build(model, null, 1);
  await builder.write(rows.map(entryInput));
  return (await builder.finish()).engine;
}

/** List all sums of a dimension as texts. @param members their number */
function listSums(sums: MemberSums, dimension: number, members: number): readonly string[] {
  return Array.from({ length: members }, (_, code) => readMemberSums(sums, dimension, code))
    .flatMap(({ values, years }) =>
      years.map(({ year, numEntries, sums: own }) =>
        JSON.stringify([...values, String(year), ...own.map(({ unscaled }) => String(unscaled)), numEntries]),
      ),
    )
    .toSorted();
}

/** Add entries up, one by one. */
function addUp(rows: readonly Row[], valuesOf: (row: Row) => readonly unknown[]) {
  const sums = new Map<string, { readonly key: readonly unknown[]; paid: bigint; planned: bigint; count: number }>();
  for (const row of rows) {
    const key = [...valuesOf(row), row.date!.slice(0, 4)];
    const own = sums.get(JSON.stringify(key)) ?? { key, paid: 0n, planned: 0n, count: 0 };
    sums.set(JSON.stringify(key), {
      key,
      paid: own.paid + row.paid,
      planned: own.planned + row.planned!,
      count: own.count + 1,
    });
  }
  const listed = Array.from(sums.values(), ({ key, paid, planned, count }) =>
    JSON.stringify([...key, String(paid), String(planned), count]),
  );
  return { listed: listed.toSorted(), members: new Set(rows.map((row) => JSON.stringify(valuesOf(row)))).size };
}

const amount = fc.oneof(
  fc.bigInt({ min: -(10n ** 4n), max: 10n ** 4n }),
  fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
);
const randomRows = fc
  .array(
    fc.record({
      region: fc.constantFrom("North", "South", "Málaga", "West"),
      date: fc.constantFrom("2007-01-01", "2007-12-31", "2008-02-29"),
      rate: fc.constantFrom(null, 0, 2.5),
      code: fc.constantFrom("1", "2"),
      weight: fc.constant(2),
      paid: amount,
      planned: fc.bigInt({ min: -100n, max: 100n }),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: String(at) })));

describe("sums of the members of a table", () => {
  it("are those of their entries, one by one, whatever the size of the amounts", async () => {
    const seen = { none: 0, several: 0, limbs: 0 };
    await fc.assert(
      fc.asyncProperty(randomRows, async (rows) => {
        const engine = await load(rows);
        const sums = engine.memberSums!;
        const expected = [
          [region, addUp(rows, (row) => [row.region])],
          [rate, addUp(rows, (row) => [row.rate])],
          [cofog, addUp(rows, ({ code }) => [code, `Function ${code}`, "#555555", 2])],
        ] as const;
        for (const [dimension, { listed, members }] of expected)
          assert.deepEqual(listSums(sums, dimension!, members), listed);
        seen.none += Number(rows.length === 0);
        seen.several += Number(rows.length > 3);
        seen.limbs += Number(rows.some(({ paid }) => paid > 2n ** 64n));
        engine.dispose();
      }),
      { numRuns: randomRuns(30, 300) },
    );
    assertVaried(seen);
  });

  it("leave out dates, and members of which each is an entry", async () => {
    const engine = await load([{ id: "1", paid: 1n }]);
    assert.deepEqual(
      [time, invoice, region].map((dimension) => hasMemberSums(engine.memberSums!, dimension!)),
      [false, false, true],
    );
    engine.dispose();
  });

  it("leave out members that would take more than some bytes for each entry", async () => {
    const rows = Array.from({ length: 200 }, (_, at): Row => {
      return { id: String(at), paid: 1n, region: `${at} ${"long ".repeat(20)}`, code: "1" };
    });
    const engine = await load(rows);
    assert.deepEqual(
      [region, cofog].map((dimension) => hasMemberSums(engine.memberSums!, dimension!)),
      [false, true],
    );
    engine.dispose();
  });

  it("are not computed of hundreds of thousands of entries", async () => {
    const engine = await load([{ id: "1", paid: 1n }]);
    const { table } = engine as ColumnarEngine;
    assert.ok(sumMembers(table));
    assert.equal(sumMembers({ ...table, rows: 2 ** 18 + 1 }), null);
    engine.dispose();
  });
});
