import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { parseModel } from "#src/core/model/parse/parse.js";
import { parseClauses } from "#src/core/query/clauses.js";
import { type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { getRaw, request, type Response } from "../client.js";
import { assertWellFormed, linksOf, readText } from "./markup.js";
import { datasetCalled, startResources } from "../describe/resource-server.js";
import type { TestServer } from "../server.js";

const NAMES: readonly string[] = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  'a "quoted" name',
  "it's",
  "a & b &amp; c",
  "שלום עולם",
  "abc\u202edef",
  "東京都",
  "😀",
  "ä",
  "x".repeat(10_000),
  "a/b",
  "/",
  "a//b/",
  "a\\b",
  ".",
  "..",
  "...",
  "../..",
  ".json",
  "a",
  "a.json",
  "a.json.json",
  "b.csv",
  "c.html",
  "d.rss",
  "e.txt",
  "1.5",
  "%2F",
  "%",
  "100%25",
  "a b+c",
  " ",
  "?",
  "#",
  "a?b#c",
  "a;b=c",
  "\u0000",
  "a\r\nSet-Cookie: b=c",
  "\u007f",
  "\u2028",
  "\ufffd",
  "\ufeff",
  "entries",
  "distinct",
  "region.distinct",
  "model",
  "town",
  "__proto__",
  "constructor",
  "null",
  "a|b",
  '"a',
  "a:b",
  "=1+1",
  "@x",
];

/** Browsers take these for steps in the path, however they are written, so that no path can go on after them. */
const STEPS: readonly string[] = [".", ".."];

const ROWS: readonly Row[] = NAMES.map((region, at) => ({
  id: `${at}`,
  paid: 1n,
  region,
  code: region,
  function: region,
}));

let server: TestServer;
before(async () => {
  server = await startResources([datasetCalled("names", {}, { label: NAMES[0]!, description: NAMES[1]! }, ROWS)]);
});
after(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });

interface Member {
  readonly name: string;
  readonly label: string;
  readonly html_url: string;
}

async function membersOf(dimension: string): Promise<Map<string, Member>> {
  const { results } = JSON.parse((await get(`/names/${dimension}.distinct.json`)).text);
  return new Map(results.map((each: Member) => [each.name, each]));
}

/** As a browser resolves it. */
const resolve = (url: string): string => new URL(url).href;

function alternateOf(text: string, type: string): string | undefined {
  const [, link] = new RegExp(`<link rel="alternate" type="${type}" [^>]*(href="[^"]*")`).exec(text) ?? [];
  return link === undefined ? undefined : linksOf(` ${link}`, server.url)[0];
}

describe("difficult names", () => {
  for (const dimension of ["region", "cofog1"]) {
    it(`are all members of ${dimension}`, async () => {
      assert.deepEqual(new Set((await membersOf(dimension)).keys()), new Set(NAMES));
    });

    for (const name of NAMES) {
      const shown = JSON.stringify(name.slice(0, 30));

      it(`${shown} of ${dimension} is at its URL`, async () => {
        const { html_url: url } = (await membersOf(dimension)).get(name)!;
        assert.match(url, /^[\x21-\x7e]+$/);
        const accept = url.endsWith(".html") && name.startsWith(".") ? "text/html" : "application/json";
        const { status, text } = await request(resolve(url), { headers: { Accept: accept } });
        assert.equal(status, 200);
        if (accept === "application/json") assert.equal(JSON.parse(text).name, name);
      });

      it(`${shown} of ${dimension} has a page that shows it, with links`, async () => {
        const { html_url: url } = (await membersOf(dimension)).get(name)!;
        const { status, text } = await request(resolve(url), { headers: { Accept: "text/html" } });
        assert.equal(status, 200);
        assertWellFormed(text);
        // oxlint-disable-next-line no-control-regex
        assert.ok(readText(text).includes(name.replace(/[\x00\x7f]/g, "\ufffd")), text);
        for (const link of linksOf(text, server.url)) {
          const followed = await request(resolve(link), { headers: { Accept: "text/html" } });
          assert.ok(followed.status === 200 || followed.status === 302, `${link}: ${followed.status}`);
        }
        const json = alternateOf(text, "application/json");
        // Where another member has this one's name with a suffix, there is none.
        assert.equal(json === undefined, NAMES.includes(`${name}.json`));
        if (json) assert.equal(JSON.parse((await request(resolve(json))).text).name, name);
        const csv = (await request(resolve(alternateOf(text, "text/csv")!))).text;
        const [record]: Record<string, string>[] = parse(csv, { columns: true, record_delimiter: "\r\n" });
        assert.equal(record!["name"], /^[=@\t\r]/.test(name) ? `'${name}` : name);
        const entries = linksOf(text, server.url).find((link) => /\/names\/\w+\/[^/]+\/entries$/.test(link))!;
        if (STEPS.includes(name)) assert.equal(entries, undefined);
        else assert.match(readText((await request(resolve(entries))).text), /1 entry/);
      });

      it(`${shown} of ${dimension} is found by its prefix`, async () => {
        const q = encodeURIComponent(name.slice(0, 1000));
        const { results } = JSON.parse((await get(`/names/${dimension}.distinct?q=${q}`)).text);
        assert.ok(results.some((each: Member) => each.name === name));
      });

      if (STEPS.includes(name)) continue;
      it(`${shown} of ${dimension} leads to a search for its entries`, async () => {
        const path = `/names/${dimension}/${encodeURIComponent(name)}/entries.json`;
        const { status, headers } = await get(path);
        assert.equal(status, 302);
        const { searchParams } = new URL(headers["location"]!);
        assert.deepEqual(parseClauses(searchParams.get("filter")!, assert.fail), [{ field: dimension, value: name }]);
        assert.equal(headers["set-cookie"], undefined);
      });
    }
  }

  it("that end in a suffix are names if such a member exists, and otherwise name a format", async () => {
    const nameAt = async (path: string, accept = "application/json"): Promise<string> =>
      JSON.parse((await get(path, { Accept: accept })).text).name;
    assert.equal(await nameAt("/names/region/a.json"), "a.json");
    assert.equal(await nameAt("/names/region/a.json.json"), "a.json.json");
    assert.equal(await nameAt("/names/region/a.json.json.json"), "a.json.json");
    assert.equal(await nameAt("/names/region/b.csv"), "b.csv");
    assert.equal(await nameAt("/names/region/b.csv.json", "text/html"), "b.csv");
    assert.equal(await nameAt("/names/region/d.rss"), "d.rss");
    assert.equal((await get("/names/region/e.txt.rss")).status, 406);
    assert.equal((await get("/names/region/b")).status, 404);
    assert.equal((await get("/names/region/b.json")).status, 404);
  });

  it("such as dots are names, for a client that does not resolve them", async () => {
    for (const step of STEPS) {
      const { text } = await getRaw(server.port, `/names/region/${step}`, "Accept: application/json\r\n");
      assert.equal(JSON.parse(text).name, step);
    }
  });

  it("of a request are escaped in error answers", async () => {
    for (const name of NAMES.filter((each) => !STEPS.includes(each))) {
      const path = `/names/until/${encodeURIComponent(name)}`;
      for (const accept of ["application/json", "text/html"]) {
        const { status, headers, text } = await get(path, { Accept: accept });
        assert.equal(status, 404);
        // A name may end in what is a suffix of no member.
        if (headers["content-type"]!.startsWith("application/json")) JSON.parse(text);
        else assertWellFormed(text);
      }
    }
  });

  for (const target of [
    "/names/region/%",
    "/names/region/%zz",
    "/names/region/%ff",
    "/names/region/%ed%a0%80",
    "/names/region/%c0%af",
  ]) {
    it(`${target} is not UTF-8`, async () => {
      assert.equal((await getRaw(server.port, target)).status, 400);
    });
  }
});

describe("difficult texts of a model", () => {
  it("are escaped on every page and in the feed", async () => {
    for (const path of [
      "/datasets.html",
      "/datasets.rss",
      "/names.html",
      "/names/dimensions.html",
      "/names/entries.html",
      "/names/region.html",
    ]) {
      const { text } = await get(path);
      assertWellFormed(text);
      assert.doesNotMatch(text, /<script(?! type="application\/ld\+json">)(?! src="\/static\/)|<img/);
    }
    assert.match((await get("/datasets.rss")).text, /<title>&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/title>/);
  });

  it("have no lone surrogates: those of a model are replaced", async () => {
    const half = "\ud800x";
    const { model } = parseModel({
      dataset: { ...SPENDING.dataset, name: "halves", label: half },
      mapping: { ...SPENDING.mapping, region: { type: "attribute", constant: half, label: half, description: half } },
    });
    const halves = await startResources([spendingDataset([{ id: "1", paid: 1n }], { model, version: "halves" })]);
    try {
      const read = async (path: string): Promise<string> => (await request(halves.url + path)).text;
      assert.equal(JSON.parse(await read("/halves/region.json")).label, "\ufffdx");
      assert.equal(JSON.parse(await read("/halves/region.json")).attributes.region.constant, "\ufffdx");
      for (const path of ["/halves.html", "/halves/region.html", "/halves/entries.html", "/datasets.rss"]) {
        const text = await read(path);
        assertWellFormed(text);
        assert.match(text, /\ufffdx/);
      }
    } finally {
      await halves.stop();
    }
  });
});

describe("ambiguous names", () => {
  it("a dataset and its dimension", async () => {
    const { model } = parseModel({
      dataset: { ...SPENDING.dataset, name: "region" },
      mapping: SPENDING.mapping,
    });
    const same = await startResources([
      spendingDataset([{ id: "1", paid: 1n, region: "region" }], { model, version: "region" }),
    ]);
    try {
      const read = async (path: string): Promise<Record<string, unknown>> =>
        JSON.parse((await request(same.url + path)).text);
      assert.equal((await read("/region.json"))["label"], SPENDING.dataset.label);
      assert.equal((await read("/region/region.json"))["num_members"], 1);
      assert.equal((await read("/region/region/region.json"))["html_url"], `${same.url}/region/region/region`);
    } finally {
      await same.stop();
    }
  });
});
