import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { warnOfAddedMembers } from "#src/calls/reading/aggregate/additivity.js";
import type { Bounds } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters, SPENDING, spendingEngine, spendingModel } from "../../../../fixtures.js";

const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

/** Warnings of the total of entries in these regions, which are phases. */
function warningsOf(
  regions: readonly string[],
  keys: object = {},
  bounds: Bounds = BOUNDS,
): Promise<readonly string[]> {
  const model = spendingModel({ region: { ...SPENDING.mapping.region, role: "phase", ...keys } });
  const rows = regions.map((region, at) => ({ id: `${at}`.padStart(40, "0"), paid: 1n, region }));
  const bound = bindAggregate(model, queryParameters(""), 1024);
  const readable = { engine: spendingEngine(rows, model), model };
  return withReader(readable, bounds, (reader) => warnOfAddedMembers(reader, bound, model.dimensions, bounds));
}

const about = (members: string): string =>
  `amount adds up ${members} of "region", which contain one another: cut or drill down by region`;

describe("the warning of members that must not be added up", () => {
  it("names up to four of them", async () => {
    assert.deepEqual(await warningsOf([]), []);
    assert.deepEqual(await warningsOf(["a"]), []);
    assert.deepEqual(await warningsOf(["a", "b"]), [about("a and b")]);
    assert.deepEqual(await warningsOf(["a", "b", "c", "d"]), [about("a, b, c and d")]);
    assert.deepEqual(await warningsOf(["a", "b", "c", "d", "e"]), [about("a, b, c and 2 more")]);
  });

  it("counts those beyond the first hundred, too", async () => {
    const regions = Array.from({ length: 150 }, (_, at) => `r${1000 + at}`);
    assert.deepEqual(await warningsOf(regions), [about("r1000, r1001, r1002 and 147 more")]);
  });

  it("begins with those that the model puts in an order", async () => {
    const regions = ["a", "b", "c", "d", "e"];
    assert.deepEqual(await warningsOf(regions, { order: ["e", "x", "b"] }), [about("e, b, a and 2 more")]);
  });

  it("shortens long names", async () => {
    assert.deepEqual(await warningsOf(["a", "b".repeat(100)]), [about(`a and ${"b".repeat(79)}…`)]);
  });

  it("names none if they are too many to group by", async () => {
    assert.deepEqual(await warningsOf(["a", "b"], {}, { ...BOUNDS, maxCells: 2 }), [about("members")]);
  });
});
