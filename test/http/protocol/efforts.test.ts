import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { Served } from "#src/web/http/message/message.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

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
  ["/town/explore.csv?drilldown=region|cofog1&chart=pivot", /region/],
  ["/town/explore.svg?drilldown=region&chart=bars", /region/],
  ["/search?q=north", /north/],
];

describe("the observer of requests gets the reason and the query of", () => {
  const seen: Served[] = [];
  const watch = { wantsAddress: false, onServed: (served: Served) => void seen.push(served) };
  let server: TestServer;
  const serve = async (changes: Parameters<typeof contextOf>[1]): Promise<void> => {
    server = await startTestServer(makeRoutes(contextOf([datasetCalled("town")], changes)), { watch });
  };
  afterEach(() => server.stop());

  // The other pages look something up before they know what to compute.
  for (const [path, query] of HEAVY.filter(([each]) => !each.startsWith("/town/region"))) {
    it(`${path} beyond its deadline`, async () => {
      seen.length = 0;
      await serve({ maxAnonymousSeconds: -1 });
      assert.equal((await request(server.url + path)).status, 503);
      const { cutOff, effort } = seen[0]!.reply.about!;
      assert.equal(cutOff!.reason, "deadline");
      assert.ok(cutOff!.computed >= 0);
      assert.match(effort!.query, query);
    });
  }

  it("an aggregate with too many cells", async () => {
    seen.length = 0;
    await serve({ maxCells: 1 });
    assert.equal((await request(`${server.url}/api/2/aggregate?dataset=town&drilldown=region`)).status, 400);
    const { cutOff, effort } = seen[0]!.reply.about!;
    assert.deepEqual([cutOff!.reason, effort!.datasets], ["too many cells", ["town"]]);
  });

  it("no answer, and no wrong query", async () => {
    seen.length = 0;
    await serve({});
    for (const end of ["", "&drilldown=nowhere"]) await request(`${server.url}/api/2/aggregate?dataset=town${end}`);
    assert.deepEqual(
      seen.map(({ reply }) => reply.about!.cutOff),
      [undefined, undefined],
    );
  });
});

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
