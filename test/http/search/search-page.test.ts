import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Row } from "../../fixtures.js";
import { request } from "../client.js";
import { addressesOf, readText } from "../pages/markup.js";
import { datasetCalled, startResources } from "../describe/resource-server.js";
import type { TestServer } from "../server.js";

/** Number of entries, more than one page. */
const ROWS: readonly Row[] = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, paid: 100n, region: "Valley" }));

let server: TestServer;
const NAMED: readonly Row[] = [
  { id: "a", paid: 900n, code: "7", function: "Health", date: "2008-03-02", region: "Oxford" },
  { id: "b", paid: 250n, code: "7", function: "Health", date: "2009-03-02" },
  { id: "c", paid: 50n, code: "71", function: "Health products", date: "2009-03-02" },
];

before(async () => {
  server = await startResources([
    datasetCalled("named", {}, { label: "Named money" }, NAMED),
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
  return /([\d,]+) entr/.exec(readText(page.slice(page.indexOf('<h2 class="facts">'))))![1]!;
}

describe("a search page of one category of datasets", () => {
  it("searches only these, and links to a search in all", async () => {
    assert.equal(countIn(await open("/search?q=valley")), "60");
    const page = await open("/search?q=valley&category=budget");
    assert.equal(countIn(page), "30");
    assert.match(page, /<a href="\/search\?q=valley">In all datasets<\/a>/);
  });

  it("says of each dataset how many entries match", async () => {
    const [, list] = /<section class="facet of-datasets">([^]*?)<\/section>/.exec(await open("/search?q=valley"))!;
    const counts = [...list!.matchAll(/<small\s*>([^<]*)/g)].map(([, text]) => text!.trim());
    assert.ok(counts.length > 1 && counts.every((each) => /^[\d,]+ entr(?:y|ies)$/.test(each)), counts.join());
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

describe("a search page for words", () => {
  const textOf = async (address: string): Promise<string> => readText(await open(address)).replaceAll(/\s+/g, " ");

  it("lists the members with these words above the entries, with their newest year", async () => {
    const page = await open("/search?q=health");
    const text = readText(page).replaceAll(/\s+/g, " ");
    assert.match(text, /Pages Health Function in Named money, €2\.50 in 2009 Health products/);
    assert.ok(addressesOf(page).includes("/named/cofog1/7"));
    assert.ok(text.indexOf("Health products") < text.indexOf("3 entries"));
  });

  it("begins with the page that shows both of two members that they name", async () => {
    const page = await open("/search?q=oxford+health");
    const [, list] = /<section class="suggested"[^>]*>([^]*?)<\/section>/.exec(page)!;
    assert.match(
      readText(list!)
        .replaceAll(/[\u2066-\u2069]/g, "")
        .replaceAll(/\s+/g, " "),
      /^ Pages Oxford, Function: Health Named money, €9 in 2008 $/,
    );
    const [address] = addressesOf(list!);
    assert.equal(address, "/named/region/Oxford?cut=cofog1%3A7");
    const title = readText(/<h1[^>]*>([^]*?)<\/h1>/.exec(await open(address!))![1]!);
    assert.equal(title.replaceAll(/[\u2066-\u2069]/g, ""), "Oxford, Function: Health");
  });

  it("lists the datasets with these words", async () => {
    assert.match(await textOf("/search?q=named"), /Pages Named money dataset, €3 in 2009/);
  });

  it("says what the entries come to in the newest year", async () => {
    assert.match(await textOf("/search?q=health"), /3 entries €3 in 2009 in Named money/);
  });

  it("begins each entry with its amount and date", async () => {
    assert.match(await textOf("/search?q=products"), /1 entry .*€0\.50 2 Mar 2009 .*Dataset Named money/);
  });

  it("offers a near spelling where nothing was found", async () => {
    const page = await open("/search?q=helath&dataset=named");
    assert.match(readText(page).replaceAll(/\s+/g, " "), /Did you mean health ?\?/);
    assert.ok(addressesOf(page).includes("/search?q=health&dataset=named"));
    assert.doesNotMatch(await textOf("/search?q=health"), /Did you mean/);
  });

  it("suggests nothing for queries with signs, and on later pages", async () => {
    assert.doesNotMatch(await textOf("/search?q=cofog1:7"), /Pages/);
    assert.doesNotMatch(await textOf("/search?q=valley&page=2"), /Pages Valley/);
  });
});
