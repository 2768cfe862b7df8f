import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, memoryCatalog } from "../../fixtures.js";
import { request } from "../client.js";
import { MATRIX, SECRET } from "./leak-matrix.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

/** Properties of a dataset that are there: all but those that are read or computed when they are first asked for. */
const AT_HAND = [
  "changed",
  "contents",
  "created",
  "history",
  "isFixed",
  "lastModified",
  "lastSource",
  "managers",
  "number",
  "ownVersion",
  "private",
  "segment",
  "sources",
  "summary",
  "version",
  "viewOf",
];
/** Properties of the private dataset that were read. */
const looked = new Set<string>();
let server: TestServer;

before(async () => {
  const secret = new Proxy(datasetCalled(SECRET, { private: true }), {
    get(dataset, name) {
      looked.add(String(name));
      return dataset[name as keyof Dataset];
    },
  });
  // The fixture finds the name in the model.
  const catalog = memoryCatalog([datasetCalled("town"), secret]);
  // A catalog on disk finds the series once, whoever asks.
  const series = catalog.listSeries();
  const context = contextOf([], { catalog: Object.assign(catalog, { listSeries: () => series }) });
  server = await startTestServer(makeRoutes({ ...context, hidePrivate: true }), { signIn: context.signIn });
});
after(() => server.stop());

it("a request for a hidden dataset does no work but to check permissions", async () => {
  const urls = Object.values(MATRIX).flatMap(({ open, named = [], answered = [], wrong = [] }) => [
    ...open,
    ...named,
    ...answered,
    ...wrong,
  ]);
  looked.clear();
  for (const url of urls) {
    for (const headers of [{ Accept: "application/json" }, { Accept: "text/html" }]) {
      for (const key of [{}, { Authorization: "ApiKey reader" }]) {
        await request(server.url + encodeURI(url).replaceAll("%25", "%"), { headers: { ...headers, ...key } });
      }
    }
  }
  // Lists are ordered, and copied for a language, before they are narrowed down: with what is at hand.
  assert.deepEqual([...looked].toSorted(), AT_HAND);
  looked.clear();
  await request(`${server.url}/${SECRET}.json`, { headers: { Authorization: "ApiKey admin" } });
  assert.ok(looked.has("model"), "nothing would have been noticed");
});
