import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request, type Response } from "../client.js";
import { ROUTES } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  server = await startTestServer(ROUTES);
});
after(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });

describe("paths", () => {
  const cases: readonly [name: string, path: string, expected: unknown][] = [
    ["a literal comes before a name", "/cra/model.json", "model"],
    ["a suffix is no part of a name", "/cra.json", { dataset: "cra" }],
    ["a slash stays inside its segment", "/a%2Fb%2fc.json", { dataset: "a/b/c" }],
    ["a plus in a path is a plus", "/a+b.json", { dataset: "a+b" }],
    ["a percent sign, a question mark and a hash", "/100%25%3F%23.json", { dataset: "100%?#" }],
    ["a slash at the end means nothing", "/cra/to.json/", { dataset: "cra", dimension: "to" }],
    ["a tail comes before a name", "/cra/to.distinct", ["distinct", "to"]],
    ["a tail with a suffix", "/cra/to.distinct.json", ["distinct", "to"]],
    ["dots in a name", "/cra/to/a.b.c.json", "a.b.c"],
    ["a whole name beats its suffix", "/cra/to/really.csv", "really.csv"],
    ["and may have a suffix", "/cra/to/really.csv.json", "really.csv"],
    ["other scripts", "/cra/to/%D0%9C%D0%B8%D1%80.json", "Мир"],
  ];
  for (const [name, path, expected] of cases) {
    it(name, async () => {
      const { status, text } = await get(path, { Accept: "application/json" });
      assert.deepEqual([status, JSON.parse(text)], [200, expected]);
    });
  }

  it("a suffix is removed if no member has the whole name", async () => {
    assert.equal((await get("/cra/to/other.csv")).text, "other\r\n");
  });

  for (const path of ["/a/b/c/d", "/api/2/nothing", "/api", "/api/2/cells.json", "/cra//x"]) {
    it(`nothing is at ${path}`, async () => {
      const { status, text } = await get(path);
      assert.deepEqual(
        [status, JSON.parse(text)],
        [404, { errors: [`There is nothing at ${path}`], codes: [{ code: "nothing_here", values: { path } }] }],
      );
    });
  }
});
