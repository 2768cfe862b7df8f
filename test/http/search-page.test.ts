import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Row } from "../fixtures.js";
import { request } from "./client.js";
import { addressesOf, readText } from "./markup.js";
import { datasetCalled, startResources } from "./resource-server.js";
import type { TestServer } from "./server.js";

/** Number of entries, more than one page. */
const ROWS: readonly Row[] = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, paid: 100n, region: "Valley" }));

let server: TestServer;
before(async () => {
  server = await startResources([
    datasetCalled("budget", {}, { category: "budget" }, ROWS),
    datasetCalled("other", {}, {}, ROWS),
  ]);
});
after(() => server.stop());

async function open(address: string): Promise<string> {
  const { status, text } = await request(server.url + address, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  return text;
}

/** Return the number of entries that a search page shows. */
function countIn(page: string): string {
  return /([\d,]+) entr/.exec(readText(page.slice(page.indexOf('<p class="facts">'))))![1]!;
}

describe("a search page of one category of datasets", () => {
  it("searches only these, and links to a search in all", async () => {
    assert.equal(countIn(await open("/search?q=valley")), "60");
    const page = await open("/search?q=valley&category=budget");
    assert.equal(countIn(page), "30");
    assert.match(page, /<a href="\/search\?q=valley">In all datasets<\/a>/);
  });

  it("keeps the category on the next and previous page", async () => {
    const forth = addressesOf(await open("/search?q=valley&category=budget")).find((each) => each.includes("page=2"))!;
    const second = await open(forth);
    assert.equal(countIn(second), "30");
    const back = addressesOf(second).find((each) => each.includes("page=1"))!;
    assert.equal(countIn(await open(back)), "30");
  });

  it("keeps the category when the form is sent", async () => {
    const page = await open("/search?q=valley&category=budget");
    assert.ok(addressesOf(page).includes("/search?q=valley&category=budget"), "no form that sends it");
  });
});
