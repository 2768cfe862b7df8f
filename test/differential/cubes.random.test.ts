import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { compareValues } from "#src/core/engine/compare.js";
import { compareDecimals } from "#src/core/model/values/decimal.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import { streamEntries } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { CUBE_PARAMETERS } from "#src/features/babbage/parameters.js";
import type { Attribute, Dimension, Model } from "#src/core/model/cube.js";
import { addDecimals, type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import type { Value } from "#src/core/model/values/value.js";
import { contextOf, spendingDataset } from "../fixtures.js";
import { assertVaried, randomRuns } from "../full.js";
import { type CellsAnswer, type Query, readCells, readFacts, readMembers, readOlder } from "./cube-answers.js";
import { type RandomCube, randomCube, withoutUnplaced } from "./random-cube.js";
import { readValueOf } from "../reference/view.js";

const RUNS = randomRuns(25, 200);
const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

/** An attribute under its full reference. */
interface Referred {
  readonly ref: string;
  readonly dimension: Dimension;
  readonly attribute: Attribute;
}

interface Cut {
  readonly on: Referred;
  readonly values: readonly Value[];
}

const seen = { cells: 0, cut: 0, missing: 0, compared: 0, ordered: 0 };

describe("the answers about cubes", () => {
  it("are those of an obvious implementation, and those of the older interface", async () => {
    const picks = fc.array(fc.nat(), { maxLength: 3 });
    const cuts = fc.array(fc.tuple(fc.nat(), fc.array(fc.nat(), { minLength: 1, maxLength: 3 })), { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(randomCube, picks, cuts, fc.nat(), async (cube, drilled, cutting, picked) => {
        const { model } = cube;
        const engine = load(cube);
        const context = contextOf([spendingDataset([], { model, engine })], { parameters: CUBE_PARAMETERS });
        try {
          const entries: Entry[] = [];
          for await (const batch of streamEntries({ engine, model })) entries.push(...batch);
          const all = listNamed(model);
          const chosen = cutting.map(([at, of]): Cut => {
            const on = all[at % all.length]!;
            const values = of.map((each) =>
              entries.length === 0 ? null : valueOf(entries[each % entries.length]!, on),
            );
            return { on, values: [...new Set(values)] };
          });
          const found = entries.filter((entry) => chosen.every((cut) => cut.values.includes(valueOf(entry, cut.on))));
          seen.cut += Number(found.length > 0 && found.length < entries.length);
          seen.missing += Number(found.length > 0 && chosen.some(({ values }) => values.includes(null)));
          const drilldown = pickDrilldown(model, all, drilled);
          const cut = printCuts(chosen);
          await checkCells(context, model, found, drilldown, cut, chosen);
          await checkMembers(context, model, found, all[picked % all.length]!, cut);
          await checkFacts(context, model, found, all[picked % all.length]!, cut);
        } finally {
          engine.dispose();
        }
      }),
      { numRuns: RUNS },
    );
    assertVaried(seen, 4);
  });
});

type Context = ReturnType<typeof contextOf>;

async function checkCells(
  context: Context,
  model: Model,
  found: readonly Entry[],
  drilldown: readonly string[],
  cut: string,
  cuts: readonly Cut[],
): Promise<void> {
  const query = { drilldown: drilldown.join("|"), cut, order: "amount.sum:desc" };
  const answer = await readCells(context, "cube", query);
  const columns = [...new Map(drilldown.flatMap((each) => columnsOf(model, each)).map((each) => [each.ref, each]))];
  assert.deepEqual(
    answer.attributes,
    columns.map(([ref]) => ref),
  );
  // Without a drilldown there is one cell, even of no entries.
  const groups = new Map<string, Entry[]>(columns.length === 0 ? [["[]", []]] : []);
  for (const entry of found) {
    const key = JSON.stringify(columns.map(([ref, column]) => [ref, showValue(valueOf(entry, column))]));
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const expected = [...groups].map(([key, of]) => ({ ...Object.fromEntries(JSON.parse(key)), ...sum(model, of) }));
  seen.cells += Number(expected.length > 1);
  assert.deepEqual(answer.cells.map(sortKeys).toSorted(), expected.map(sortKeys).toSorted());
  assert.deepEqual(answer.summary, sum(model, found));
  assert.equal(answer.total_cell_count, `#${expected.length}`);
  const distinct = new Set(cuts.map(({ on }) => on.ref)).size === cuts.length;
  if (distinct && !cuts.some(({ values }) => values.includes(null))) {
    await compareOlder(context, model, answer, drilldown, cuts);
  }
  const page = await readCells(context, "cube", { ...query, page: "2", pagesize: "2" });
  assert.deepEqual(page.cells, answer.cells.slice(2, 4));
}

/** Ask the older interface the same, and compare every total with all its digits. */
async function compareOlder(
  context: Context,
  model: Model,
  answer: CellsAnswer,
  drilldown: readonly string[],
  cuts: readonly Cut[],
): Promise<void> {
  const older = await readOlder(context, "cube", {
    drilldown: drilldown.join("|"),
    cut: cuts.flatMap(({ on, values }) => values.map((value) => `${on.ref}:${printValue(value)}`)).join("|"),
    measure: model.measures.map(({ name }) => name).join("|"),
    order: "amount:desc",
  });
  const figures = (row: Query | CellsAnswer["summary"], suffix: string, count: string): unknown => [
    ...model.measures.map(({ name }) => row[`${name}${suffix}`]),
    row[count],
  ];
  assert.deepEqual(figures(answer.summary, ".sum", "_count"), figures(older.summary, "", "num_entries"));
  assert.equal(answer.total_cell_count, older.summary["num_drilldowns"]);
  assert.deepEqual(
    answer.cells.map((cell) => figures(cell, ".sum", "_count")),
    older.drilldown.map((cell) => figures(cell, "", "num_entries")),
  );
  assert.deepEqual(answer.warnings, (older as { warnings?: unknown }).warnings);
  seen.compared += Number(answer.cells.length > 1);
}

async function checkMembers(
  context: Context,
  model: Model,
  found: readonly Entry[],
  picked: Referred,
  cut: string,
): Promise<void> {
  for (const reference of [picked.dimension.name, picked.ref]) {
    const columns = columnsOf(model, reference);
    const rows = found.map((entry) =>
      JSON.stringify(Object.fromEntries(columns.map((each) => [each.ref, showValue(valueOf(entry, each))]))),
    );
    const expected = [...new Set(rows)].toSorted();
    const { data, total_member_count: count } = await readMembers(context, "cube", reference, { cut });
    assert.deepEqual(data.map((row) => JSON.stringify(row)).toSorted(), expected);
    assert.equal(count, `#${expected.length}`);
  }
}

async function checkFacts(
  context: Context,
  model: Model,
  found: readonly Entry[],
  picked: Referred,
  cut: string,
): Promise<void> {
  const [first] = model.measures;
  const expected = found
    .toSorted(
      (a, b) =>
        compareValues(valueOf(a, picked), valueOf(b, picked), true) ||
        compareDecimals(a.amounts[0]!, b.amounts[0]!) ||
        (a.id < b.id ? -1 : 1),
    )
    .map((entry) => ({
      [picked.ref]: showValue(valueOf(entry, picked)),
      ...Object.fromEntries(model.measures.map(({ name }, at) => [name, `#${decimalText(entry.amounts[at]!)}`])),
    }));
  const fields = [picked.ref, ...model.measures.map(({ name }) => name)].join(",");
  const order = `${picked.ref}:desc,${first!.name}`;
  const answer = await readFacts(context, "cube", { cut, fields, order });
  assert.deepEqual(answer.data, expected);
  assert.equal(answer.total_fact_count, `#${found.length}`);
  seen.ordered += Number(new Set(expected.map((row) => row[picked.ref])).size > 1);
  const every = await readFacts(context, "cube", { cut });
  assert.deepEqual(every.fields, [
    ...listReferred(model).map(({ ref }) => ref),
    ...model.measures.map(({ name }) => name),
  ]);
  assert.equal(every.data.length, found.length);
}

function load(cube: RandomCube): Engine {
  const builder = columnarFormat(kernel).build(cube.model, null, 1);
  for (const { rows } of cube.loads) void builder.write(rows);
  return builder.finish().engine;
}

function listReferred(model: Model): readonly Referred[] {
  return listNamed(model).filter(({ dimension, attribute }) => dimension.attributes.includes(attribute));
}

/** List all attributes that references name, also unlisted ones. */
function listNamed({ dimensions }: Model): readonly Referred[] {
  return dimensions.flatMap((dimension) => {
    const { name, attributes, unlisted = [] } = dimension;
    return [...attributes, ...unlisted].map((attribute) => ({
      ref: `${name}.${attribute.name}`,
      dimension,
      attribute,
    }));
  });
}

/** The attributes that a reference of a dimension or an attribute shows. */
function columnsOf(model: Model, reference: string): readonly Referred[] {
  const unlisted = listNamed(model).filter(({ ref }) => ref === reference);
  const listed = listReferred(model).filter(({ ref, dimension }) => ref === reference || dimension.name === reference);
  return listed.length > 0 ? listed : unlisted;
}

/** Choose references of dimensions and attributes, the members of any but those of all at once. */
function pickDrilldown(model: Model, all: readonly Referred[], picked: readonly number[]): readonly string[] {
  const references = [...model.dimensions.map(({ name }) => name), ...all.map(({ ref }) => ref)];
  return withoutUnplaced([...new Set(picked.map((at) => references[at % references.length]!))]);
}

function valueOf({ members }: Entry, { dimension, attribute }: Referred): Value {
  return readValueOf(members[dimension.index]?.values ?? [], dimension, attribute);
}

function sum(model: Model, entries: readonly Entry[]): Record<string, string> {
  const zero: Decimal = { unscaled: 0n, scale: 0 };
  const sums = model.measures.map(({ name }, at) => {
    const total = entries.reduce((all, { amounts }) => addDecimals(all, amounts[at]!), zero);
    return [`${name}.sum`, `#${decimalText(total)}`];
  });
  return { ...Object.fromEntries(sums), _count: `#${entries.length}` };
}

function showValue(value: Value): string | null {
  return typeof value === "number" ? `#${JSON.stringify(value)}` : value;
}

function printCuts(cuts: readonly Cut[]): string {
  return cuts.map(({ on, values }) => `${on.ref}:${values.map(printValue).join(";")}`).join("|");
}

function printValue(value: Value): string {
  return value === null ? "" : typeof value === "number" ? String(value) : JSON.stringify(value);
}

function sortKeys(row: Readonly<Record<string, string | null>>): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
