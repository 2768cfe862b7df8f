import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/columnar/format.js";
import { UNBOUNDED } from "#src/engine/bounds.js";
import type { ChangedRows } from "#src/engine/changed-rows.js";
import type { Engine } from "#src/engine/engine.js";
import { openReader, streamEntries } from "#src/engine/with-reader.js";
import type { Entry } from "#src/engine/entry.js";
import { compareVersions, type EntrySums } from "#src/api/changes/compare-versions.js";
import type { Dataset } from "#src/store/dataset.js";
import { Kernel } from "#src/kernel/kernel.js";
import { addDecimals, type Decimal, decimalText } from "#src/model/values/decimal.js";
import { shareFields } from "#src/model/shared-fields.js";
import { type Parameters, parameters } from "#src/query/parameters.js";
import { printCuts } from "#src/query/syntax/cut-clause.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import type { LocalFormat } from "../contract/sample.js";
import { queryParameters, spendingDataset } from "../fixtures.js";
import { passesCut } from "./pass-cut.js";
import { randomRuns } from "../full.js";
import { plainFormat } from "../reference/builder.js";
import { type RandomCube, randomCube } from "./random-cube.js";

const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(400, 4000));
const kernel = Kernel.start({ threads: 1, checked: true });
after(() => kernel.close());

const CLUSTERED = { rows: 0, clusterRows: 0 };
const formats: readonly LocalFormat[] = [
  columnarFormat(kernel),
  columnarFormat(kernel, 4096),
  columnarFormat(kernel, undefined, CLUSTERED),
];

const seen = { added: 0, removed: 0, changed: 0, same: 0, matched: 0 };

describe("the entries by which two versions differ", () => {
  it("are those of an obvious implementation", async () => {
    await fc.assert(
      fc.asyncProperty(randomCube, fc.nat(), fc.nat(), async (cube, earlier, layout) => {
        const first = earlier % cube.loads.length;
        const expected = await describeChanges(cube, [plainFormat, plainFormat], first);
        // The versions may be stored differently.
        const chosen = [0, 1].map((at) => formats[(layout + at * Math.floor(layout / 3)) % formats.length]!);
        assert.deepEqual(await describeChanges(cube, chosen, first), expected);
        seen.added += Number(expected.added.length > 0);
        seen.removed += Number(expected.removed.length > 0);
        seen.changed += Number(expected.changed.length > 0);
        seen.same += Number(expected.added.length + expected.removed.length + expected.changed.length === 0);
        seen.matched += Number(expected.matched.includes(1) && expected.matched.includes(0));
      }),
      { numRuns: RUNS },
    );
    for (const [name, count] of Object.entries(seen)) assert.ok(count > 0, `none was ${name}`);
  });
});

describe("the sums of what changed", () => {
  it("are those of an obvious implementation, and fit together", async () => {
    const found = { added: 0, removed: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(randomCube, fc.nat(), fc.nat(), async (cube, earlier, layout) => {
        const first = earlier % cube.loads.length;
        const format = formats[layout % formats.length]!;
        const { model } = cube;
        const [before, after] = [build(format, cube, first), build(format, cube, cube.loads.length)];
        try {
          const query = layout % 2 === 0 ? queryParameters("") : cutTo(cube, layout);
          const { cutConditions } = bindAggregate(model, query, 1024);
          const dataset = (engine: Engine): Dataset => spendingDataset([], { model, engine });
          const versions = { before: dataset(before), after: dataset(after) };
          const filters = { before: cutConditions, after: cutConditions };
          const changes = await compareVersions({}, { ...versions, filters }, UNBOUNDED);
          const passes = (entry: Entry | undefined): boolean =>
            entry !== undefined && cutConditions.every((condition) => passesCut(condition, entry));
          const [was, is] = [await entriesById(versions.before), await entriesById(versions.after)];
          const ids = [...new Set([...was.keys(), ...is.keys()])];
          const sum = (of: readonly Entry[]) => ({
            numEntries: of.length,
            sums: model.measures.map(({ index }) =>
              decimalText(of.reduce((total, { amounts }) => addDecimals(total, amounts[index]!), ZERO)),
            ),
          });
          const texts = ({ numEntries, sums }: EntrySums) => ({
            numEntries,
            sums: sums.map((each) => decimalText(each)),
          });
          const added = ids.filter((id) => !passes(was.get(id)) && passes(is.get(id)));
          const removed = ids.filter((id) => passes(was.get(id)) && !passes(is.get(id)));
          const both = ids.filter((id) => passes(was.get(id)) && passes(is.get(id)));
          const changed = both.filter((id) => textOf(was.get(id)!) !== textOf(is.get(id)!));
          const same = both.filter((id) => !changed.includes(id));
          const of = (entries: ReadonlyMap<string, Entry>, which: readonly string[]) =>
            sum(which.map((id) => entries.get(id)!));
          assert.deepEqual(
            [changes.added, changes.removed, changes.changed.before, changes.changed.after, changes.unchanged].map(
              texts,
            ),
            [of(is, added), of(was, removed), of(was, changed), of(is, changed), of(is, same)],
          );
          model.measures.forEach((_, at) => {
            const [total, rest, ...parts] = [
              changes.after,
              changes.before,
              changes.added,
              changes.removed,
              changes.changed.after,
              changes.changed.before,
            ].map(({ sums }) => sums[at]!);
            const [plus, minus, now, then] = parts;
            const difference = subtract(total!, rest!);
            const expected = addDecimals(subtract(plus!, minus!), subtract(now!, then!));
            assert.equal(decimalText(difference), decimalText(expected));
          });
          found.added += Number(added.length > 0);
          found.removed += Number(removed.length > 0);
          found.changed += Number(changed.length > 0);
        } finally {
          before.dispose();
          after.dispose();
        }
      }),
      { numRuns: RUNS },
    );
    for (const [name, count] of Object.entries(found)) assert.ok(count > 0, `none was ${name}`);
  });
});

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

function subtract(from: Decimal, { unscaled, scale }: Decimal): Decimal {
  return addDecimals(from, { unscaled: -unscaled, scale });
}

async function entriesById({ engine, model }: Dataset): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const batch of streamEntries({ engine, model })) for (const entry of batch) entries.set(entry.id, entry);
  return entries;
}

/** Write what is stored of an entry: derived dimensions follow from it. */
function textOf({ members, amounts }: Entry): string {
  return JSON.stringify([members.map((member) => member?.values), amounts.map((amount) => decimalText(amount))]);
}

/** Build a version of the first loads and one of all, and describe how they differ without the numbers of rows. */
async function describeChanges(cube: RandomCube, [before, now]: readonly LocalFormat[], first: number) {
  const [from, to] = [build(before!, cube, first), build(now!, cube, cube.loads.length)];
  const earlier = openReader({ engine: from, model: cube.model }, UNBOUNDED);
  const later = openReader({ engine: to, model: cube.model }, UNBOUNDED);
  try {
    const rows: ChangedRows = await later.compare(earlier, shareFields(cube.model, cube.model));
    const one = await later.compare(earlier, shareFields(cube.model, cube.model), 1);
    const [all, few] = [rows, one].map(
      ({ added, removed, changed }) => added.length + removed.length + changed.after.length,
    );
    assert.equal(few! > 0, all! > 0);
    const { model } = cube;
    const { cutConditions } = bindAggregate(model, cutTo(cube, first), 1024);
    const textsOf = async (reader: typeof later, of: Uint32Array) =>
      (await reader.readRows(of)).map(({ id, members, amounts }) => [
        id,
        members.map((member) => member?.values ?? null),
        // Scales depend on the rest of a column.
        amounts.map((amount) => decimalText(amount)),
      ]);
    const sums = async (reader: typeof later, of: Uint32Array) =>
      (await reader.sumRows(of, model.measures)).map((sum) => decimalText(sum));
    return {
      added: await textsOf(later, rows.added),
      removed: await textsOf(earlier, rows.removed),
      changed: await textsOf(later, rows.changed.after),
      was: await textsOf(earlier, rows.changed.before),
      sums: [await sums(later, rows.added), await sums(earlier, rows.removed), await sums(later, rows.changed.after)],
      matched: [...(await later.matchRows(rows.added, cutConditions))],
    };
  } finally {
    for (const reader of [earlier, later]) reader.release();
    for (const engine of [from, to]) engine.dispose();
  }
}

/** Return parameters that cut to a value of the last load, if it is a text. */
function cutTo({ model, loads, queries }: RandomCube, seed: number): Parameters {
  const rows = loads.at(-1)!.rows;
  const dimension = model.dimensions.filter(({ derivation }) => !derivation)[seed % 3];
  const value =
    dimension && rows[seed % Math.max(1, rows.length)]?.members[dimension.index]?.[dimension.identity.index];
  if (typeof value === "string") return parameters([["cut", printCuts([{ field: dimension!.name, value }])]]);
  return queryParameters(queries.find((query) => query.includes("cut=")) ?? "");
}

function build(format: LocalFormat, { model, loads }: RandomCube, count: number): Engine {
  let engine: Engine = format.build(model, null, 1).finish().engine;
  for (const { source, rows } of loads.slice(0, count)) {
    const builder = format.build(model, engine, source);
    void builder.write(rows);
    const next = builder.finish().engine;
    engine.dispose();
    engine = next;
  }
  return engine;
}
