import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { sampleDatasets } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

/** Maximum size of a page with its style sheet, script and icon as they are sent; fonts are cached. */
const BUDGET = 60_000;

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

const sizeOf = async (path: string): Promise<number> => {
  const headers = { accept: "text/html", "accept-encoding": "br" };
  const { status, headers: sent } = await request(server.url + path, { headers });
  assert.equal(status, 200, path);
  return Number(sent["content-length"] ?? assert.fail(`${path} is not sent in one piece`));
};

describe("the size of a page", () => {
  for (const path of [
    "/",
    "/datasets",
    "/town",
    "/town/region",
    "/town/cofog1/1",
    "/budget",
    "/town/entries",
    "/api",
  ]) {
    it(`is within its budget: ${path}`, async () => {
      const page = (await request(server.url + path, { headers: { accept: "text/html" } })).text;
      const files = [...page.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, file]) => file!);
      assert.equal(files.length, 3);
      let size = await sizeOf(path);
      for (const file of files) size += await sizeOf(file);
      assert.ok(size <= BUDGET, `${path}: ${size} bytes`);
    });
  }
});
