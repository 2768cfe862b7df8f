import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { narrowSearch } from "#src/calls/reading/search/narrow-search.js";
import { search } from "#src/calls/reading/search/search.js";
import { suggestTyped } from "#src/calls/views/suggest/suggest.js";
import type { Context } from "#src/calls/context.js";
import type { Engine } from "#src/core/engine/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Model } from "#src/core/model/cube.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { parseSearchRequest } from "#src/core/query/search/request.js";
import { type Dataset, summarizeVersion } from "#src/store/dataset.js";
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
    this.#count(named, (await builder.finish()).engine, isPrivate);
  }

  /** Add a town of given entries. */
  async addEntries(model: Model, entries: readonly EntryInput[]): Promise<void> {
    const builder = columnarFormat(kernel).build(model, null, 1);
    await builder.write(entries);
    this.#count(model, (await builder.finish()).engine);
  }

  #count(model: Model, engine: Engine, isPrivate = false): void {
    const { opened } = this;
    const { name } = model.dataset;
    const counted = new Proxy<Engine>(engine, {
      get(target, key) {
        if (key === "read") opened.add(name);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    this.datasets.push(spendingDataset([], { model, engine: counted, private: isPrivate }));
  }
}

const askIn = (context: Context, query: string): Promise<string> =>
  formText(search(context, ANONYMOUS, queryParameters(query), "http://localhost"), "json");

const ask = (datasets: readonly Dataset[], query: string): Promise<string> => askIn(contextOf(datasets), query);

/** A context whose list of datasets is the same for all calls, as that of a server is. */
function lastingContext(datasets: readonly Dataset[]): Context {
  const context = contextOf(datasets);
  const listed = context.catalog.list();
  return {
    ...context,
    catalog: Object.assign(Object.create(context.catalog) as typeof context.catalog, { list: () => listed }),
  };
}

const suggest = (datasets: readonly Dataset[], q: string): Promise<string> =>
  formText(suggestTyped(contextOf(datasets), ANONYMOUS, queryParameters(`q=${q}`), "http://localhost"), "json");

interface Found {
  readonly stats: { readonly results_count_query: number };
  readonly results: readonly { readonly dataset: { readonly name: string } }[];
}

/** Towns as threads see them that were sent only summaries. */
const summarized = (datasets: readonly Dataset[]): Dataset[] =>
  datasets.map((dataset) => ({ ...dataset, summary: summarizeVersion(dataset) }));

/** A model with one measure, by which searches are ordered. */
function payments(name: string): Model {
  return parseModel({
    dataset: { name, label: name, description: name, currency: "EUR" },
    mapping: {
      amount: { type: "measure", column: "Amount", datatype: "float" },
      time: { type: "date", column: "Date", datatype: "date" },
      invoice: { type: "attribute", column: "Invoice", datatype: "string", key: true },
      to: { type: "attribute", column: "Payee", datatype: "string" },
      purpose: { type: "attribute", column: "Purpose", datatype: "string" },
    },
  }).model;
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

  it("knows the matches of opened ones by their words, as a loop over all counts them, whatever page is asked for", async () => {
    const towns = new Towns();
    for (let at = 0; at < 40; at++)
      await towns.add(at % 4 === 0 ? "Else Hill" : "Common Valley", [1000 - at, 900 - at]);
    const datasets = summarized(towns.datasets);
    const context = lastingContext(datasets);
    const request = parseSearchRequest(queryParameters("q=common&pagesize=7&page=2"), context, []);
    for (const atLeast of [2, 9, 100]) {
      const { datasets: opened, known, rest, leftOut } = narrowSearch(datasets, request, atLeast);
      const names = opened.map(({ model }) => model.dataset.name);
      assert.deepEqual(
        names,
        datasets.map(({ model }) => model.dataset.name).filter((name) => names.includes(name)),
      );
      const counts = new Map(known!.flatMap((count, at) => [...count!.values()].map((each) => [names[at], each])));
      for (const { dataset, count } of rest) counts.set(dataset.model.dataset.name, count.entries);
      const wanted: [string, number][] = [];
      for (const dataset of datasets) {
        const { stats } = JSON.parse(await ask([dataset], "q=common")) as Found;
        const { results_count_query: entries } = stats;
        if (entries > 0) wanted.push([dataset.model.dataset.name, entries]);
      }
      assert.deepEqual([...counts].toSorted(), wanted.toSorted());
      const left = rest.reduce((sum, { count }) => sum + count.entries, 0);
      assert.equal(
        [...leftOut.values()].reduce((sum, each) => sum + each, 0),
        left,
      );
    }
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

  it("looks the words of each dataset up once for the same words, whatever page is asked for", async () => {
    const towns = new Towns();
    for (let at = 0; at < 30; at++) await towns.add("Common Valley", [1000 - at, 900 - at, 800 - at]);
    let lookUps = 0;
    const datasets = summarized(towns.datasets).map((dataset) => {
      const counted = { ...dataset.summary! };
      Object.defineProperty(counted, "signature", { get: () => (lookUps++, dataset.summary!.signature) });
      return { ...dataset, summary: counted };
    });
    const context = lastingContext(datasets);
    await askIn(context, "q=common&pagesize=2");
    const once = lookUps;
    assert.ok(once >= datasets.length);
    await askIn(context, "q=common&pagesize=2&page=2");
    assert.ok(lookUps - once < datasets.length, `${lookUps} look-ups`);
  });

  it("takes no search for another one of the same list", async () => {
    const towns = new Towns();
    for (let at = 0; at < 20; at++)
      await towns.add(at % 3 === 0 ? "Common Valley" : "Common Hills", [1000 - at, 900 + at]);
    const datasets = summarized(towns.datasets);
    const kept = lastingContext(datasets);
    const queries = [
      "common",
      "valley",
      "hills",
      "common valley",
      "common OR valley",
      '"common valley"',
      "co*",
      "nowhere",
    ];
    for (const q of queries) {
      for (const more of ["", "&pagesize=3", "&pagesize=3&page=2", "&pagesize=0", "&order=amount:asc", "&fq=valley"]) {
        const query = `q=${encodeURIComponent(q)}${more}`;
        assert.equal(await askIn(kept, query), await ask(datasets, query), query);
      }
    }
  });

  it("counts phrases and patterns by stored members, and opens those that may have the best matches", async () => {
    let state = 7;
    const pick = (count: number): number => Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2 ** 31) * count);
    const towns = new Towns();
    for (let at = 0; at < 30; at++) {
      const rows = Array.from({ length: 20 }, (_, row): EntryInput => {
        const payee = pick(2) === 0 ? `Payee ${pick(12)}` : `Local payée ${pick(4)} of 7`;
        const purpose = pick(9) === 0 ? "for Payee 7" : `works ${pick(3)}`;
        return {
          id: `${at * 100 + row}`.padStart(40, "0"),
          members: [dateAttributes("2020-05-01"), [`t${at}-${row}`], [payee], [purpose]],
          amounts: [{ unscaled: BigInt(pick(100_000) - 1000), scale: 2 }],
        };
      });
      await towns.addEntries(payments(`town-${at}`), rows);
    }
    const some = summarized(towns.datasets);
    for (const q of [
      '"Payee 7"',
      '"payee 11"',
      '"PAYÉE 2 of"',
      '"payee 2" -works',
      "pay*",
      "7~",
      '"of payee"',
      '"payee 7" "works 1"',
    ]) {
      for (const rest of ["", "&pagesize=5&page=3", "&pagesize=0"]) {
        const query = `q=${encodeURIComponent(q)}${rest}`;
        assert.equal(await ask(some, query), await ask(towns.datasets, query), query);
      }
    }
    towns.opened.clear();
    const { stats } = JSON.parse(await ask(some, 'q="payee 11"&pagesize=3')) as Found;
    assert.ok(stats.results_count_query > 12, `${stats.results_count_query} were found`);
    assert.ok(towns.opened.size <= 16, `${towns.opened.size} were opened`);
    const parameters = queryParameters('q="payee 11"&pagesize=3');
    const { estimate } = search(contextOf(some), ANONYMOUS, parameters, "http://localhost");
    assert.ok(estimate!() > 30 * 10_000, "a thread without summaries would open what is only counted here");
    towns.opened.clear();
    await ask(some, 'q="of payee"');
    assert.ok(towns.opened.size <= 1, "what has both words, but not next to each other, is not opened");
  });
});
