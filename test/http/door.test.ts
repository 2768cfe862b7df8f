import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { WorkQueue } from "#src/admission/work-queue.js";
import { OverCapacity } from "#src/errors/errors.js";
import { LoadShedder, type ServerLoad } from "#src/http/server/load-shedder.js";
import { makeRoutes } from "#src/http/routes/routes.js";
import { listenOverNode } from "#src/http/server/node-http.js";
import { contextOf } from "../fixtures.js";
import { request, type Response } from "./client.js";
import { datasetCalled } from "./resource-server.js";
import { startTestServer } from "./server.js";

const AGGREGATE = "/api/2/aggregate?dataset=town";
const SEARCH = "/api/2/search?dataset=town";

/** Headers that neither the words nor the time of an answer shape. */
function lasting(headers: Response["headers"]): readonly (readonly [string, string | undefined])[] {
  return Object.entries(headers).filter(([name]) => name !== "content-length" && name !== "date");
}

describe("the door, while more is asked for than can be done", async () => {
  const crowd = {
    isOverloaded: false,
    room: 0,
    refusal: new OverCapacity("Come again"),
    noteRefused: () => {},
  };
  const routes = makeRoutes(contextOf([datasetCalled("town")]));
  const overUws = await startTestServer(routes, { crowd });
  const overNode = await startTestServer(routes, { crowd, listen: async (settings) => listenOverNode(settings) });
  const servers = [overUws, overNode];
  after(() => Promise.all(servers.map((server) => server.stop())));

  const statuses = (targets: readonly string[], headers: Record<string, string> = {}): Promise<number[][]> =>
    Promise.all(
      servers.map(({ url }) =>
        Promise.all(targets.map(async (target) => (await request(url + target, { headers })).status)),
      ),
    );

  it("refuses heavy calls as the queue does", async () => {
    const full = await startTestServer(makeRoutes(contextOf([datasetCalled("town")], { queue: new WorkQueue(0) })));
    crowd.isOverloaded = true;
    try {
      for (const target of [AGGREGATE, SEARCH])
        for (const method of ["GET", "HEAD"]) {
          const expected = await request(full.url + target, { method });
          const refused = await request(overUws.url + target, { method });
          assert.deepEqual([expected.status, refused.status], [503, 503]);
          assert.deepEqual(lasting(refused.headers), lasting(expected.headers));
          assert.equal(refused.text, method === "HEAD" ? "" : JSON.stringify({ errors: ["Come again"] }));
          const overOther = await request(overNode.url + target, { method });
          assert.deepEqual([overOther.status, overOther.headers["retry-after"]], [503, "1"]);
          assert.equal(overOther.text, refused.text);
        }
    } finally {
      await full.stop();
    }
  });

  it("lets in what is light, or may be", async () => {
    crowd.isOverloaded = true;
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

  it("lets in what is ready, and those who have it already", async () => {
    crowd.isOverloaded = false;
    const target = `${AGGREGATE}&measure=planned`;
    const { headers } = await request(overUws.url + target);
    crowd.isOverloaded = true;
    assert.equal((await request(overUws.url + target)).status, 200);
    assert.equal((await request(overUws.url + target, { headers: { "if-none-match": headers["etag"]! } })).status, 304);
  });

  it("lets in as many as there is room for", async () => {
    Object.assign(crowd, { isOverloaded: true, room: 2 });
    const asked = await statuses([AGGREGATE, SEARCH]);
    crowd.room = 0;
    assert.deepEqual(asked, [
      [200, 200],
      [200, 200],
    ]);
  });
});

it("the door lets the newest in of those that are read in one turn", async () => {
  let timesRefused = 0;
  const crowd: ServerLoad = {
    isOverloaded: true,
    room: 2,
    refusal: new OverCapacity("Come again"),
    noteRefused: () => void timesRefused++,
  };
  const door = new LoadShedder(crowd, new Map());
  const knock = (times: number): Promise<boolean[]> => Promise.all(Array.from({ length: times }, () => door.knock()));
  assert.deepEqual(await knock(5), [false, false, false, true, true]);
  assert.deepEqual(await knock(1), [true]);
  // Once, of both turns: in the other there was room for all.
  assert.equal(timesRefused, 1);
});
