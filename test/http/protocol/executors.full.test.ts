import assert from "node:assert/strict";
import { get as getHttp, type IncomingMessage } from "node:http";
import { after, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { text } from "node:stream/consumers";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { makeRoutes } from "#src/features/features.js";
import type { Catalog } from "#src/store/catalog.js";
import { contextOf } from "../../fixtures.js";
import { request, type RequestOptions, type Response } from "../client.js";
import { ComparedServers, createExecutors, HTML, rowsOf } from "./compared-servers.js";
import { startTestServer } from "../server.js";

let servers: ComparedServers;
let catalog: Catalog;
const publish = (factor: number, { count = 500, name = "town", isPrivate = false } = {}): Promise<void> =>
  servers.publish(rowsOf(count, factor), { name, isPrivate });
const compare = (path: string, options: RequestOptions = {}): Promise<Response> => servers.compare(path, options);

before(async () => {
  servers = await ComparedServers.start();
  ({ catalog } = servers);
  await publish(1);
  await publish(3, { name: "secret", isPrivate: true, count: 20 });
});
after(() => servers.stop());

describe("bodies that executors make", () => {
  const aggregate = "/api/2/aggregate?dataset=town";
  const paths = [
    `${aggregate}&drilldown=region|cofog1&order=paid:desc`,
    `${aggregate}&drilldown=region&cut=date.year:2009&format=csv`,
    `${aggregate}&drilldown=invoice&format=ndjson`,
    `${aggregate}&drilldown=region&format=arrow`,
    `${aggregate}&drilldown=invoice&pagesize=7&page=3`,
    `${aggregate}&drilldown=region&callback=show`,
    `${aggregate}&drilldown=region&pretty=true`,
    `${aggregate}&cut=region:Nowhere`,
    `${aggregate}&drilldwon=region`,
    "/api/2/search?q=north%20OR%20south&highlight=true&facet_field=region&stats=true",
    "/api/3/cubes",
    "/api/3/cubes/town/aggregate?drilldown=invoice|region&pagesize=5000",
    "/api/3/cubes/town/facts?order=amount:desc&pagesize=5000",
    "/api/3/cubes/town/members/invoice?callback=f&cut=region:North;South",
    "/api/2/search?q=invoice*&format=csv",
    "/api/2/search?dataset=town&q=north&order=paid:desc&format=ndjson",
    "/town/region.distinct?q=n",
    "/town/invoice.distinct?pagesize=3&page=2",
    "/town.json",
    "/town/model.json",
    "/town/dimensions.json",
    "/town/region.json",
    "/town/region/North.json",
    "/town/explore.csv?drilldown=region|cofog1&chart=pivot",
    "/town/explore.xlsx?drilldown=region|cofog1&chart=pivot",
    "/town/explore.svg?drilldown=region",
    "/datasets.csv",
    "/town/meta/datapackage.json?callback=show",
    ...["datapackage.json", "entries.csv", "entries.ndjson.gz", "entries.parquet"].map((file) => `/town/meta/${file}`),
  ];
  for (const path of paths)
    it(`are the same as those of the server's thread: ${path}`, async () => void (await compare(path)));

  const pages = ["/", "/town", "/town/region", "/town/region/North", "/town/entries?q=north", "/search?q=north"];
  const explored = ["/town/explore?drilldown=region|cofog1", "/town/embed?drilldown=region", "/datasets"];
  for (const path of [...pages, ...explored]) {
    it(`are the same as those of the server's thread: the page ${path}`, async () => {
      await compare(path, HTML);
      await compare(path, { headers: { ...HTML.headers, "Accept-Language": "de", "Accept-Encoding": "gzip" } });
    });
  }

  const longText = encodeURIComponent(`(${"x ".repeat(1100)}`);
  const invalidForms = [
    `/town/entries?q=${longText}`,
    `/town/entries?page=x&q=${"x".repeat(2100)}`,
    `/search?q=${longText}`,
    `/town/explore?drilldown=${"x".repeat(2100)}`,
    `/datasets?territories=x&q=${"x".repeat(2100)}`,
  ];
  for (const path of invalidForms) {
    it(`show a form with long texts and errors again: ${path.slice(0, 30)}`, async () => {
      const { status, body } = await compare(path, HTML);
      assert.equal(status, 400);
      assert.match(body.toString(), /<form/);
    });
  }

  it("are refused for the same reasons", async () => {
    const wrong = await compare(`${aggregate}&drilldown=nothing|region&cut=nowhere:x&page=0`);
    assert.equal(wrong.status, 400);
    assert.equal((await compare("/town/explore.svg?drilldown=invoice&chart=table")).status, 404);
    assert.equal((await compare("/missing.json")).status, 404);
  });

  it("have an entity tag by which they are not computed again", async () => {
    const { headers } = await request(`${servers.threaded.url}${aggregate}&drilldown=region`);
    const again = await request(`${servers.threaded.url}${aggregate}&drilldown=region`, {
      headers: { "If-None-Match": headers["etag"] as string },
    });
    assert.equal(again.status, 304);
  });

  it("show private datasets to those who may read them only", async () => {
    const path = "/api/2/aggregate?dataset=secret&drilldown=region";
    const { status } = await compare(path);
    assert.equal(status, 401);
    assert.equal((await compare(path, { headers: { Authorization: "ApiKey admin" } })).status, 200);
    assert.doesNotMatch((await compare("/api/2/search?q=invoice*")).text, /secret/);
    await catalog.setPrivate("secret", false);
    assert.equal((await compare(path)).status, 200);
    await catalog.setPrivate("secret", true);
    assert.equal((await compare(path)).status, 401);
  });

  it("are of the newest version as soon as it is published, and the memory of older ones is released", async () => {
    await compare(`${aggregate}&drilldown=region`);
    for (const factor of [5, 7, 11]) {
      const { memories } = (catalog.get("town")!.engine as ColumnarEngine).table;
      await publish(factor);
      await compare(`${aggregate}&drilldown=region`);
      await compare("/town", HTML);
      while (!memories.every((memory) => memory.released)) await setImmediate();
    }
  });

  it("are of one version each, while datasets change", async () => {
    const amounts = new Set<string>();
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        const { text: body } = await request(`${servers.threaded.url}${aggregate}&drilldown=region`);
        const { summary, drilldown } = JSON.parse(body) as {
          summary: { paid: number };
          drilldown: readonly { paid: number }[];
        };
        const sum = drilldown.reduce((total, { paid }) => total + Math.round(paid * 100), 0);
        assert.equal(sum, Math.round(summary.paid * 100));
        amounts.add(String(summary.paid));
      }
    })();
    for (let factor = 20; factor < 30; factor++) await publish(factor);
    over.abort();
    await reading;
    assert.ok(amounts.size > 0);
  });

  it("are sent in pieces as they are taken", async () => {
    await publish(2, { count: 8000 });
    const path = "/api/2/search?dataset=town&format=ndjson&pagesize=8000";
    const slow = await new Promise<IncomingMessage>((resolve) => {
      getHttp(servers.threaded.url + path, { agent: false }, resolve);
    });
    // Meanwhile others are answered.
    await compare(`${aggregate}&drilldown=region`);
    const [body, { text: expected }] = await Promise.all([text(slow), request(servers.plain.url + path)]);
    assert.equal(body, expected);
  });

  it("end when the client goes, so that their version is released", async () => {
    const { memories } = (catalog.get("town")!.engine as ColumnarEngine).table;
    const path = "/api/2/search?dataset=town&format=ndjson&pagesize=8000";
    const gone = await new Promise<IncomingMessage>((resolve) => {
      getHttp(servers.threaded.url + path, { agent: false }, resolve);
    });
    gone.once("data", () => gone.destroy());
    await new Promise((resolve) => gone.once("close", resolve));
    await publish(4);
    while (!memories.every((memory) => memory.released)) await setImmediate();
    await compare(`${aggregate}&drilldown=region`);
  });
});

describe("the server's thread", () => {
  /** Start a server whose own thread cannot look at datasets. */
  async function startBlind(blind: Partial<Catalog>): Promise<{ readonly url: string; stop(): Promise<void> }> {
    const own = createExecutors(servers.kernel, catalog, { maxOwnCharacters: 2000, maxOwnSteps: 0 });
    const routes = makeRoutes(contextOf([], { catalog: blind as Catalog }));
    const { url, stop } = await startTestServer(routes, { beginReading: () => catalog.beginReading(), executor: own });
    return { url, stop: async () => void (await Promise.all([stop(), own.close()])) };
  }

  it("parses no long parameters", async () => {
    const blind = await startBlind({ get: () => assert.fail("looked at"), list: () => assert.fail("listed") });
    const many = (part: (at: number) => string, by: string): string =>
      encodeURIComponent(Array.from({ length: 900 }, (_, at) => part(at)).join(by));
    try {
      for (const path of [
        `/api/2/search?dataset=town&q=${many((at) => `nort${at}~`, " ")}`,
        `/api/2/search?q=${many((at) => `*n*${at}* OR south`, " OR ")}`,
        `/api/2/search?dataset=town&filter=${many((at) => `region:x${at}`, "|")}`,
        `/api/2/aggregate?dataset=town&cut=${many((at) => `region:x${at}`, "|")}&drilldown=region`,
        `/town/region.distinct.json?cut=${many((at) => `region:x${at}`, "|")}`,
        `/town/explore.json?cut=${many((at) => `region:x${at}`, "|")}`,
      ]) {
        const [ours, theirs] = await Promise.all([request(blind.url + path), request(servers.plain.url + path)]);
        assert.deepEqual([ours.status, ours.text.length], [theirs.status, theirs.text.length], path.slice(0, 60));
        assert.notEqual(ours.status, 500);
      }
    } finally {
      await blind.stop();
    }
  });

  it("reads no entries for large bodies", async () => {
    const unread = (name: string) => {
      const { engine, ...dataset } = catalog.get(name)!;
      const { numEntries, estimates } = engine;
      return { ...dataset, engine: { numEntries, estimates, read: () => assert.fail("read") } };
    };
    const blind = await startBlind({
      get: unread as unknown as Catalog["get"],
      list: () => catalog.list(),
      listSeries: () => catalog.listSeries(),
      lastRemoval: (isSeen) => catalog.lastRemoval(isSeen),
    });
    try {
      for (const path of [
        "/api/2/aggregate?dataset=town&drilldown=invoice",
        "/api/2/search?dataset=town&q=*n*",
        "/town/invoice.distinct?q=i",
        "/town.json",
        "/town/explore?drilldown=invoice",
      ])
        assert.equal((await request(blind.url + path)).status, 200, path);
    } finally {
      await blind.stop();
    }
  });
});

describe("long bodies", () => {
  it("are refused to a client that waits for several already", async () => {
    const own = createExecutors(servers.kernel, catalog, { minLongSteps: 0 });
    const routes = makeRoutes(contextOf([], { catalog }));
    const server = await startTestServer(routes, { beginReading: () => catalog.beginReading(), executor: own });
    try {
      const asked = Array.from({ length: 9 }, (_, at) =>
        request(`${server.url}/api/2/aggregate?dataset=town&drilldown=region&pagesize=${at + 1}`),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 503).length, 5, String(statuses));
      assert.equal((await request(`${server.url}/api/2/aggregate?dataset=town`)).status, 200);
    } finally {
      await server.stop();
      await own.close();
    }
  });
});
