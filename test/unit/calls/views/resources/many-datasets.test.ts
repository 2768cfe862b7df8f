import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { showRobots } from "#src/calls/views/resources/crawlers.js";
import { CATALOGUES } from "#src/features/catalogues/feature.js";
import { FEEDS } from "#src/features/feeds/feature.js";
import { leadToSitemap, showSitemap } from "#src/features/sitemap/sitemap.js";
import { type DatasetsPage, listDatasets } from "#src/calls/views/resources/datasets.js";
import { describeSite } from "#src/calls/views/resources/llms.js";
import { NotFound } from "#src/core/errors/errors.js";
import type { Dataset } from "#src/store/dataset.js";
import {
  contextOf,
  formText,
  queryParameters,
  spendingDataset,
  spendingEngine,
  spendingModel,
} from "../../../../fixtures.js";

const ORIGIN = "http://localhost";

function towns(count: number): readonly Dataset[] {
  const model = spendingModel();
  const engine = spendingEngine([]);
  return Array.from({ length: count }, (_, at) => {
    const named = { ...model, dataset: { ...model.dataset, name: `town-${at}`, label: `Town ${at}` } };
    return spendingDataset([], { model: named, engine, created: new Date(at) });
  });
}

const list = (count: number, query = ""): ReturnType<typeof listDatasets> =>
  listDatasets({ ...contextOf(towns(count)), ...CATALOGUES.services, ...FEEDS.services }, ANONYMOUS, {
    parameters: queryParameters(query),
    origin: ORIGIN,
    language: "en-GB",
    cancel: new AbortController().signal,
  });

const namesIn = (text: string): readonly string[] =>
  (JSON.parse(text) as { datasets: { name: string }[] }).datasets.map(({ name }) => name);

interface Catalogue {
  readonly "dcat:dataset": readonly unknown[];
  readonly "hydra:totalItems"?: Readonly<Record<string, string>>;
  readonly "hydra:view"?: Readonly<Record<string, unknown>>;
}

const catalogue = async (count: number, query = ""): Promise<Catalogue> =>
  JSON.parse(await formText(list(count, query), "jsonld")) as Catalogue;

describe("the list of many datasets", () => {
  it("has all of them as JSON and CSV, and a page if that is asked for", async () => {
    assert.equal(namesIn(await formText(list(250), "json")).length, 250);
    assert.equal((await formText(list(250), "csv")).trim().split("\n").length, 251);
    const paged = namesIn(await formText(list(250, "page=3&pagesize=20"), "json"));
    assert.deepEqual([paged[0], paged.length], ["town-40", 20]);
    assert.equal(namesIn(await formText(list(250, "page=3"), "json")).length, 50);
    assert.equal((await list(250, "page=2").formats.json!()).nextPage, 3);
    assert.equal((await list(250, "page=3").formats.json!()).nextPage, undefined);
  });

  it("is shown a hundred at a time", async () => {
    const pageOf = async (query: string): Promise<DatasetsPage> => (await list(250, query).page()) as DatasetsPage;
    const [first, last] = [await pageOf(""), await pageOf("page=3")];
    assert.deepEqual([first.datasets.length, first.count, first.page, first.pages], [100, 250, 1, 3]);
    assert.deepEqual([last.datasets.length, last.datasets[0]!.name], [50, "town-200"]);
    assert.equal((await pageOf("q=town-7")).count, 11);
  });

  it("is written by another thread, also if words leave some of them", () => {
    const [few, some] = [list(40), list(120, "q=town")].map(({ estimate }) => estimate?.());
    assert.equal(few, undefined);
    assert.ok(some! > 1_000_000, `${some}`);
  });

  it("has different answers for different pages", () => {
    assert.notEqual(list(250, "page=2").canonical, list(250, "page=3").canonical);
    assert.notEqual(list(250, "pagesize=2").canonical, list(250).canonical);
  });

  it("is one catalogue up to two hundred, and pages with links beyond", async () => {
    const small = await catalogue(200);
    assert.deepEqual([small["dcat:dataset"].length, small["hydra:view"]], [200, undefined]);
    assert.doesNotMatch(JSON.stringify(small), /hydra/);
    const first = await catalogue(450);
    assert.equal(first["dcat:dataset"].length, 200);
    assert.equal(first["hydra:totalItems"]?.["@value"], "450");
    const view = (await catalogue(450, "page=2&category=any"))["hydra:view"]!;
    assert.deepEqual(view, {
      "@id": `${ORIGIN}/datasets.jsonld?page=2`,
      "@type": "hydra:PartialCollectionView",
      "hydra:first": { "@id": `${ORIGIN}/datasets.jsonld` },
      "hydra:previous": { "@id": `${ORIGIN}/datasets.jsonld` },
      "hydra:next": { "@id": `${ORIGIN}/datasets.jsonld?page=3` },
      "hydra:last": { "@id": `${ORIGIN}/datasets.jsonld?page=3` },
    });
    const turtle = await formText(list(450, "page=3"), "ttl");
    assert.match(turtle, /hydra:previous <http:\/\/localhost\/datasets\.ttl\?page=2>/);
    assert.match(turtle, /a dcat:Catalog,hydra:Collection/);
  });

  it("has the newest in its feed", async () => {
    const feed = await formText(list(250), "rss");
    assert.equal(feed.match(/<item>/g)!.length, 20);
    assert.match(feed, /town-249</);
  });
});

describe("a sitemap of many datasets", () => {
  const sitemap = (count: number, query = ""): Promise<string> =>
    formText(showSitemap(contextOf(towns(count)), queryParameters(query), ORIGIN), "xml");
  const countOf = (text: string): number => text.match(/<url>/g)?.length ?? 0;

  it("is one file as long as it is small", async () => {
    assert.equal(countOf(await sitemap(10)), 2 + 10 * (1 + spendingModel().dimensions.length));
  });

  it("is allowed to be read by pages, if there are several", async () => {
    const robots = (count: number): Promise<string> => {
      const context = contextOf(towns(count));
      return formText(showRobots(context, [leadToSitemap(context, ORIGIN)]), "text");
    };
    assert.match(await robots(1000), /^Allow: \/sitemap\.xml\?page=$/m);
    assert.doesNotMatch(await robots(10), /sitemap\.xml\?/);
  });

  it("is an index of files that have each address once", async () => {
    const index = await sitemap(1000);
    const pages = [...index.matchAll(/<loc>http:\/\/localhost\/sitemap\.xml\?page=(\d+)<\/loc>/g)].map(
      ([, page]) => page,
    );
    assert.deepEqual(pages, ["1", "2"]);
    const files = await Promise.all(pages.map((page) => sitemap(1000, `page=${page}`)));
    const addresses = files.flatMap((file) => [...file.matchAll(/<loc>([^<]+)</g)].map(([, url]) => url));
    assert.equal(new Set(addresses).size, addresses.length);
    assert.equal(addresses.length, 2 + 1000 * (1 + spendingModel().dimensions.length));
    assert.ok(files.every((file) => countOf(file) <= 5000));
    await assert.rejects(async () => sitemap(1000, "page=3"), NotFound);
  });
});

describe("a description of a site for assistants", () => {
  it("lists some of many datasets, and says where the others are", async () => {
    const text = await formText(describeSite(contextOf(towns(600)), ORIGIN, []), "text");
    assert.equal(text.match(/^- \[Town/gm)!.length, 500);
    assert.match(text, /\[100 more\]\(http:\/\/localhost\/datasets\.json\)/);
  });
});
