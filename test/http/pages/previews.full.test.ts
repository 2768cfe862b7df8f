import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { readPng } from "./png.js";

const rowsOf = (north: string): readonly Row[] => [
  { id: "a", paid: 70n, region: north, code: "1", date: "2009-03-02" },
  { id: "b", paid: 20n, region: "South", code: "2", date: "2009-11-30" },
  { id: "c", paid: 10n, region: "West", code: "1", date: "2010-01-01" },
  { id: "d", paid: 15n, region: "East", code: "2", date: "2010-02-01" },
];

function datasetCalled(name: string, label: string, north: string): ReturnType<typeof spendingDataset> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name, label } });
  return spendingDataset(rowsOf(north), { model, version: name, private: name === "secret", managers: ["reader"] });
}

let server: TestServer;
before(async () => {
  const datasets = [
    datasetCalled("town", "Town", "North"),
    datasetCalled("kyiv", "Видатки міста", "Північ 😀"),
    datasetCalled("tsukuba", "つくば市", "North"),
    datasetCalled("haifa", "תקציב העיר", "צפון"),
    datasetCalled("cairo", "نفقات المدينة", "الشمال"),
    datasetCalled("secret", "Secret", "North"),
  ];
  server = await startTestServer(makeRoutes(contextOf(datasets)));
});
after(() => server.stop());

const open = (path: string, headers = {}): Promise<Response> =>
  request(server.url + path, { headers: { Accept: "text/html", ...headers } });

/** Read the previews that other sites show of a page. */
async function previewOfPage(path: string, headers = {}): Promise<ReadonlyMap<string, string>> {
  const { text } = await open(path, headers);
  const found = [...text.matchAll(/<meta\s+(?:property|name)="([^"]*)"\s+content="([^"]*)"/g)];
  return new Map(found.map(([, name, value]) => [name!, value!.replaceAll("&amp;", "&")]));
}

describe("previews of links", () => {
  it("have a picture of the very chart of the page", async () => {
    for (const path of ["/town", "/town?year=2010", "/town/explore?drilldown=region&chart=bars"]) {
      const preview = await previewOfPage(path);
      assert.equal(preview.get("twitter:card"), "summary_large_image", path);
      assert.deepEqual([preview.get("og:image:width"), preview.get("og:image:height")], ["1200", "630"]);
      assert.ok(preview.get("og:title") && preview.get("og:description") && preview.get("og:image:alt"), path);
      const url = preview.get("og:image")!;
      assert.ok(url.startsWith(`${server.url}/town/explore.png?`), url);
      const { status, headers, body } = await request(url);
      assert.deepEqual(
        [status, headers["content-type"], headers["content-disposition"]],
        [200, "image/png", undefined],
      );
      assert.deepEqual(readPng(body).size, [1200, 630]);
    }
  });

  it("draw shapes in the colours and the proportions of the chart", async () => {
    const query = "?drilldown=region&cut=year:2009";
    const { text } = await open(`/town/explore.svg${query}`);
    const tiles = [...text.matchAll(/width="([\d.]+)"\s+height="([\d.]+)"\s+fill="#(\w{6})"/g)].slice(1);
    const { colors } = readPng((await open(`/town/explore.png${query}`)).body);
    const sizes = tiles.map(([, width, height]) => Number(width) * Number(height));
    const drawn = tiles.map(([, , , color]) => colors.get(color!) ?? 0);
    assert.equal(tiles.length, 2);
    assert.ok(Math.abs(drawn[0]! / drawn[1]! - sizes[0]! / sizes[1]!) < 0.2, `${drawn} are not as ${sizes}`);
  });

  it("have letters: another title is another picture", async () => {
    const [town, ...others] = await Promise.all(
      ["town", "kyiv", "haifa", "cairo", "cairo"].map(async (name, at) => {
        const url = (await previewOfPage(`/${name}/explore?drilldown=region${at === 4 ? "&lang=ar" : ""}`)).get(
          "og:image",
        )!;
        assert.match(url, /explore\.png/);
        return (await request(url)).body;
      }),
    );
    for (const [at, picture] of others.entries()) {
      assert.notDeepEqual(town, picture);
      const inked = readPng(picture).colors.get("444444") ?? 0;
      assert.ok(inked > 500, `${at}: ${inked} pixels of ink`);
    }
  });

  it("have the picture of the dataset where the fonts lack letters of the chart, or there is none", async () => {
    for (const path of [
      "/tsukuba",
      "/tsukuba/explore?drilldown=region",
      "/town/explore?drilldown=region&chart=table",
      "/town/region",
      "/town/dimensions",
      "/town/entries",
      "/town/region/North/entries",
      "/town/meta/versions",
    ]) {
      const preview = await previewOfPage(path);
      assert.equal(preview.get("twitter:card"), "summary_large_image", path);
      const url = `${server.url}/${path.split("/")[1]}/preview.png`;
      assert.equal(preview.get("og:image"), url, path);
      const { status, headers, body } = await request(url);
      assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
      const { size, colors } = readPng(body);
      assert.deepEqual(size, [1200, 630]);
      // The amount and the years; a dataset whose label cannot be drawn has its name.
      for (const ink of ["222222", "0b5c56", "555555"]) assert.ok((colors.get(ink) ?? 0) > 500, `${path}: ${ink}`);
    }
    for (const path of ["/tsukuba/explore.png?drilldown=region", "/town/explore.png?drilldown=region&chart=table"]) {
      assert.equal((await open(path)).status, 404, path);
    }
  });

  it("and headings have the comma and the full stop of the language", async () => {
    const summaryOf = async (lang: string): Promise<string> =>
      (await previewOfPage(`/town/explore?drilldown=region&cut=year:2009&lang=${lang}`)).get("description")!;
    assert.match(await summaryOf("ja"), /、2009[^。]*：€0\.90。\S/);
    assert.match(await summaryOf("de"), /, 2009[^.]*: 0,90\s€\. \S/);
    for (const [lang, comma] of [
      ["ar", "، "],
      ["ja", "、"],
      ["en", ", "],
    ] as const) {
      const pages = await Promise.all(
        ["/town", "/town/region/North"].map((path) => open(`${path}?year=2009&lang=${lang}`)),
      );
      const headings = pages
        .flatMap(({ text }) => [...text.matchAll(/<h2[^>]*>([^]*?)<\/h2/g)].map(([, title]) => title!))
        .filter((title) => title.includes("2009"));
      assert.ok(headings.length > 0, lang);
      for (const heading of headings) assert.ok(heading.includes(`${comma}2009`), heading);
    }
  });

  it("stand beside pages whose errors have the colon of the language behind the name of a field", async () => {
    for (const [lang, colon] of [
      ["en", ": "],
      ["fr", "\u00a0: "],
      ["ja", "："],
    ] as const) {
      const { status, text } = await open(`/town/explore?drilldown=region&cut=regio:x&lang=${lang}`);
      const [, between] = /<a href="#[\w-]+">[^<]+<\/a>([^<]*)<span dir="auto"/.exec(text)!;
      assert.deepEqual([status, between!.replaceAll("&nbsp;", "\u00a0")], [400, colon]);
    }
  });

  it("are the same for the same state, and change with the year", async () => {
    const [first, again, other] = await Promise.all(
      ["2009", "2009", "2010"].map((year) => open(`/town/explore.png?drilldown=region&cut=year:${year}`)),
    );
    assert.equal(first!.headers["etag"], again!.headers["etag"]);
    assert.deepEqual(first!.body, again!.body);
    assert.notDeepEqual(first!.body, other!.body);
    const held = await open("/town/explore.png?drilldown=region&cut=year:2009", {
      "If-None-Match": first!.headers["etag"]!,
    });
    assert.equal(held.status, 304);
  });

  it("show nothing of private datasets", async () => {
    assert.equal((await open("/secret/explore.png?drilldown=region")).status, 401);
    const preview = await previewOfPage("/secret", { Authorization: "ApiKey reader" });
    assert.equal(preview.get("og:image"), `${server.url}/secret/preview.png`);
    assert.equal((await open("/secret/preview.png")).status, 401);
    const { status } = await open("/secret/explore.png?drilldown=region", { Authorization: "ApiKey reader" });
    assert.equal(status, 200);
  });

  it("refuse the state that the explorer refuses", async () => {
    assert.equal((await open("/town/explore.png?drilldown=regio")).status, 400);
  });
});
