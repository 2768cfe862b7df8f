import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { LoadShedder, type ServerLoad } from "#src/web/http/server/load-shedder.js";
import { makeRoutes } from "#src/features/features.js";
import { listenOverNode } from "#src/web/http/server/node-http.js";
import { contextOf } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer } from "../server.js";

const AGGREGATE = "/api/2/aggregate?dataset=town";
const SEARCH = "/api/2/search?dataset=town";

/** Headers that depend neither on the length nor on the time of an answer. */
function stableHeaders(headers: Response["headers"]): readonly (readonly [string, string | undefined])[] {
  return Object.entries(headers).filter(([name]) => name !== "content-length" && name !== "date");
}

describe("load shedder of an overloaded server", async () => {
  const load = {
    isOverloaded: false,
    room: 0,
    refusal: new OverCapacity("Come again"),
    noteRefused: () => {},
  };
  const routes = makeRoutes(contextOf([datasetCalled("town")]));
  const overUws = await startTestServer(routes, { load });
  const overNode = await startTestServer(routes, { load, listen: async (settings) => listenOverNode(settings) });
  const servers = [overUws, overNode];
  after(() => Promise.all(servers.map((server) => server.stop())));

  const statuses = (targets: readonly string[], headers: Record<string, string> = {}): Promise<number[][]> =>
    Promise.all(
      servers.map(({ url }) =>
        Promise.all(targets.map(async (target) => (await request(url + target, { headers })).status)),
      ),
    );

  it("refuses heavy calls with the same answer as a full queue", async () => {
    const full = await startTestServer(makeRoutes(contextOf([datasetCalled("town")], { queue: new WorkQueue(0) })));
    load.isOverloaded = true;
    try {
      for (const target of [AGGREGATE, SEARCH])
        for (const method of ["GET", "HEAD"]) {
          const expected = await request(full.url + target, { method });
          const refused = await request(overUws.url + target, { method });
          assert.deepEqual([expected.status, refused.status], [503, 503]);
          assert.deepEqual(stableHeaders(refused.headers), stableHeaders(expected.headers));
          assert.equal(
            refused.text,
            method === "HEAD" ? "" : JSON.stringify({ errors: ["Come again"], codes: [{ code: "other", values: {} }] }),
          );
          const overOther = await request(overNode.url + target, { method });
          assert.deepEqual([overOther.status, overOther.headers["retry-after"]], [503, "1"]);
          assert.equal(overOther.text, refused.text);
        }
    } finally {
      await full.stop();
    }
  });

  it("admits light requests, and those it cannot judge without decoding", async () => {
    load.isOverloaded = true;
    const light = [
      "/healthz",
      "/town.json",
      "/datasets.json",
      "/api/mytax?income=1",
      "/api/2/permissions?dataset=town",
    ];
    assert.deepEqual(await statuses(light), [light.map(() => 200), light.map(() => 200)]);
    const wrapped = [`${AGGREGATE}&callback=show`, `${AGGREGATE}&%63allback=show`];
    assert.deepEqual(await statuses(wrapped), [
      [200, 200],
      [200, 200],
    ]);
    assert.deepEqual(await statuses([AGGREGATE], { authorization: "ApiKey reader" }), [[200], [200]]);
    assert.deepEqual(await statuses([AGGREGATE], { authorization: "ApiKey nobody" }), [[401], [401]]);
  });

  it("admits requests with a cached response, and conditional ones", async () => {
    load.isOverloaded = false;
    const target = `${AGGREGATE}&measure=planned`;
    const { headers } = await request(overUws.url + target);
    load.isOverloaded = true;
    assert.equal((await request(overUws.url + target)).status, 200);
    assert.equal((await request(overUws.url + target, { headers: { "if-none-match": headers["etag"]! } })).status, 304);
  });

  it("admits as many as there is capacity for", async () => {
    Object.assign(load, { isOverloaded: true, room: 2 });
    const admitted = await statuses([AGGREGATE, SEARCH]);
    load.room = 0;
    assert.deepEqual(admitted, [
      [200, 200],
      [200, 200],
    ]);
  });
});

it("the load shedder admits the newest of the requests that were read in one turn of the event loop", async () => {
  let timesRefused = 0;
  const load: ServerLoad = {
    isOverloaded: true,
    room: 2,
    refusal: new OverCapacity("Come again"),
    noteRefused: () => void timesRefused++,
  };
  const shedder = new LoadShedder(load, new Map());
  const admit = (times: number): Promise<boolean[]> =>
    Promise.all(Array.from({ length: times }, () => shedder.admit()));
  assert.deepEqual(await admit(5), [false, false, false, true, true]);
  assert.deepEqual(await admit(1), [true]);
  // Once for both turns: the second had capacity for all.
  assert.equal(timesRefused, 1);
});

it("the load shedder admits the newest request of each client, and one in place of those of another", async () => {
  const load: ServerLoad = {
    isOverloaded: true,
    room: 1,
    hasRoomFor: (client) => client === "c",
    refusal: new OverCapacity("Come again"),
    noteRefused: () => {},
  };
  const shedder = new LoadShedder(load, new Map());
  const admit = (...clients: readonly string[]): Promise<boolean[]> =>
    Promise.all(clients.map((client) => shedder.admit(client)));
  assert.deepEqual(await admit("b", "a", "a", "a"), [false, false, false, true]);
  assert.deepEqual(await admit("c", "a", "a"), [true, false, true]);
  assert.deepEqual(await admit("c", "c", "a"), [false, true, true]);
});
