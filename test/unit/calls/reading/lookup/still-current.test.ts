import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import { stillCurrent } from "#src/calls/reading/lookup/still-current.js";
import { makeCollector } from "#src/engines/kernel/memory/collect-garbage.js";
import type { Catalog } from "#src/store/catalog.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, queryParameters, spendingDataset } from "../../../../fixtures.js";

const ROWS = [{ id: "a", paid: 1n }];

/** A catalog whose only dataset is `dataset`. */
class OneDataset {
  dataset: Dataset | undefined = spendingDataset(ROWS);
  readonly catalog = { get: () => this.dataset } as unknown as Catalog;
}

describe("a version of a dataset", () => {
  const changes: readonly [what: string, changes: Partial<Dataset>, holds: boolean][] = [
    ["is current if nothing has changed", {}, true],
    ["is not current after another load", { version: "another" }, false],
    ["is not current for the public once it is private", { private: true }, false],
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

  it("is not current after the dataset was dropped", () => {
    const one = new OneDataset();
    const isCurrent = stillCurrent(one.catalog, one.dataset!);
    one.dataset = undefined;
    assert.equal(isCurrent(), false);
  });

  it("is not kept in memory by the check of an answer", async () => {
    const one = new OneDataset();
    const { engine, holds } = askAndReload(one);
    await turn();
    makeCollector()();
    assert.equal(holds!(), false);
    assert.equal(engine.deref(), undefined);
  });
});

/** Separate function, so that only its result stays reachable. */
function askAndReload(one: OneDataset) {
  const { holds } = aggregate(contextOf([], one), ANONYMOUS, queryParameters("dataset=town"), "");
  const engine = new WeakRef(one.dataset!.engine);
  one.dataset = { ...spendingDataset(ROWS), version: "another" };
  return { engine, holds };
}
