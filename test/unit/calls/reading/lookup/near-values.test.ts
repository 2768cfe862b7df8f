import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { findNearValues } from "#src/calls/reading/lookup/near-values.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { engineOf, type Row, spendingEngine, spendingModel } from "../../../../fixtures.js";

const dimension = spendingModel().dimensions.find(({ name }) => name === "cofog1")!;
const [name, label] = dimension.attributes as [typeof dimension.identity, typeof dimension.identity];

const ROWS: readonly Row[] = [
  { id: "a", paid: 1n, code: "04", function: "Economic affairs" },
  { id: "b", paid: 1n, code: "07", function: "Health" },
  { id: "c", paid: 1n, code: "10", function: "Social protection" },
  { id: "d", paid: 1n, code: "sante", function: "Sant\u00e9" },
  { id: "e", paid: 1n, code: "long", function: "x".repeat(101) },
];

let small: Engine;
/** The same data with so many members that they are searched by prefix. */
let large: Engine;
let limits: number[];
before(() => {
  small = spendingEngine(ROWS);
  const reader = small.read(UNBOUNDED);
  limits = [];
  large = engineOf(
    {},
    {
      countMembers: async () => 30_001,
      distinct: (query) => {
        limits.push(query.limit);
        assert.notEqual(query.prefix, "");
        return reader.distinct(query);
      },
    },
  );
});

async function nearOf(engine: Engine, attribute: typeof name, wanted: string, bounds = UNBOUNDED): Promise<unknown> {
  const target = { dimension, attribute };
  const near = await withReader(engine, bounds, (reader) => findNearValues(reader, target, wanted, bounds));
  return near.map(({ value, label }) => (label === null ? value : `${value} (${label})`));
}

describe("values near a wanted one", () => {
  it("are found by their own text, whatever its case and accents", async () => {
    assert.deepEqual(await nearOf(small, name, "SANT\u00c9"), ["sante"]);
    assert.deepEqual(await nearOf(small, label, "healht"), ["Health"]);
  });

  it("are found by the label of their member", async () => {
    assert.deepEqual(await nearOf(small, name, "health"), ["07 (Health)"]);
    assert.deepEqual(await nearOf(small, name, "Econ"), ["04 (Economic affairs)"]);
    assert.deepEqual(await nearOf(small, name, "protection"), ["10 (Social protection)"]);
  });

  it("are found by the name of their member", async () =>
    assert.deepEqual(await nearOf(small, label, "10"), ["Social protection"]));

  it("are not found by long texts", async () => {
    assert.deepEqual(await nearOf(small, name, "x".repeat(101)), []);
    assert.deepEqual(await nearOf(small, label, "xxxx"), []);
  });

  it("are found by prefix among many, within a limit", async () => {
    assert.deepEqual(await nearOf(large, name, "Heath"), ["07 (Health)"]);
    assert.deepEqual(await nearOf(large, name, "social"), ["10 (Social protection)"]);
    assert.deepEqual(await nearOf(large, name, "protection"), []);
    assert.ok(limits.length > 0 && limits.every((limit) => limit <= 1000));
  });

  it("are searched before the deadline only", async () => {
    const bounds = { ...UNBOUNDED, deadline: 0 };
    await assert.rejects(nearOf(small, name, "health", bounds), OverCapacity);
    await assert.rejects(nearOf(large, name, "health", bounds), OverCapacity);
  });
});
