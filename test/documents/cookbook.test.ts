import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { DEMO_CSV, DEMO_MODEL } from "#src/core/assets/demo.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, loadFile, memoryCatalog, servicesOf } from "../fixtures.js";
import { request } from "../http/client.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { readDocument } from "./documents.js";
import { BASE } from "./session.js";

const QUESTION = /^### (.+\?)$/gm;
const CHART = /^\[Chart\]\((\S+)\)$/gm;

// The calls and their answers are tested with those of all documents, by examples.slow.test.ts.
describe("the cookbook", () => {
  const text = readDocument("docs/cookbook.md");
  let demo: TestServer;
  before(async () => {
    const { model } = readModel(readFileSync(DEMO_MODEL));
    const { dataset } = await loadFile(servicesOf(memoryCatalog()), model, DEMO_CSV);
    demo = await startTestServer(makeRoutes(contextOf([dataset])), { baseUrl: BASE });
  });
  after(() => demo.stop());

  it("has twenty questions, each with a call and a chart", () => {
    const numbers = [QUESTION, CHART, /^curl /gm].map((pattern) => [...text.matchAll(pattern)].length);
    assert.deepEqual(numbers, [20, 20, 20]);
  });

  for (const address of new Set([...text.matchAll(CHART)].map(([, each]) => each!))) {
    it(`links to a page: ${address}`, async () => {
      const { status } = await request(demo.url + address.slice(BASE.length), { headers: { Accept: "text/html" } });
      assert.equal(status, 200);
    });
  }
});
