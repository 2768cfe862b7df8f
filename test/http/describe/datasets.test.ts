import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import type { ServerContext } from "#src/web/http/session/server-context.js";
import type { Engine } from "#src/core/engine/engine.js";
import { contextOf, spendingEngine } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { linksOf, readText } from "../pages/markup.js";
import { datasetCalled, ROWS } from "./resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

const day = (date: number): Date => new Date(Date.UTC(2020, 0, date));

/** An engine with entries of some years. */
const ofYears = (...years: readonly string[]): Engine =>
  Object.assign(spendingEngine(ROWS), { listYears: () => years });

const DATASETS = [
  datasetCalled(
    "gb",
    { created: day(3), lastModified: day(9), engine: ofYears("2019", "2020") },
    { territories: ["GB"], languages: ["en"] },
  ),
  datasetCalled(
    "ie",
    { created: day(2), lastModified: day(8), engine: ofYears("2020", "2021") },
    { territories: ["IE", "GB"], languages: ["en", "ga"] },
  ),
  datasetCalled(
    "de",
    { created: day(1), lastModified: day(7) },
    { territories: ["DE"], languages: ["de"], category: "budget" },
  ),
  datasetCalled("xx", { created: day(4), lastModified: day(6) }, { category: null, label: '=A, "B"' }),
];

let context: ServerContext;
let server: TestServer;
before(async () => {
  context = contextOf(DATASETS);
  server = await startTestServer(makeRoutes(context));
});
after(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });
// oxlint-disable-next-line typescript/no-explicit-any -- JSON of several shapes
const json = async (path: string): Promise<any> => JSON.parse((await get(path)).text);
const namesAt = async (path: string): Promise<string[]> =>
  (await json(path)).datasets.map(({ name }: { name: string }) => name);

describe("a facet of many values", () => {
  it("unfolds after the first twelve, and is open where one of the others is chosen", async () => {
    const years = Array.from({ length: 30 }, (_, at) => `${1990 + at}`);
    const many = await startTestServer(
      makeRoutes(contextOf([datasetCalled("long", { engine: ofYears(...years) }, {})])),
    );
    const headers = { Accept: "text/html" };
    const { text } = await request(`${many.url}/datasets`, { headers });
    const [, shown, folded] = /<section class="facet">\s*<h2>Years<\/h2>([^]*?)<details\s*>([^]*?)<\/details>/.exec(
      text,
    )!;
    assert.equal(shown!.match(/<li>/g)?.length, 12);
    assert.match(shown!, />2019</);
    assert.match(folded!, /<summary>18 more<\/summary>/);
    assert.equal(folded!.match(/<li>/g)?.length, 18);
    const chosen = await request(`${many.url}/datasets?year=1995`, { headers });
    assert.match(chosen.text, /<details open\s*>/);
    await many.stop();
  });
});

describe("/datasets", () => {
  it("are listed with the most recently changed first", async () => {
    assert.deepEqual(await namesAt("/datasets.json"), ["gb", "ie", "de", "xx"]);
  });

  it("have facets: by count, then label, with relative URLs", async () => {
    const { territories, languages, categories, years } = await json("/datasets.json");
    assert.deepEqual(years, [
      { count: 1, url: "/datasets?year=2021", code: "2021", label: "2021" },
      { count: 2, url: "/datasets?year=2020", code: "2020", label: "2020" },
      { count: 1, url: "/datasets?year=2019", code: "2019", label: "2019" },
    ]);
    assert.deepEqual(territories, [
      { count: 2, url: "/datasets?territories=GB", code: "GB", label: "United Kingdom" },
      { count: 1, url: "/datasets?territories=DE", code: "DE", label: "Germany" },
      { count: 1, url: "/datasets?territories=IE", code: "IE", label: "Ireland" },
    ]);
    assert.deepEqual(
      languages.map(({ code, count }: { code: string; count: number }) => `${code} ${count}`),
      ["en 2", "de 1", "ga 1"],
    );
    assert.deepEqual(categories[0], {
      count: 2,
      url: "/datasets?category=spending",
      code: "spending",
      label: "Spending",
    });
  });

  const filters: readonly [query: string, names: string[]][] = [
    ["territories=GB", ["gb", "ie"]],
    ["territories=gb", ["gb", "ie"]],
    ["territories=GB&territories=IE", ["ie"]],
    ["territories=GB|IE", ["ie"]],
    ["territories=GB&languages=ga", ["ie"]],
    ["languages=de&category=budget", ["de"]],
    ["category=budget&category=spending", []],
    ["category=any", ["gb", "ie", "de", "xx"]],
    ["year=2020", ["gb", "ie"]],
    ["year=2020|2021&territories=GB", ["ie"]],
    ["year=1999", []],
    ["territories=FR", []],
    ["territories=&languages=&category=&_=1", ["gb", "ie", "de", "xx"]],
  ];
  for (const [query, names] of filters) {
    it(`filtered by ${query}`, async () => assert.deepEqual(await namesAt(`/datasets.json?${query}`), names));
  }

  it("have facets of the filtered list", async () => {
    const { territories, languages } = await json("/datasets.json?languages=ga");
    assert.deepEqual(
      territories.map(({ code }: { code: string }) => code),
      ["IE", "GB"],
    );
    assert.deepEqual(
      languages.map(({ code }: { code: string }) => code),
      ["en", "ga"],
    );
  });

  it("as a page link to every filter, every dataset and the other formats of the list", async () => {
    const { text } = await get("/datasets.html?territories=GB");
    const links = linksOf(text, server.url);
    for (const path of [
      "/gb",
      "/ie",
      "/datasets?territories=GB&languages=ga",
      "/datasets.json?territories=GB",
      "/datasets.rss?territories=GB",
    ]) {
      assert.ok(links.includes(server.url + path), path);
    }
    assert.match(readText(text), /2 datasets/);
    assert.ok(!links.includes(`${server.url}/de`));
  });

  it("as a page have one canonical address, also with parameters of others", async () => {
    for (const [query, canonical] of [
      ["", "/datasets"],
      ["?utm_source=x", "/datasets"],
    ] as const) {
      const { text } = await get(`/datasets${query}`, { Accept: "text/html" });
      assert.ok(text.includes(`<link rel="canonical" href="${server.url}${canonical}" />`), query);
    }
  });

  it("as CSV are a record each", async () => {
    const { text, headers } = await get("/datasets.csv");
    const [header, , ie, , xx] = text.split("\r\n");
    assert.equal(
      header,
      "name,label,description,currency,category,default_time,languages,territories,licence.name,licence.url,serp_title," +
        "serp_teaser,timestamps.created,timestamps.last_modified,num_entries,private,html_url",
    );
    assert.equal(
      ie,
      `ie,Town spending,"Made up: what an invented town pays, for tests of this program.",EUR,spending,,en|ga,IE|GB,,,,,2020-01-02T00:00:00.000Z,2020-01-08T00:00:00.000Z,3,false,${server.url}/ie`,
    );
    assert.match(xx!, /^xx,"'=A, ""B""",/);
    assert.equal(headers["content-disposition"], 'attachment; filename="datasets.csv"');
  });

  it("as a feed are the twenty newest, in descending order of creation", async () => {
    const { text } = await get("/datasets.rss");
    const links = [...text.matchAll(/<guid[^>]*>([^<]*)<\/guid>/g)].map(([, link]) => link);
    assert.deepEqual(
      links,
      ["xx", "gb", "ie", "de"].map((name) => `${server.url}/${name}`),
    );
    assert.match(text, /<pubDate>Sat, 04 Jan 2020 00:00:00 GMT<\/pubDate>/);
    const many = Array.from({ length: 25 }, (_, at) => datasetCalled(`d${at}`, { created: day(at + 1) }));
    const other = await startTestServer(makeRoutes(contextOf(many)));
    try {
      const feed = (await request(`${other.url}/datasets.rss`)).text;
      assert.equal(feed.match(/<item>/g)!.length, 20);
      assert.match(feed, /\/d24<.*\/d5</s);
      assert.doesNotMatch(feed, /\/d4</);
    } finally {
      await other.stop();
    }
  });

  it("as a feed in Atom are the same", async () => {
    const { text, headers } = await get("/datasets.atom");
    assert.equal(headers["content-type"], "application/atom+xml; charset=utf-8");
    const entries = [...text.matchAll(/<entry>\n<id>([^<]*)<\/id>\n<title>([^<]*)<\/title>\n<updated>([^<]*)</g)];
    assert.deepEqual(
      entries.map(([, id]) => id),
      ["xx", "gb", "ie", "de"].map((name) => `${server.url}/${name}`),
    );
    assert.deepEqual(entries[0]!.slice(2), ["=A, &quot;B&quot;", "2020-01-04T00:00:00.000Z"]);
    assert.match(text, /<\/title>\n<updated>2020-01-04T00:00:00.000Z<\/updated>\n<author>/);
    assert.ok(text.includes(`<link rel="self" type="application/atom+xml" href="${server.url}/datasets.atom"/>`));
  });

  it("are an empty list without datasets", async () => {
    const empty = await startTestServer(makeRoutes(contextOf([])));
    try {
      const { status, text, headers } = await request(`${empty.url}/datasets.json`);
      assert.deepEqual(
        [status, JSON.parse(text)],
        [200, { territories: [], languages: [], categories: [], years: [], datasets: [] }],
      );
      assert.ok(headers["last-modified"]);
    } finally {
      await empty.stop();
    }
  });

  it("at the root of the server", async () => {
    const { status, text } = await get("/");
    assert.equal(status, 200);
    for (const name of ["gb", "ie", "de"]) assert.ok(linksOf(text, server.url).includes(`${server.url}/${name}`), name);
  });
});

describe("a cached list", () => {
  // The list is not the newest dataset that is left: with one gone it is another list, and no older than before.
  const changes: readonly [name: string, change: (context: ServerContext) => Promise<void>][] = [
    ["a dataset is dropped", ({ catalog }) => catalog.drop("gb")],
    ["a dataset is made private", ({ catalog }) => catalog.setPrivate("ie", true)],
  ];
  for (const path of [
    "/datasets.json",
    "/datasets.html",
    "/datasets.csv",
    "/datasets.rss",
    "/datasets.atom",
    "/datasets.json?territories=GB",
  ]) {
    for (const [name, change] of changes) {
      it(`${path} is not confirmed when ${name}, by tag or by date`, async () => {
        const own = contextOf(DATASETS);
        const changing = await startTestServer(makeRoutes(own));
        try {
          const { headers } = await request(changing.url + path);
          await change(own);
          for (const condition of [
            { "If-None-Match": headers["etag"]! },
            { "If-Modified-Since": headers["last-modified"]! },
          ]) {
            assert.equal((await request(changing.url + path, { headers: condition })).status, 200);
          }
        } finally {
          await changing.stop();
        }
      });
    }
  }

  it("is confirmed when a private dataset is dropped that the reader could not see", async () => {
    const own = contextOf([...DATASETS, datasetCalled("secret", { private: true })]);
    const changing = await startTestServer(makeRoutes(own));
    try {
      const { headers } = await request(`${changing.url}/datasets.json`);
      await own.catalog.drop("secret");
      const condition = { "If-Modified-Since": headers["last-modified"]! };
      assert.equal((await request(`${changing.url}/datasets.json`, { headers: condition })).status, 304);
    } finally {
      await changing.stop();
    }
  });
});
