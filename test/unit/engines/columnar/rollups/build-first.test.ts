import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { reportMemory } from "#src/engines/columnar/memory-report.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { buildFirst, chooseFirst } from "#src/engines/columnar/rollups/build-first.js";
import { nameParts } from "#src/engines/columnar/rollups/grouping-set.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { builderOf } from "./summed.js";
import { loadRows } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";

const plain = spendingModel();
const kernel = Kernel.start();
after(() => kernel.close());

/** The model with some dimensions as facets, and no others. */
function withFacets(...names: readonly string[]): Model {
  const dimensions = plain.dimensions.map((each) => ({
    ...each,
    facet: names.includes(each.name),
    attributes: each.attributes.map((attribute) => ({ ...attribute, facet: false })),
  }));
  return { ...plain, dimensions, views: [] };
}

function viewOf(dimension: string): Model["views"][number] {
  const empty = new Map<string, never>();
  return {
    name: "v",
    label: "v",
    entity: "dataset",
    dimension: "dataset",
    drilldown: dimension,
    cuts: empty,
    filters: empty,
  };
}

/** Choose dimensions where each one not in `members` has 1000 members and all are independent. */
async function choose(
  model: Model,
  members: Readonly<Record<string, number>>,
  rows: number,
): Promise<readonly string[]> {
  const numMembers = model.dimensions.map(({ name }) => members[name] ?? 1000);
  const count = async (dimensions: readonly number[]): Promise<number | null> => {
    const product = dimensions.reduce((rows, at) => rows * numMembers[at]!, 1);
    return product <= rows ? product : null;
  };
  const chosen = await chooseFirst({ model, numMembers, rows, count });
  return chosen.map((at) => model.dimensions[at]!.name);
}

describe("the dimensions of a first rollup", () => {
  const few = { time: 10, region: 10, cofog1: 9 };

  it("are the time first, then facets, then others", async () => {
    assert.deepEqual(await choose(withFacets("region"), few, 100), ["time", "region"].toSorted(byPosition));
    assert.deepEqual(await choose(withFacets("cofog1"), few, 100), ["time", "cofog1"].toSorted(byPosition));
    assert.deepEqual(await choose(withFacets(), few, 100), ["time", "cofog1"].toSorted(byPosition));
  });

  it("include those of views before others", async () => {
    const model = { ...withFacets(), views: [viewOf("region.name")] };
    assert.deepEqual(await choose(model, few, 100), ["time", "region"].toSorted(byPosition));
  });

  it("skip one that does not fit, and go on with the next", async () => {
    assert.deepEqual(
      await choose(withFacets("region"), { ...few, region: 12 }, 110),
      ["time", "cofog1"].toSorted(byPosition),
    );
    assert.deepEqual(await choose(withFacets(), few, 0), []);
  });

  it("end with one that would take most of the rows", async () => {
    assert.deepEqual(await choose(withFacets(), { ...few, time: 100 }, 101), ["cofog1", "region"].toSorted(byPosition));
  });

  it("are counted if their members depend on each other", async () => {
    const { model, numMembers, rows } = {
      model: withFacets(),
      numMembers: plain.dimensions.map(({ name }) => (name === "region" || name === "cofog1" ? 10 : 1000)),
      rows: 99,
    };
    const chosen = await chooseFirst({
      model,
      numMembers,
      rows,
      count: async ({ length }) => (length <= 2 ? 10 : null),
    });
    assert.deepEqual(chosen.map((at) => model.dimensions[at]!.name).toSorted(), ["cofog1", "region"]);
  });
});

describe("a first rollup", () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    id: `${at}`,
    paid: BigInt(at),
    region: `region ${at % 4}`,
    code: `${at % 8}`,
    date: `20${10 + (at % 2)}-01-01`,
  }));

  it("is built for a table of many entries and listed in its memory report", async () => {
    const engine = loadRows(columnarFormat(kernel), plain, rows) as ColumnarEngine;
    await buildFirst(engine, builderOf(kernel, engine), 0.25);
    const [rollup, ...others] = engine.rollups.held;
    assert.ok(rollup && rollup.rows <= 625 && rollup.rows > 1);
    assert.deepEqual(others, []);
    const names = nameParts(plain, rollup.grouping);
    for (const name of ["time", "region"]) assert.ok(names.includes(name), names.join());
    const accounts = reportMemory(engine);
    assert.deepEqual(
      accounts.filter(({ purpose }) => purpose === "rollups"),
      [{ purpose: "rollups", column: names.join(", "), bytes: rollup.bytes }],
    );
    assert.equal(
      accounts.reduce((sum, { bytes }) => sum + bytes, 0),
      [...engine.table.memories, rollup.memory].reduce((sum, { byteLength }) => sum + byteLength, 0),
    );
    assert.equal(
      engine.numBytes,
      accounts.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    engine.dispose();
  });

  it("is not built for few entries, nor without a budget", async () => {
    for (const [entries, share] of [
      [10_000, 0],
      [10_000, 1e-6],
      [9999, 0.25],
    ] as const) {
      const engine = loadRows(columnarFormat(kernel), plain, rows.slice(0, entries)) as ColumnarEngine;
      await buildFirst(engine, builderOf(kernel, engine), share);
      assert.deepEqual(engine.rollups.held, []);
      engine.dispose();
    }
  });
});

function byPosition(one: string, other: string): number {
  const positionOf = (name: string): number => plain.dimensions.findIndex((each) => each.name === name);
  return positionOf(one) - positionOf(other);
}
