import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { findDataset } from "#src/calls/reading/lookup/find-dataset.js";
import { suggestTyped } from "#src/calls/views/suggest/suggest.js";
import type { Engine } from "#src/core/engine/engine.js";
import { NotFound } from "#src/core/errors/errors.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { type Dataset, summarizeVersion } from "#src/store/dataset.js";
import { contextOf, entryInput, queryParameters, spendingDataset, spendingModel } from "../../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

function townOf(at: number): Dataset {
  const plain = spendingModel();
  const model = { ...plain, dataset: { ...plain.dataset, name: `town-${at}`, label: `Town ${at}` } };
  const builder = columnarFormat(kernel).build(model, null, 1);
  builder.write([entryInput({ id: "1", paid: BigInt(at), region: at === 3 ? "Ortzone" : `Place ${at}` })]);
  const { engine } = builder.finish() as unknown as { engine: Engine };
  return spendingDataset([], { model, engine });
}

/** The datasets as executors have them: what opens them is noted. */
function unopened(datasets: readonly Dataset[], opened: Set<string>): readonly Dataset[] {
  return datasets.map((dataset) => {
    const note = (): void => void opened.add(dataset.model.dataset.name);
    return {
      ...dataset,
      summary: summarizeVersion(dataset),
      get model() {
        note();
        return dataset.model;
      },
      get engine() {
        note();
        return dataset.engine;
      },
    };
  });
}

const towns = Array.from({ length: 20 }, (_, at) => townOf(at));

async function suggest(datasets: readonly Dataset[], opened: Set<string>): Promise<string> {
  const context = contextOf(datasets);
  opened.clear();
  const answer = suggestTyped(context, ANONYMOUS, queryParameters("q=ortz"), "http://x");
  const { chunks } = (await answer.formats.json!()) as { readonly chunks: Iterable<unknown> };
  const texts: string[] = [];
  for (const chunk of chunks) texts.push(String(chunk));
  return texts.join("");
}

describe("suggestions over many datasets", () => {
  it("open no others than those that have the words, and say what they say if all are open", async () => {
    const opened = new Set<string>();
    const found = await suggest(unopened(towns, opened), opened);
    // A search is bound to the first.
    assert.deepEqual([...opened].toSorted(), ["town-0", "town-3"]);
    assert.match(found, /Ortzone/);
    assert.equal(found, await suggest(towns, new Set()));
  });
});

describe("a missing dataset", () => {
  it("is told from many others without opening one", () => {
    const opened = new Set<string>();
    const context = contextOf(unopened(towns, opened));
    opened.clear();
    assert.throws(
      () => findDataset(context, ANONYMOUS, "town-33", NotFound),
      (error: NotFound) => error.message.includes("town-3"),
    );
    assert.deepEqual([...opened], []);
  });
});
