import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { text } from "node:stream/consumers";
import type { ExecutorPool } from "#src/process/executors/executor-pool.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { ComparedServers, createExecutors, HTML, rowsOf } from "./compared-servers.js";
import { startTestServer, type TestServer } from "../server.js";

/** Steps of a query from which on it is long, in these tests: a pass over the few entries is. */
const MIN_LONG_STEPS = 50_000;
/** Addresses of each kind whose queries are long, though each is small. */
const LONG: readonly (readonly [kind: string, path: string])[] = [
  ["an aggregate", "/api/2/aggregate?dataset=town&drilldown=invoice"],
  ["a workbook of an aggregate", "/api/2/aggregate?dataset=town&drilldown=invoice&format=xlsx"],
  ["a workbook of a search", "/api/2/search?dataset=town&format=xlsx"],
  ["a search", "/api/2/search?dataset=town&facet_field=invoice"],
  ["an aggregate of the newer interface", "/api/3/cubes/town/aggregate?drilldown=invoice"],
  ["facts of the newer interface", "/api/3/cubes/town/facts"],
  ["suggestions", "/api/2/suggest?q=north&dataset=town"],
  ["the page of a dataset", "/town.html"],
  ["the page of a dimension", "/town/invoice.html"],
  ["the page of a member", "/town/region/North.html"],
  ["the page of entries", "/town/entries.html?q=invoice"],
  ["a feed of entries", "/town/entries.atom"],
  ["the page of a search", "/search.html?q=invoice"],
  ["an explorer", "/town/explore?drilldown=invoice"],
  ["an embedded chart", "/town/embed?drilldown=invoice&measure=amount.median"],
  ["a picture", "/town/explore.svg?drilldown=invoice&measure=amount.median"],
  ["a crosstab", "/town/explore.csv?drilldown=invoice|region&chart=pivot"],
  ["a crosstab as a workbook", "/town/explore.xlsx?drilldown=invoice|region&chart=pivot"],
];

let servers: ComparedServers;
let executors: ExecutorPool;
let server: TestServer;
/** Clients whose work was done in each lane. */
const lanes = { short: 0, long: 0 };

before(async () => {
  servers = await ComparedServers.start();
  await servers.publish(rowsOf(3000, 1), { name: "town" });
  await servers.publish(rowsOf(20, 1), { name: "village" });
  const { catalog, kernel } = servers;
  executors = createExecutors(kernel, catalog, { minLongSteps: MIN_LONG_STEPS });
  for (const [lane, queue] of [
    ["short", executors.shortQueue],
    ["long", executors.longQueue],
  ] as const) {
    const run = queue.run.bind(queue);
    queue.run = (...args) => {
      lanes[lane]++;
      return run(...args) as never;
    };
  }
  server = await startTestServer(makeRoutes(contextOf([], { catalog })), {
    executor: executors,
    baseUrl: "http://spend.example",
  });
});
after(async () => {
  await Promise.all([server.stop(), executors.close()]);
  await servers.stop();
});

describe("the lane for long work", () => {
  for (const [kind, path] of LONG) {
    it(`has ${kind}, by what its queries cost`, async () => {
      lanes.long = 0;
      const { status, text: body } = await request(server.url + path, HTML);
      assert.equal(status, 200, body.slice(0, 300));
      assert.ok(lanes.long > 0, "it was done among short ones");
    });
  }

  it("gives the same answers as the other one", async () => {
    for (const [, path] of LONG.filter(([, each]) => !each.includes("xlsx"))) {
      const [long, short] = await Promise.all(
        [server, servers.plain].map(async ({ url }) => text((await fetch(url + path, HTML)).body!)),
      );
      assert.equal(long, short, path);
    }
  });

  it("has no small questions", async () => {
    Object.assign(lanes, { short: 0, long: 0 });
    for (const path of ["/api/2/aggregate?dataset=village&cut=invoice:x", "/village.html", "/datasets.html"]) {
      assert.equal((await request(server.url + path)).status, 200);
    }
    assert.deepEqual([lanes.long, lanes.short > 0], [0, true]);
  });
});
