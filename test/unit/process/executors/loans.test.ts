import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { carryModel } from "#src/core/model/parse/carried-model.js";
import { Loans } from "#src/process/executors/loans.js";
import type { ExecutorRequest } from "#src/process/executors/messages.js";
import { ParsedModels } from "#src/process/executors/parsed-models.js";
import { ShownDatasets } from "#src/process/executors/shown-datasets.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dataset } from "#src/store/dataset.js";
import { entryInput, spendingDataset, spendingModel } from "../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

async function townCalled(name: string): Promise<Dataset> {
  const model = spendingModel();
  const named = {
    ...model,
    dataset: { ...model.dataset, name },
    document: { ...model.document, dataset: { ...(model.document["dataset"] as object), name } },
  };
  const builder = columnarFormat(kernel).build(named, null, 1);
  await builder.write([entryInput({ id: "1", paid: 100n })]);
  const { engine } = await builder.finish();
  return { ...spendingDataset([]), model: named, asLoaded: named, engine };
}

function townsCalled(...names: readonly string[]): Promise<readonly Dataset[]> {
  return Promise.all(names.map((name) => townCalled(name)));
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `town-${at}`);
}

const shownIn = (requests: readonly ExecutorRequest[]): readonly string[] =>
  requests.flatMap((each) => ("show" in each ? each.show.map(({ name }) => name) : []));
const lentIn = (requests: readonly ExecutorRequest[]): number => requests.filter((each) => "lend" in each).length;

describe("datasets that executors are shown", () => {
  it("are sent once, whatever else changes later", async () => {
    const sent: ExecutorRequest[] = [];
    const loans = new Loans((request) => void sent.push(request));
    const [a, b, c] = (await townsCalled("a", "b", "c")) as [Dataset, Dataset, Dataset];
    loans.show([a, b]);
    assert.deepEqual([shownIn(sent), lentIn(sent)], [["a", "b"], 2]);
    sent.length = 0;
    loans.show([a, { ...b, private: true }, c]);
    assert.deepEqual([shownIn(sent), lentIn(sent)], [["b", "c"], 1]);
    sent.length = 0;
    loans.show([c]);
    const last = sent.find((each) => "show" in each);
    assert.deepEqual(
      [shownIn(sent), last?.hidden, sent.filter((each) => "takeBack" in each).length],
      [[], ["a", "b"], 2],
    );
    loans.noteEnded();
  });

  it("are sent in parts, between which other work runs and datasets change", async () => {
    const towns = await townsCalled(...numbered(90));
    const sent: ExecutorRequest[] = [];
    let pauses = 0;
    const others = await townsCalled("new", "town-89");
    const loans: Loans = new Loans((request) => void sent.push(request), {
      pause: async () => {
        if (++pauses === 1) loans.show([...towns.slice(0, 89), ...others]);
      },
    });
    loans.show(towns);
    assert.ok(shownIn(sent).length < 50, "not all at once");
    await loans.showing;
    assert.equal(loans.showing, null);
    assert.ok(pauses > 2);
    assert.deepEqual(shownIn(sent).toSorted(), [...numbered(90), "new"].toSorted());
    assert.equal(lentIn(sent), 91);
    loans.noteEnded();
  });

  it("are not looked at when others change", async () => {
    let looks = 0;
    const towns = await townsCalled(...numbered(40));
    const watched = towns.map((town) => {
      const { model } = town;
      return Object.defineProperty({ ...town }, "model", { enumerable: true, get: () => (looks++, model) });
    });
    const sent: ExecutorRequest[] = [];
    const loans = new Loans((request) => void sent.push(request));
    loans.show(watched);
    await loans.showing;
    const [fresh] = await townsCalled("fresh");
    [looks, sent.length] = [0, 0];
    loans.show([...watched.slice(0, 7), ...watched.slice(8), fresh!]);
    loans.show([...watched.slice(0, 7), ...watched.slice(8)]);
    assert.deepEqual(
      [shownIn(sent), sent.flatMap((each) => ("show" in each ? each.hidden : [])), looks < 10],
      [["fresh"], ["town-7", "fresh"], true],
    );
    assert.equal(sent.filter((each) => "takeBack" in each).length, 2);
    loans.noteEnded();
  });

  it("keep the table that others share with one that is gone", async () => {
    const [town] = (await townsCalled("town")) as [Dataset];
    const model = { ...town.model, dataset: { ...town.model.dataset, name: "town@1" } };
    const past: Dataset = { ...town, model, asLoaded: model, isFixed: true };
    const sent: ExecutorRequest[] = [];
    const backIn = (): number => sent.filter((each) => "takeBack" in each).length;
    const loans = new Loans((request) => void sent.push(request));
    loans.show([town, past]);
    loans.show([town]);
    loans.show([{ ...town, private: true }]);
    assert.deepEqual([lentIn(sent), backIn()], [1, 0]);
    loans.show([]);
    assert.equal(backIn(), 1);
    loans.noteEnded();
  });

  it("stop being sent when the executor ends", async () => {
    const towns = await townsCalled(...numbered(90));
    const sent: ExecutorRequest[] = [];
    const loans: Loans = new Loans((request) => void sent.push(request), { pause: async () => loans.noteEnded() });
    loans.show(towns);
    await loans.showing;
    assert.ok(shownIn(sent).length < 50);
  });

  it("are opened when they are first read, and have the same model from one version to the next", async () => {
    const shown = new ShownDatasets(new ParsedModels());
    const opened: number[] = [];
    const engines = await townsCalled("a", "b");
    const tables = new Map(
      engines.map(({ engine }, at) => [
        at,
        {
          get engine() {
            opened.push(at);
            return engine;
          },
        },
      ]),
    );
    const describeAs = (dataset: Dataset, table: number, version: string) => ({
      ...Object.fromEntries(Object.entries(dataset).filter(([key]) => !["model", "asLoaded", "engine"].includes(key))),
      name: dataset.model.dataset.name,
      model: carryModel(dataset.model),
      crosswalks: [],
      table,
      version,
    });
    const none = { hidden: [], translations: new Map(), forgotten: [] };
    const show = (datasets: readonly ReturnType<typeof describeAs>[], hidden: readonly string[] = []): void =>
      shown.show({ ...none, show: datasets, hidden } as unknown as Parameters<ShownDatasets["show"]>[0], tables);
    show(engines.map((each, at) => describeAs(each, at, "1")));
    assert.deepEqual([shown.list().length, opened], [2, []]);
    const { model } = shown.get("a")!;
    assert.equal(shown.get("a")!.engine, engines[0]!.engine);
    assert.deepEqual(opened, [0]);
    show([describeAs(engines[0]!, 1, "2")]);
    assert.deepEqual([shown.get("a")!.version, shown.get("a")!.model === model], ["2", true]);
    show([], ["a"]);
    assert.deepEqual([shown.get("a"), shown.list().length], [undefined, 1]);
  });
});
