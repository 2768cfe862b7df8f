import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { search } from "#src/calls/reading/search/search.js";
import { suggestTyped } from "#src/calls/views/suggest/suggest.js";
import type { Engine } from "#src/core/engine/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dataset } from "#src/store/dataset.js";
import {
  contextOf,
  entryInput,
  formText,
  queryParameters,
  spendingDataset,
  spendingModel,
} from "../../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

/** Towns whose engines count how often they are opened to be read. */
class Towns {
  readonly opened = new Set<string>();
  readonly datasets: Dataset[] = [];

  /** Add a town with some entries of a region. */
  async add(region: string, amounts: readonly number[], isPrivate = false): Promise<void> {
    const model = spendingModel();
    const at = this.datasets.length;
    const name = `town-${at}`;
    const named = { ...model, dataset: { ...model.dataset, name, label: `Town ${at}` } };
    const builder = columnarFormat(kernel).build(named, null, 1);
    await builder.write(amounts.map((paid, row) => entryInput({ id: `${at}${row}`, paid: BigInt(paid), region })));
    const { engine } = await builder.finish();
    const { opened } = this;
    const counted = new Proxy<Engine>(engine, {
      get(target, key) {
        if (key === "read") opened.add(name);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    this.datasets.push(spendingDataset([], { model: named, engine: counted, private: isPrivate }));
  }
}

const ask = (datasets: readonly Dataset[], query: string): Promise<string> =>
  formText(search(contextOf(datasets), ANONYMOUS, queryParameters(query), "http://localhost"), "json");

const suggest = (datasets: readonly Dataset[], q: string): Promise<string> =>
  formText(suggestTyped(contextOf(datasets), ANONYMOUS, queryParameters(`q=${q}`), "http://localhost"), "json");

interface Found {
  readonly stats: { readonly results_count_query: number };
  readonly results: readonly { readonly dataset: { readonly name: string } }[];
}

describe("a search of many datasets", () => {
  it("opens only those that have all words", async () => {
    const towns = new Towns();
    for (let at = 0; at < 30; at++) await towns.add(at === 17 ? "Ortzone Hills" : "Common Valley", [100]);
    const { stats } = JSON.parse(await ask(towns.datasets, "q=ortzone")) as Found;
    assert.deepEqual([stats.results_count_query, [...towns.opened]], [1, ["town-17"]]);
    towns.opened.clear();
    await ask(towns.datasets, "q=ortz*&pagesize=0");
    assert.deepEqual([...towns.opened], ["town-17"]);
    towns.opened.clear();
    await suggest(towns.datasets, "ortz");
    assert.deepEqual([...towns.opened], ["town-17"]);
    towns.opened.clear();
    assert.match(await ask(towns.datasets, "q=nowhere"), /"results_count_query":0/);
    assert.ok(towns.opened.size <= 1);
  });

  it("opens those that may have the best matches, and counts the others", async () => {
    const towns = new Towns();
    for (let at = 0; at < 40; at++) await towns.add("Common Valley", [1000 - at, 900 - at, 800 - at]);
    const found = JSON.parse(await ask(towns.datasets, "q=common&pagesize=2")) as Found;
    assert.equal(found.stats.results_count_query, 120);
    assert.deepEqual(
      found.results.map(({ dataset }) => dataset.name),
      ["town-0", "town-1"],
    );
    assert.ok(towns.opened.size <= 16, `${towns.opened.size} were opened`);
  });

  it("opens more if these may have better matches", async () => {
    const towns = new Towns();
    // The largest amount of most is not of the word.
    for (let at = 0; at < 40; at++) await towns.add(at === 39 ? "Common" : "Common Valley", [1000 - at]);
    const found = JSON.parse(await ask(towns.datasets, "q=common&pagesize=40")) as Found;
    const names = found.results.map(({ dataset }) => dataset.name);
    assert.deepEqual([names.length, names[0], names[1], names[39]], [40, "town-39", "town-0", "town-38"]);
  });

  it("tells nothing of the words of private datasets", async () => {
    const [open, both] = [new Towns(), new Towns()];
    for (let at = 0; at < 10; at++) {
      for (const towns of [open, both]) await towns.add("Common Valley", [100 + at]);
    }
    await both.add("Common Ortzone", [5000, 6000], true);
    for (const q of ["ortzone", "common", "ortz*", "valley ortzone", "ortzone OR valley"]) {
      const query = `q=${encodeURIComponent(q)}&pagesize=3`;
      assert.equal(await ask(both.datasets, query), await ask(open.datasets, query), q);
    }
    for (const q of ["ortz", "ortzonne", "comm"]) {
      assert.equal(await suggest(both.datasets, q), await suggest(open.datasets, q), q);
    }
    assert.ok(!both.opened.has("town-10"));
  });
});
