import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Setting } from "#src/cli/settings/setting.js";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { request, type Response, waitUntil } from "../client.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

const CLAUSES = 8;
const NESTING = 3;
const CELLS = 2;

let server: TestServer;
before(async () => {
  const bounds = { maxClauses: CLAUSES, maxNesting: NESTING, maxCells: CELLS };
  server = await startTestServer(makeRoutes(contextOf([datasetCalled("town")], bounds)));
});
after(() => server.stop());

const joined = (count: number, part: (at: number) => string, by = "|"): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(by);
const nested = (levels: number): string => `${"(".repeat(levels)}x${")".repeat(levels)}`;

/** Queries of any size, the largest that is allowed, and the error beyond it. */
const CASES: readonly (readonly [name: string, target: (size: number) => string, bound: number, said: RegExp])[] = [
  [
    "cut values of an aggregation",
    (size) => `/api/2/aggregate?dataset=town&cut=${joined(size, (at) => `region:${at}`)}`,
    CLAUSES,
    /9 clauses \(cut values, drilldowns and criteria\); 8 are allowed/,
  ],
  [
    "cut values, drilldowns and criteria together",
    (size) =>
      `/api/2/aggregate?dataset=town&drilldown=region&order=region:asc&cut=${joined(size, (at) => `time.year:${at}`)}`,
    CLAUSES - 2,
    /9 clauses .* 8 are allowed/,
  ],
  [
    "clauses of an aggregation's text",
    (size) => `/api/2/aggregate?dataset=town&q=${joined(size, (at) => `w${at}`, "+OR+")}`,
    CLAUSES,
    /more than 8 clauses/,
  ],
  [
    "levels of an aggregation's text",
    (size) => `/api/2/aggregate?dataset=town&q=${nested(size)}`,
    NESTING,
    /more than 3 levels/,
  ],
  [
    "clauses of a search",
    (size) => `/api/2/search?q=${joined(size, (at) => `w${at}`, "+")}`,
    CLAUSES,
    /more than 8 clauses/,
  ],
  ["levels of a search", (size) => `/api/2/search?q=${nested(size)}`, NESTING, /more than 3 levels/],
  ["levels of a filter query", (size) => `/api/2/search?fq=${nested(size)}`, NESTING, /more than 3 levels/],
  ["signs before a word", (size) => `/api/2/search?q=${"-".repeat(size)}x`, NESTING, /more than 3 levels/],
  [
    "filters of a search",
    (size) => `/api/2/search?dataset=town&filter=${joined(size, (at) => `region:${at}`)}`,
    CLAUSES,
    /9 clauses, filters, criteria and facets; 8 are allowed/,
  ],
  [
    "facets, criteria and words of a search",
    (size) => `/api/2/search?dataset=town&q=${joined(size, (at) => `w${at}`, "+")}&facet_field=region&order=score:desc`,
    CLAUSES - 2,
    /9 clauses, filters, criteria and facets; 8 are allowed/,
  ],
  [
    "cut values of a list of members",
    (size) => `/town/region.distinct?cut=${joined(size, (at) => `time.year:${at}`)}`,
    CLAUSES,
    /cut: has 9 values; 8 are allowed/,
  ],
];

describe("a query", () => {
  for (const [name, target, bound, said] of CASES) {
    it(`may have at most so many ${name}`, async () => {
      const allowed = await get(target(bound));
      assert.equal(allowed.status, 200, allowed.text);
      const { status, text } = await get(target(bound + 1));
      assert.equal(status, 400, text);
      assert.match(text, said);
      assert.deepEqual(server.log, []);
    });
  }

  it("may have at most so many cells", async () => {
    const dimensions = ["time.year", "region"];
    const [few, many] = await Promise.all(
      dimensions.map((drilldown) => get(`/api/2/aggregate?dataset=town&drilldown=${drilldown}`)),
    );
    assert.equal(few!.status, 200);
    assert.deepEqual(
      [many!.status, many!.text],
      [
        400,
        '{"errors":["The drilldown has more than 2 cells; cut more or drill down by less"],"codes":[{"code":"too_many_cells","values":{"maximum":"2"}}]}',
      ],
    );
  });

  it("may ask for any page of any size", async () => {
    for (const page of ["1e308", "9".repeat(400), "-1e308", "0.000001", "1.5"]) {
      for (const pagesize of ["0", "1", "9".repeat(30), "9".repeat(400)]) {
        for (const call of [
          "/api/2/aggregate?dataset=town&drilldown=region&cut=region:North",
          "/api/2/search?dataset=town",
          "/town/region.distinct?",
        ]) {
          const { status, text } = await get(`${call}&page=${page}&pagesize=${pagesize}`);
          assert.ok(status === 200 || status === 400, `${call} page ${page} of ${pagesize}: ${status} ${text}`);
        }
      }
    }
    assert.deepEqual(server.log, []);
  });
});

describe("heavy requests", () => {
  const HEAVY = [
    "/api/2/aggregate?dataset=town",
    "/api/2/search?dataset=town",
    "/town/region.distinct",
    "/town.html",
    "/town/region.html",
    "/town/entries.html",
    "/town/explore",
    "/town/explore.svg?drilldown=region",
    "/search?q=x",
  ];

  it("that find the queue full get 503 with Retry-After, and all others are answered", async () => {
    const queue = new WorkQueue(1);
    const crowded = await startTestServer(makeRoutes(contextOf([datasetCalled("town")], { queue })));
    let open = (): void => {};
    const running = queue.run(() => new Promise<void>((resolve) => (open = resolve)));
    // Unlike any other: the same request at the same time is answered once.
    const waiting = request(`${crowded.url}/api/2/aggregate?dataset=town&measure=planned`);
    await waitUntil(() => queue.waiting === 1, "a request waits");
    for (const target of HEAVY) {
      const { status, headers, text } = await request(crowded.url + target);
      assert.deepEqual([status, headers["retry-after"]], [503, "1"], `${target} ${text}`);
      assert.match(text, /1 requests are waiting already; try again later/, target);
    }
    for (const target of [
      "/healthz",
      "/readyz",
      "/town.json",
      "/town/model.json",
      "/datasets.json",
      "/api/mytax?income=1",
    ]) {
      assert.equal((await request(crowded.url + target)).status, 200, target);
    }
    open();
    await running;
    assert.equal((await waiting).status, 200);
    for (const target of HEAVY) assert.equal((await request(crowded.url + target)).status, 200, target);
    await crowded.stop();
  });

  it("that wait and compute for too long are cancelled", async () => {
    const context = contextOf([datasetCalled("town")], { maxSeconds: -1 });
    const slow = await startTestServer(makeRoutes(context));
    for (const target of ["/api/2/aggregate?dataset=town", "/api/2/search?dataset=town&q=x", "/town/explore"]) {
      const { status, headers } = await request(slow.url + target);
      assert.deepEqual([status, headers["retry-after"]], [503, "1"], target);
    }
    await slow.stop();
  });
});

describe("the computation of", () => {
  const heavy = ["/api/2/aggregate?dataset=town", "/api/2/search?dataset=town&q=x", "/town/region.distinct"];
  let limited: TestServer;
  before(async () => {
    const context = contextOf([datasetCalled("town")], { maxAnonymousSeconds: -1 });
    limited = await startTestServer(makeRoutes(context));
  });
  after(() => limited.stop());

  it("anonymous callers ends at their own limit", async () => {
    for (const target of [...heavy, "/town/explore", "/search?q=x"]) {
      const { status, headers } = await request(limited.url + target);
      assert.deepEqual([status, headers["retry-after"]], [503, "1"], target);
    }
  });

  it("users does not", async () => {
    for (const target of heavy) {
      const { status } = await request(limited.url + target, { headers: { Authorization: "ApiKey reader" } });
      assert.equal(status, 200, target);
    }
  });
});

it("the default bounds are the documented ones", () => {
  const presets = Object.fromEntries(
    SERVE_SETTINGS.map(({ flags, preset }: Setting) => [flags.split(" ")[0]!, preset]),
  );
  const promised = {
    "--max-header-bytes": 16 * 1024,
    "--max-body-bytes": 2 ** 20,
    "--max-source-bytes": 10 * 2 ** 30,
    "--max-clauses": 1024,
    "--max-nesting": 64,
    "--max-cells": 10_000_000,
    "--max-seconds": 30,
    "--max-anonymous-seconds": 5,
    "--idle-timeout": 60,
  };
  for (const [name, value] of Object.entries(promised)) assert.equal(presets[name], value, name);
});

function get(target: string): Promise<Response> {
  return request(server.url + target);
}
