import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { sampleDatasets } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import type { Response } from "../client.js";
import { crawl, type Crawl, isPage } from "./crawl.js";
import { errorsOf } from "./html-errors.js";
import { shapeOf } from "./html-shape.js";
import { startTestServer, type TestServer } from "../server.js";

/** Shapes of pages that are judged of each kind of page of a dataset. */
const SHAPES_PER_KIND = 60;

let server: TestServer;
let found: Crawl;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
  found = await crawl(server.url, "/");
});
after(() => server.stop());

describe("following all links from the home page", () => {
  it("finds no broken link", () => {
    const broken = found.visits.filter(({ url, response }) => response.status >= 400 && !asksWho(url, response));
    assert.deepEqual(
      broken.map(({ url, from, response }) => `${response.status} ${url} from ${from}: ${titleOf(response.text)}`),
      [],
    );
    assert.deepEqual(server.log, []);
  });

  it("finds the target of every link within a page", () => {
    assert.deepEqual(found.lostPlaces, []);
  });

  it("finds no errors in the HTML of pages", async () => {
    const pages = found.visits.filter(({ response }) => isPage(response));
    assert.ok(pages.length > 100, `${pages.length} pages`);
    const errors = new Map<string, string>();
    // Most pages differ in words and numbers alone: one of each shape is judged.
    const shapes = new Map(pages.map(({ url, response }) => [shapeOf(response.text), { url, response }] as const));
    const judged = new Map<string, number>();
    for (const { url, response } of shapes.values()) {
      // The explorer has thousands of shapes, of the same parts.
      const kind = new URL(url).pathname.split("/", 3).join("/");
      const times = judged.get(kind) ?? 0;
      if (times === SHAPES_PER_KIND) continue;
      judged.set(kind, times + 1);
      for (const error of await errorsOf(response.text)) if (!errors.has(error)) errors.set(error, url);
    }
    assert.deepEqual([...errors], []);
  });

  it("leaves the server only for addresses in the data and in the documents", () => {
    const fromData = [...found.foreign].filter(([, from]) => !new URL(from).pathname.startsWith("/docs/"));
    assert.deepEqual(
      fromData.map(([url]) => url),
      ["https://open.example/"],
    );
  });

  it("reaches every kind of page and its other formats", () => {
    const paths = new Set(found.visits.map(({ url }) => decodeURIComponent(new URL(url).pathname)));
    const expected = ["/", "/datasets", "/search", "/api", "/openapi.json", "/api/2/search"];
    const ofTown = ["", "/dimensions", "/cofog1", "/cofog1/1", "/cofog1/1/entries", "/entries", "/sources", "/explore"];
    for (const path of [...expected, ...ofTown.map((each) => `/town${each}`), "/town.json", "/town/explore.svg"]) {
      assert.ok(paths.has(path), `nothing leads to ${path}`);
    }
    for (const each of ["town", "hostile", "empty"]) assert.ok(paths.has(`/${each}/entries`), each);
  });
});

/** True if the page needs a sign-in. */
function asksWho(url: string, { status }: Response): boolean {
  return status === 401 && /\/(?:dashboard|editor|editor\/members)$/.test(new URL(url).pathname);
}

function titleOf(page: string): string {
  return /<p class="error"[^>]*>([^<]*)/.exec(page)?.[1] ?? page.slice(0, 200);
}
