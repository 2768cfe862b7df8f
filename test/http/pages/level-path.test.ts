import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain } from "./markup.js";
import { loadPaged, type PagedDataset } from "./page-datasets.js";

let server: LoadingServer;
let demo: PagedDataset;
before(async () => {
  server = await startLoading();
  demo = await loadPaged(server, "demo");
});
after(() => server.stop());

/** Return the address of the member that the way down the levels ends with. */
async function endOfPath(path: string): Promise<URL> {
  const [, levels] = /<nav class="crumbs" aria-label="Levels">([^]*?)<\/nav>/.exec(await demo.open(path))!;
  const [, href] = /<a href="([^"]*)" aria-current="true"/.exec(levels!)!;
  return new URL(href!.replaceAll("&amp;", "&"), "http://localhost");
}

describe("the way down the levels", () => {
  for (const path of [
    "/explore?drilldown=subfunction&cut=region:UKI|function:07|year:2008",
    "/region/UKI?cut=function:07&year=2008",
    "?cut=region:UKI|function:07&year=2008",
  ]) {
    it(`ends with the page of the member, with the other cuts of the page: ${path}`, async () => {
      const url = await endOfPath(path);
      assert.match(url.pathname, /\/function\/07$/);
      const page = readPlain(await demo.open(`/function/07${url.search}`)).replaceAll(/\s+/g, " ");
      assert.match(page, /Health, Region: London/);
      assert.match(page, /£15\.2bn in 2008–09/);
    });
  }

  it("has no cuts where the page has none besides", async () => {
    assert.equal((await endOfPath("/explore?drilldown=subfunction&cut=function:07")).search, "");
  });
});
