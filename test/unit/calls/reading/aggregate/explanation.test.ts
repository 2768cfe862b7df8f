import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { Answer } from "#src/calls/answer.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { Engine } from "#src/core/engine/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows, SAMPLE } from "../../../../contract/sample.js";
import { contextOf, formText, queryParameters, spendingDataset, spendingModel } from "../../../../fixtures.js";
import { NO_LIMIT, builderOf } from "../../../engines/columnar/rollups/summed.js";
import { groupingOfMembers } from "../../../../grouping-of-members.js";

interface Explained {
  readonly summary: unknown;
  readonly drilldown: unknown;
  readonly explanation?: {
    readonly table: string;
    readonly dimensions: readonly string[] | null;
    readonly rows: number;
    readonly estimated_steps: number;
    readonly rows_visited: number;
    readonly blocks: number;
    readonly blocks_skipped: number;
    readonly steps: readonly { readonly step: string; readonly ms: number }[];
    readonly without_rollup?: string;
  };
}

const model = spendingModel();
const kernel = Kernel.start();
after(() => kernel.close());

function ask(engine: Engine, text: string): Answer {
  const context = contextOf([spendingDataset([], { engine })]);
  return aggregate(context, ANONYMOUS, queryParameters(`dataset=town&${text}`), "");
}

async function json(engine: Engine, text: string): Promise<Explained> {
  return JSON.parse(await formText(ask(engine, text), "json")) as Explained;
}

function openTable(): ColumnarEngine {
  return loadRows(columnarFormat(kernel), model, SAMPLE) as ColumnarEngine;
}

describe("the explanation of an aggregate", () => {
  it("reports what each figure of entries cost, and that no rollup has it", async () => {
    const engine = openTable();
    const { explanation } = await json(
      engine,
      "drilldown=region&measure=amount.min|amount.median|region.count&explain=true",
    );
    assert.deepEqual(explanation!.steps.map(({ step }) => step).slice(3, 7), [
      "group",
      "find amount.min",
      "find amount.median",
      "find region.count",
    ]);
    assert.equal(
      explanation!.without_rollup,
      "Rollups hold sums and numbers of entries; amount.min, amount.median, region.count cannot be computed from them",
    );
    assert.ok(!("without_rollup" in (await json(engine, "measure=amount&explain=true")).explanation!));
    engine.dispose();
  });

  it("reports that entries were read, and the time of each step", async () => {
    const engine = openTable();
    const { explanation, ...rest } = await json(engine, "drilldown=region&cut=region:North&explain=true");
    const { steps, blocks: _, estimated_steps: estimated, ...read } = explanation!;
    assert.ok(estimated > 5);
    assert.deepEqual(read, { table: "entries", dimensions: null, rows: 5, rows_visited: 5, blocks_skipped: 0 });
    assert.deepEqual(
      steps.map(({ step }) => step),
      ["wait", "choose", "select", "group"],
    );
    assert.ok(steps.every(({ ms }) => ms >= 0));
    assert.deepEqual(rest, await json(engine, "drilldown=region&cut=region:North"));
    engine.dispose();
  });

  it("reports which rollup was read, grouped by members and by attributes", async () => {
    const engine = openTable();
    const time = model.dimensions.find(({ name }) => name === "time")!;
    const year = time.attributes.find(({ name }) => name === "year")!.index;
    const [region] = groupingOfMembers([model.dimensions.find(({ name }) => name === "region")!.index]);
    const shape = [{ dimension: time.index, attributes: [year] }, region!];
    assert.ok(await engine.rollups.build(builderOf(kernel, engine), shape, NO_LIMIT));
    const { explanation } = await json(engine, "drilldown=year&cut=region:North&explain=YES");
    const { steps: _, blocks: __, estimated_steps: ___, ...read } = explanation!;
    assert.deepEqual(read, {
      table: "rollup",
      dimensions: ["time.year", "region"],
      rows: 5,
      rows_visited: 5,
      blocks_skipped: 0,
    });
    engine.dispose();
  });

  it("counts only the entries that an index found", async () => {
    const engine = openTable();
    const { explanation } = await json(engine, "q=north&explain=true");
    assert.deepEqual([explanation!.rows, explanation!.rows_visited], [5, 2]);
    engine.dispose();
  });

  it("is absent unless requested, and makes an answer that is not shared", async () => {
    const engine = openTable();
    for (const text of ["", "explain=", "explain=false"]) {
      assert.equal((await json(engine, text)).explanation, undefined, text);
      assert.equal(ask(engine, text).once, undefined, text);
    }
    assert.equal(ask(engine, "explain=true").once, true);
    engine.dispose();
  });
});
