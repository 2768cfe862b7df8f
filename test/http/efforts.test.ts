import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Served } from "#src/http/message/message.js";
import { makeRoutes } from "#src/http/routes/routes.js";
import { contextOf } from "../fixtures.js";
import { request } from "./client.js";
import { datasetCalled } from "./resource-server.js";
import { startTestServer, type TestServer } from "./server.js";

/** All paths that compute: their requests have a cost, which tells slow work from waiting. */
const HEAVY: readonly (readonly [path: string, query: RegExp])[] = [
  ["/api/2/aggregate?dataset=town&drilldown=region", /region/],
  ["/api/2/search?dataset=town&q=north", /north/],
  ["/town/region.distinct?q=n", /n/],
  ["/town.html?year=2009", /2009/],
  ["/town/region.html?q=north", /north/],
  ["/town/region/North.html", /./],
  ["/town/entries.html?q=north", /north/],
  ["/town/explore?drilldown=region&cut=region:North", /North/],
  ["/town/explore.svg?drilldown=region&chart=bars", /region/],
  ["/search?q=north", /north/],
];

describe("the observer of requests gets", () => {
  const seen: Served[] = [];
  let server: TestServer;
  before(async () => {
    const watch = { wantsAddress: false, onServed: (served: Served) => void seen.push(served) };
    server = await startTestServer(makeRoutes(contextOf([datasetCalled("town")])), { watch });
  });
  after(() => server.stop());

  for (const [path, query] of HEAVY) {
    it(`the cost of ${path}, with datasets and query`, async () => {
      seen.length = 0;
      const { status, text } = await request(server.url + path);
      assert.equal(status, 200, text);
      const { effort } = seen[0]!.reply.about!;
      assert.deepEqual([effort?.datasets, effort?.entries], [["town"], 3]);
      assert.match(effort!.query, query);
      assert.ok(effort!.computed > 0 && effort!.waited >= 0);
    });
  }
});
