import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { findNamesakes, listNaming } from "#src/calls/reading/members/find-namesakes.js";
import { sumNamesakes } from "#src/calls/reading/members/sum-namesakes.js";
import type { Engine } from "#src/core/engine/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, entryInput, spendingDataset, spendingModel } from "../../../../fixtures.js";

/** Counts how often a dataset is opened and read. */
interface Counted {
  readonly dataset: Dataset;
  reads: number;
}

describe("members over many datasets", () => {
  const kernel = Kernel.start();
  after(() => kernel.close());

  function makeDataset(at: number, region: string, withNames = true): Counted {
    const plain = spendingModel();
    const model = { ...plain, dataset: { ...plain.dataset, name: `town-${at}` } };
    const builder = columnarFormat(kernel).build(model, null, 1);
    builder.write([entryInput({ id: "1", paid: BigInt(at), region, code: String(at), function: `Function ${at}` })]);
    const { engine } = builder.finish() as unknown as { engine: Engine };
    const counted = { reads: 0 };
    const counting = new Proxy(engine, {
      get(target, key) {
        if (key === "names" && !withNames) return undefined;
        if (key === "memberSums" || key === "sumMembers") return undefined;
        const value: unknown = Reflect.get(target, key, target);
        if (key !== "read") return value;
        counted.reads++;
        return (value as () => unknown).bind(target);
      },
    });
    return Object.assign(counted, { dataset: spendingDataset([], { model, engine: counting }) });
  }

  async function sum(all: readonly Counted[], taxonomy: string, name: string) {
    const datasets = all.map(({ dataset }) => dataset);
    const scope = { context: contextOf(datasets), actor: ANONYMOUS, datasets };
    const sums = await sumNamesakes(scope, await findNamesakes(scope, { taxonomy, name }));
    return sums.map(({ dataset, totals }) => [dataset.model.dataset.name, totals![0]!.unscaled]);
  }

  it("reads no dataset but those that have one", async () => {
    const all = Array.from({ length: 50 }, (_, at) => makeDataset(at, at % 10 === 3 ? "Málaga" : `Place ${at}`));
    assert.deepEqual(await sum(all, "region", "malaga"), [
      ["town-13", 13n],
      ["town-23", 23n],
      ["town-3", 3n],
      ["town-33", 33n],
      ["town-43", 43n],
    ]);
    assert.deepEqual(
      all.flatMap(({ reads }, at) => (reads > 0 ? [at] : [])),
      [3, 13, 23, 33, 43],
    );
  });

  it("reads none whose name is in another dimension, or has only its words", async () => {
    const all = [makeDataset(101, "South of North"), makeDataset(102, "North")];
    assert.deepEqual(await sum(all, "region", "north"), [["town-102", 102n]]);
    assert.deepEqual(await sum(all, "cofog", "north"), []);
    assert.deepEqual(
      all.map(({ reads }) => reads > 0),
      [false, true],
    );
  });

  it("finds the same in versions whose names are not known, and in dimensions that list none", async () => {
    const all = [makeDataset(201, "North", false), makeDataset(202, "South", false), makeDataset(203, "North")];
    assert.deepEqual(await sum(all, "region", "NORTH"), [
      ["town-201", 201n],
      ["town-203", 203n],
    ]);
    const datasets = all.map(({ dataset }) => dataset);
    assert.deepEqual(listNaming(datasets, "North"), [datasets[0], datasets[2]]);
  });
});
