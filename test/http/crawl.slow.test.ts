import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/http/routes/routes.js";
import { sampleDatasets } from "../browser/sample.js";
import { contextOf } from "../fixtures.js";
import type { Response } from "./client.js";
import { crawl, type Crawl } from "./crawl.js";
import { startTestServer, type TestServer } from "./server.js";

let server: TestServer;
let found: Crawl;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
  found = await crawl(server.url, "/");
});
after(() => server.stop());

describe("whoever follows the links from the home page", () => {
  it("finds nothing broken", () => {
    const broken = found.visits.filter(({ url, response }) => response.status >= 400 && !asksWho(url, response));
    assert.deepEqual(
      broken.map(({ url, from, response }) => `${response.status} ${url} from ${from}: ${titleOf(response.text)}`),
      [],
    );
    assert.deepEqual(server.log, []);
  });

  it("finds every place in a page that is linked to", () => {
    assert.deepEqual(found.lostPlaces, []);
  });

  it("leaves the server only for what the data names", () => {
    assert.deepEqual([...found.foreign.keys()], ["https://open.example/"]);
  });

  it("comes to every kind of page, and to what is beside it", () => {
    const paths = new Set(found.visits.map(({ url }) => decodeURIComponent(new URL(url).pathname)));
    const expected = ["/", "/datasets", "/search", "/api", "/explore/tax", "/openapi.json", "/api/2/search"];
    const ofTown = ["", "/dimensions", "/cofog1", "/cofog1/1", "/cofog1/1/entries", "/entries", "/sources", "/explore"];
    for (const path of [...expected, ...ofTown.map((each) => `/town${each}`), "/town.json", "/town/explore.svg"]) {
      assert.ok(paths.has(path), `nothing leads to ${path}`);
    }
    for (const each of ["town", "hostile", "empty"]) assert.ok(paths.has(`/${each}/entries`), each);
  });
});

/** What one manages is there for those who sign in. */
function asksWho(url: string, { status }: Response): boolean {
  return status === 401 && /\/(?:dashboard|editor)$/.test(new URL(url).pathname);
}

function titleOf(page: string): string {
  return /<p class="fault"[^>]*>([^<]*)/.exec(page)?.[1] ?? page.slice(0, 200);
}
