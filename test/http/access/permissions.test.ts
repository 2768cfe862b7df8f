import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

const DATASETS = [
  datasetCalled("town", { managers: ["reader"] }),
  datasetCalled("strange", { managers: ["stranger"] }),
  datasetCalled("plans", { private: true, managers: ["reader"] }),
  datasetCalled("secret", { private: true, managers: ["stranger"] }),
];
const KEYS: Readonly<Record<string, Record<string, string>>> = {
  nobody: {},
  reader: { Authorization: "ApiKey reader" },
  admin: { Authorization: "apikey admin" },
};

let shown: TestServer;
let hidden: TestServer;
before(async () => {
  const context = contextOf(DATASETS);
  shown = await startTestServer(makeRoutes(context));
  hidden = await startTestServer(makeRoutes({ ...context, hidePrivate: true }));
});
after(() => Promise.all([shown.stop(), hidden.stop()]));

function ask(server: TestServer, who: string, query: string): Promise<Response> {
  return request(`${server.url}/api/2/permissions?${query}`, { headers: KEYS[who]! });
}

/** The initials of what is allowed. */
function allowed({ text, status }: Response): string {
  assert.equal(status, 200, text);
  const permissions = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(permissions), ["create", "read", "update", "delete"]);
  return Object.entries(permissions)
    .flatMap(([name, value]) => (value === true ? name[0]! : []))
    .join("");
}

const CASES: readonly (readonly [who: string, dataset: string, shown: string, hidden: string])[] = [
  ["nobody", "town", "r", "r"],
  ["nobody", "plans", "", ""],
  ["nobody", "nowhere", "", ""],
  ["reader", "town", "rud", "rud"],
  ["reader", "strange", "r", "r"],
  ["reader", "plans", "rud", "rud"],
  ["reader", "secret", "", "c"],
  ["reader", "nowhere", "c", "c"],
  ["admin", "town", "rud", "rud"],
  ["admin", "secret", "rud", "rud"],
  ["admin", "nowhere", "c", "c"],
];

describe("/api/2/permissions", () => {
  for (const [who, dataset, whenShown, whenHidden] of CASES) {
    it(`returns the permissions of ${who} on ${dataset}`, async () => {
      assert.equal(allowed(await ask(shown, who, `dataset=${dataset}`)), whenShown);
      assert.equal(allowed(await ask(hidden, who, `dataset=${dataset}`)), whenHidden);
    });
  }

  it("needs a dataset", async () => {
    for (const query of ["", "dataset=", "datasets=town"]) {
      const { status, text } = await ask(shown, "reader", query);
      assert.deepEqual(
        [status, JSON.parse(text)],
        [
          400,
          { errors: ["dataset: the name of a dataset is missing"], codes: [{ code: "dataset_not_named", values: {} }] },
        ],
      );
    }
  });

  it("answers JSON-P, by key as well", async () => {
    const { text, headers } = await ask(shown, "reader", "dataset=town&callback=show.it");
    assert.equal(text, '/**/show.it({"create":false,"read":true,"update":true,"delete":true});');
    assert.equal(headers["content-type"], "application/javascript; charset=utf-8");
  });

  it("refuses invalid keys, and is never cached", async () => {
    const refused = await request(`${shown.url}/api/2/permissions?dataset=town`, {
      headers: { Authorization: "ApiKey nobody" },
    });
    assert.deepEqual([refused.status, refused.headers["www-authenticate"]], [401, "ApiKey"]);
    for (const who of Object.keys(KEYS)) {
      const { headers } = await ask(shown, who, "dataset=town");
      assert.equal(headers["cache-control"], "private, no-store");
      assert.equal(headers["last-modified"], undefined);
    }
  });

  it("returns changed permissions, whatever the client has cached", async () => {
    const { headers } = await ask(shown, "nobody", "dataset=town");
    const held = { "If-None-Match": headers["etag"]!, "If-Modified-Since": new Date(Date.now() + 9e7).toUTCString() };
    const url = `${shown.url}/api/2/permissions?dataset=town`;
    assert.equal((await request(url, { headers: held })).status, 304);
    assert.equal((await request(url, { headers: { ...held, ...KEYS["reader"] } })).status, 200);
    const { "If-Modified-Since": since } = held;
    assert.equal((await request(url, { headers: { "If-Modified-Since": since } })).status, 200);
  });
});
