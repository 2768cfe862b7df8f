import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Site } from "#src/calls/site.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, loadFile, memoryCatalog, servicesOf } from "../../fixtures.js";
import { DEMO_CSV, DEMO_MODEL } from "#src/core/assets/demo.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { readFileSync } from "node:fs";
import { request, type Response } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" /></svg>';
const SITE: Site = {
  name: "Geld & Ämter",
  logo: LOGO,
  imprint: "https://town.example/imprint?a=1&b=2",
  contact: "mailto:money@town.example",
};

let server: TestServer;
before(async () => {
  const { model } = readModel(readFileSync(DEMO_MODEL));
  const { dataset } = await loadFile(servicesOf(memoryCatalog()), model, DEMO_CSV);
  server = await startTestServer(makeRoutes({ ...contextOf([dataset]), site: SITE }), { site: SITE });
});
after(() => server.stop());

const get = (path: string): Promise<Response> => request(server.url + path, { headers: { Accept: "text/html" } });

describe("a site with settings", () => {
  for (const path of [
    "/",
    "/datasets",
    "/uk-spending",
    "/uk-spending/explore",
    "/uk-spending/region/UKI",
    "/nothing",
  ]) {
    it(`has its name, logo, imprint and contact at ${path}`, async () => {
      const { text } = await get(path);
      assert.match(text, /<title>[^<]* – Geld &amp; Ämter<\/title>/);
      assert.match(text, /class="brand"[^]*?<img src="[^"]*\/static\/logo\.[0-9a-f]{12}\.svg" alt="" ?\/?>/);
      assert.ok(text.includes('<a href="https://town.example/imprint?a=1&amp;b=2">Imprint</a>'), "imprint");
      assert.ok(text.includes('<a href="mailto:money@town.example">Contact</a>'), "contact");
    });
  }

  it("serves the logo as a picture that runs nothing", async () => {
    const [, path] = /<img src="[^"]*(\/static\/logo\.[0-9a-f]+\.svg)"/.exec((await get("/")).text)!;
    const { status, headers, text } = await request(server.url + path!);
    assert.deepEqual([status, text], [200, LOGO]);
    assert.match(String(headers["content-type"]), /^image\/svg\+xml/);
    assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
  });

  it("is named where a link to a page is previewed", async () => {
    assert.match((await get("/uk-spending")).text, /og:site_name" content="Geld &amp; Ämter"/);
  });
});

describe("a site with a theme", () => {
  let themed: TestServer;
  before(async () => {
    const services = servicesOf(memoryCatalog());
    const { model } = readModel(readFileSync(DEMO_MODEL));
    const { dataset } = await loadFile(services, model, DEMO_CSV);
    const other = { ...model, dataset: { ...model.dataset, name: "chosen", label: "The chosen one" } };
    const { dataset: chosen } = await loadFile(services, other, DEMO_CSV);
    const site: Site = {
      name: "Town",
      accent: "#7a1f3d",
      navigation: [
        { label: { en: "About <us>", de: "Über uns" }, url: "/docs" },
        { label: "Council", url: "https://council.example/?a=1&b=2" },
      ],
      featured: ["nothing", "chosen"],
      footer: [{ label: "Privacy", url: "https://council.example/privacy" }],
    };
    themed = await startTestServer(makeRoutes({ ...contextOf([dataset, chosen]), site }), { site });
  });
  after(() => themed.stop());
  const open = async (path: string): Promise<string> =>
    (await request(themed.url + path, { headers: { Accept: "text/html" } })).text;

  it("has its links in the header and at the foot of every page, in the language of the page", async () => {
    for (const path of ["/", "/uk-spending", "/nothing"]) {
      const page = await open(path);
      const [header, footer] = [/<header>[^]*?<\/header>/, /<footer>[^]*?<\/footer>/].map(
        (part) => part.exec(page)![0],
      );
      assert.match(header!, /<a href="\/docs" dir="auto"\s*>About &lt;us&gt;<\/a>/, path);
      assert.match(header!, /<a href="https:\/\/council\.example\/\?a=1&amp;b=2"[^>]*>Council<\/a>/, path);
      assert.match(footer!, /<a href="https:\/\/council\.example\/privacy"[^>]*>Privacy<\/a>/, path);
    }
    assert.match(await open("/?lang=de"), />Über uns<\/a>/);
  });

  it("has its accent in the style of pages", async () => {
    const [, path] = /href="[^"]*(\/static\/style\.[0-9a-f]+\.css)"/.exec(await open("/"))!;
    const { text } = await request(themed.url + path!);
    assert.match(text, /--accent: #7a1f3d/);
  });

  it("shows the datasets of its choice first, with the chart of the first that is there", async () => {
    const page = await open("/");
    assert.match(page, /id="featured"[^>]*><a href="\/chosen"/);
    const [first] = /<div class="cards">[^]*?href="[^"]*"/.exec(page)!;
    assert.match(first, /href="\/chosen"/);
  });
});
