import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { EVERYTHING } from "#src/core/query/condition/condition.js";
import type { SearchQuery } from "#src/core/query/search/query.js";
import { queryParameters, spendingModel } from "../../../../fixtures.js";
import { startFakeCluster } from "../fake-cluster.js";

/** Steps from which on another thread makes an answer, and makes it among the long ones. */
const [ELSEWHERE, LONG] = [1_000_000, 30_000_000];
const MILLION = 1_000_000;

const model = spendingModel();

function aggregateOf(text: string, limit = Infinity) {
  return { ...bindAggregate(model, queryParameters(text), 1024).query, limit };
}

describe("estimates of a version in a cluster", () => {
  it("are of the cells that are read, however many there are", async (context) => {
    const { openVersion } = await startFakeCluster(context, () => "");
    const { estimates } = openVersion(MILLION, { invoice: MILLION });
    assert.ok(estimates.aggregate(aggregateOf("drilldown=invoice")) > LONG);
    assert.ok(estimates.aggregate(aggregateOf("drilldown=invoice", 30)) < ELSEWHERE);
    assert.ok(estimates.aggregate(aggregateOf("")) < ELSEWHERE);
  });

  it("are of the hits that are read", async (context) => {
    const { openVersion } = await startFakeCluster(context, () => "");
    const { estimates } = openVersion(MILLION);
    const nothing = { rarities: null, filters: [], order: [], first: 0, facets: [], statistics: [] };
    const search = (limit: number): SearchQuery => ({ ...nothing, where: EVERYTHING, limit });
    assert.ok(estimates.search(search(100_000)) > LONG);
    assert.ok(estimates.search(search(20)) < ELSEWHERE);
  });

  it("are noted before a query is asked", async (context) => {
    const { asked, openVersion } = await startFakeCluster(context, () => "");
    const planned: number[] = [];
    const plan = (steps: number): void => {
      planned.push(steps);
      throw new RangeError("more than may be done here");
    };
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {}, plan };
    const engine = openVersion(MILLION, { invoice: MILLION });
    const reader = engine.read({ maxCells: Infinity, deadline: Infinity, signal });
    await assert.rejects(async () => reader.aggregate(aggregateOf("drilldown=invoice")), /more than may be done/);
    assert.ok(planned[0]! > LONG);
    assert.deepEqual(asked, []);
    reader.release();
  });
});
