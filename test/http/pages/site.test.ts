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
