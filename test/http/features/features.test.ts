import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { FEATURES, makeRoutes } from "#src/features/features.js";
import { readFeatures } from "#src/cli/serve/read-features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, SPENDING, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, territories: ["GB"] } });
const context = contextOf([spendingDataset([{ id: "1", paid: 5n }], { model })]);
const ADDRESSES = {
  babbage: "/api/3/cubes",
  catalogues: "/datasets.ttl",
  documents: "/docs",
  feeds: "/search.atom",
  frames: `/town/embed?widget=treemap&state=${encodeURIComponent(JSON.stringify({ drilldown: "nothing" }))}`,
  mcp: "/mcp",
  members: "/members/region/North",
  oembed: "/oembed?url=x",
  reconcile: "/reconcile",
  sitemap: "/sitemap.xml",
  tax: "/explore/tax",
} as const;

let whole: TestServer;
let bare: TestServer;
before(async () => {
  whole = await startTestServer(makeRoutes(context));
  bare = await startTestServer(
    makeRoutes(
      context,
      FEATURES.map(({ name }) => name),
    ),
  );
});
after(() => Promise.all([whole.stop(), bare.stop()]));

/** What a page, the document or the text for assistants says. */
async function read(server: TestServer, path: string): Promise<string> {
  const { status, text } = await request(server.url + path);
  assert.equal(status, 200, path);
  return text;
}

describe("features", () => {
  it("are known by name, and the setting lists them", () => {
    assert.deepEqual(FEATURES.map(({ name }) => name).toSorted(), Object.keys(ADDRESSES));
    assert.match(
      readFileSync("docs/settings.md", "utf8"),
      /`--without <features>`.*babbage, catalogues, documents, feeds, frames, mcp, members, oembed, reconcile, sitemap, tax/,
    );
    assert.deepEqual(readFeatures(" tax,mcp"), ["tax", "mcp"]);
    assert.throws(
      () => readFeatures("tax,taxes,map"),
      /unknown "taxes", "map"; known: babbage, catalogues, documents, feeds, frames, mcp, members, oembed, reconcile, sitemap, tax/,
    );
  });

  for (const [name, path] of Object.entries(ADDRESSES)) {
    it(`such as ${name} can be left out`, async () => {
      const [there, left] = await Promise.all([whole, bare].map(({ url }) => request(url + path)));
      // A frame without the feature shows what its address says of the explorer: nothing.
      if (name === "frames") return assert.deepEqual([there!.status, left!.status], [400, 200]);
      // The frame of an unknown address is a 404, too.
      if (name !== "oembed") assert.notEqual(there!.status, 404, path);
      assert.equal(left!.status, 404, path);
    });
  }

  it("that are left out are in no page, document and text", async () => {
    const page = await read(whole, "/town");
    assert.match(page, /href="\/explore\/tax">Taxes</);
    assert.match(page, /json\+oembed/);
    assert.match(page, /href="\/docs">Documents</);
    const other = await read(bare, "/town");
    assert.doesNotMatch(other, /explore\/tax|oembed|"\/docs"/);
    assert.match(await read(whole, "/datasets"), /datasets\.jsonld/);
    assert.doesNotMatch(await read(bare, "/datasets"), /jsonld|ttl/);
    for (const path of ["/datasets", "/town", "/town/meta/versions", "/town/entries", "/search?q=north"]) {
      assert.match(await read(whole, path), /\.(?:atom|rss)/);
      assert.doesNotMatch(await read(bare, path), /atom|rss/);
    }
    assert.doesNotMatch(await read(bare, "/llms.txt"), /\/mcp/);
    assert.match(await read(whole, "/robots.txt"), /^Sitemap: /m);
    assert.doesNotMatch(await read(bare, "/robots.txt"), /sitemap/i);
    const document = await read(bare, "/openapi.json");
    assert.doesNotMatch(
      document,
      /"\/(?:mcp|oembed|api\/3|api\/mytax|explore\/tax)|McpMessage|CubeCells|TaxEstimate|"widget"|text\/turtle|atom|rss/,
    );
    assert.match(await read(whole, "/openapi.json"), /"widget"/);
    assert.match(await read(whole, "/openapi.json"), /CubeCells/);
  });
});
