import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/api/aggregate/aggregate.js";
import { stillCurrent } from "#src/api/lookup/still-current.js";
import { makeCollector } from "#src/kernel/memory/collect-garbage.js";
import type { Catalog } from "#src/store/catalog.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, queryParameters, spendingDataset } from "../../../fixtures.js";

const ROWS = [{ id: "a", paid: 1n }];

/** Its only dataset is whatever `dataset` is. */
class OneDataset {
  dataset: Dataset | undefined = spendingDataset(ROWS);
  readonly catalog = { get: () => this.dataset } as unknown as Catalog;
}

describe("a dataset is still what it was", () => {
  const changes: readonly [what: string, changes: Partial<Dataset>, holds: boolean][] = [
    ["where nothing has happened", {}, true],
    ["but not where it was loaded again", { version: "another" }, false],
    ["but not where it was made private", { private: true }, false],
  ];
  for (const [what, change, holds] of changes) {
    it(what, () => {
      const one = new OneDataset();
      const isCurrent = stillCurrent(one.catalog, one.dataset!);
      assert.equal(isCurrent(), true);
      one.dataset = { ...one.dataset!, ...change };
      assert.equal(isCurrent(), holds);
    });
  }

  it("but not where it is gone", () => {
    const one = new OneDataset();
    const isCurrent = stillCurrent(one.catalog, one.dataset!);
    one.dataset = undefined;
    assert.equal(isCurrent(), false);
  });

  it("as an answer says that holds on to no version", async () => {
    const one = new OneDataset();
    const { engine, holds } = askAndReload(one);
    await turn();
    makeCollector()();
    assert.equal(holds!(), false);
    assert.equal(engine.deref(), undefined);
  });
});

/** Nothing but what is returned outlives this. */
function askAndReload(one: OneDataset) {
  const { holds } = aggregate(contextOf([], one), ANONYMOUS, queryParameters("dataset=town"), "");
  const engine = new WeakRef(one.dataset!.engine);
  one.dataset = { ...spendingDataset(ROWS), version: "another" };
  return { engine, holds };
}
