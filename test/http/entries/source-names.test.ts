import assert from "node:assert/strict";
import { it } from "node:test";
import { request } from "../client.js";
import { datasetCalled, startResources } from "../describe/resource-server.js";

it("pages and calls name files without where they lie on the server", async () => {
  const source = { id: 1, url: "/srv/in/secret-place/payments.csv" };
  const loaded = new Date(Date.UTC(2020, 1, 3));
  const sources = [{ ...source, loaded, content: undefined }];
  const server = await startResources([datasetCalled("filed", { sources })]);
  try {
    for (const path of ["", "/sources", "/sources/1"]) {
      const { status, text } = await request(`${server.url}/filed${path}`, { headers: { accept: "text/html" } });
      assert.equal(status, 200, path);
      assert.match(text, /payments\.csv/, path);
      assert.doesNotMatch(text, /secret-place/, path);
    }
    for (const path of ["/sources.json", "/sources/1.json", "/meta/versions.json", "/meta/datapackage.json", ".json"]) {
      const { status, text } = await request(`${server.url}/filed${path}`);
      assert.equal(status, 200, path);
      assert.doesNotMatch(text, /secret-place/, path);
    }
  } finally {
    await server.stop();
  }
});
