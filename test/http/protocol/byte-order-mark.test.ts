import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

let server: TestServer;

before(async () => {
  const rows = [
    { id: "a", paid: 1010n, region: "Münster", code: "1", date: "2009-03-02" },
    { id: "b", paid: 20n, region: "教育", code: "2", date: "2009-11-30" },
  ];
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(rows)])));
});

after(() => server.stop());

async function bytes(path: string): Promise<{ readonly body: Buffer; readonly etag: string | null }> {
  const response = await fetch(server.url + path);
  assert.equal(response.status, 200, path);
  return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get("etag") };
}

const withParameter = (path: string, parameter: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${parameter}`;

describe("bom=true", () => {
  const calls = [
    "/api/2/aggregate?dataset=town&drilldown=region&format=csv",
    "/api/2/aggregate?dataset=town&drilldown=region&rollup=true&format=csv",
    "/api/2/search?dataset=town&format=csv",
    "/town/entries.csv",
    "/town/meta/entries.csv",
    "/town/cofog1/1.csv",
    "/town/explore.csv?drilldown=region|cofog1&chart=pivot",
    "/datasets.csv",
  ];
  for (const path of calls) {
    it(`puts a byte order mark before ${path}, and nothing else`, async () => {
      const plain = await bytes(path);
      const marked = await bytes(withParameter(path, "bom=true"));
      assert.deepEqual(marked.body, Buffer.concat([MARK, plain.body]));
      assert.notEqual(marked.etag, plain.etag);
      assert.deepEqual(await bytes(withParameter(path, "bom=false")), plain);
      assert.notDeepEqual(plain.body.subarray(0, 3), MARK);
    });
  }

  it("does not touch other formats", async () => {
    const path = "/api/2/search?dataset=town";
    assert.deepEqual((await bytes(`${path}&bom=true&format=ndjson`)).body, (await bytes(`${path}&format=ndjson`)).body);
    assert.ok(JSON.parse((await bytes(`${path}&bom=true`)).body.toString()));
  });

  it("is in the links of pages", async () => {
    const page = (await bytes("/town/explore.html?drilldown=region")).body.toString();
    const links = [...page.matchAll(/href="([^"]*(?:format=csv|\.csv)[^"]*)" *(?:rel="alternate" *)?data-plain/g)];
    assert.ok(links.length > 0);
    for (const [, href] of links) assert.match(href!, /[?&;]bom=true$/);
  });
});
