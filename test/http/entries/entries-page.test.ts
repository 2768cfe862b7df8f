import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Row } from "../../fixtures.js";
import { ENGLISH } from "#src/web/words/english.js";
import { offerWords } from "#src/web/words/languages.js";
import { request } from "../client.js";
import { readText } from "../pages/markup.js";
import { datasetCalled, startResources } from "../describe/resource-server.js";
import type { TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1000n, region: "North", date: "2008-03-02" },
  { id: "b", paid: 250n, region: "North", date: "2009-03-02" },
  { id: "c", paid: -50n, region: "South", date: "2009-03-02", code: "2" },
];

let server: TestServer;
before(async () => {
  server = await startResources([datasetCalled("places", {}, {}, ROWS)]);
});
after(() => server.stop());

async function open(address: string): Promise<string> {
  const { status, text } = await request(server.url + address, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  return text;
}

const textOf = async (address: string): Promise<string> => readText(await open(address)).replaceAll(/\s+/g, " ");

describe("a page of entries", () => {
  it("says what the entries of each filter come to", async () => {
    assert.match(await textOf("/places/entries"), /Year 2008 €10 1 2009 €2 2 .*North €12\.50 2 South -€0\.50 1/);
    assert.match(await textOf("/places/entries?q=north"), /Year 2008 €10 1 2009 €2\.50 1/);
    assert.match(await textOf("/places/entries?filter=time.year:2009"), /North €2\.50 1 South -€0\.50 1/);
  });

  it("begins with the date and the amount, and ends with the id", async () => {
    const page = await open("/places/entries");
    const heads = [...page.matchAll(/<th scope="col"[^>]*>([^]*?)<\/th>/g)].map(([, head]) => readText(head!).trim());
    assert.deepEqual(heads, ["time", "Function", "Paid", "planned", "region", "until", "Entry"]);
  });
});

describe("the amounts of a form", () => {
  const offered: (() => void)[] = [];
  before(() => void offered.push(...["de", "fr"].map((language) => offerWords(language, ENGLISH))));
  after(() => {
    for (const withdraw of offered) withdraw();
  });

  const german = async (address: string, language = "de"): Promise<string> =>
    (await request(server.url + address, { headers: { Accept: "text/html", "Accept-Language": language } })).text;

  it("are read in the language of the page, and shown in it again", async () => {
    const page = await german("/places/entries?min=2,50");
    assert.match(readText(page), /2 entries/);
    assert.match(page, /<input\s+id="min"[^>]*value="2,5"/);
    assert.match(page, /<input\s+type="hidden"\s+name="numbers"\s+value="de"/);
    assert.match(readText(await german("/places/entries?min=1.000")), /0 entries/);
    assert.match(readText(await german("/places/entries?min=1.000", "en-GB")), /2 entries/);
    assert.match(await german("/places/entries?min=2.500", "fr"), /can be read in two ways/);
  });

  it("have one meaning in addresses that a page sends or writes", async () => {
    assert.match(readText(await german("/places/entries?min=1.000&numbers=de", "en-GB")), /0 entries/);
    const page = await german("/places/entries?min=0,125&max=1,125");
    assert.match(page, /href="[^"]*min=0\.125&(?:amp;)?max=1\.1250/);
    const { text } = await request(`${server.url}/places/entries.atom?min=1.000`, {
      headers: { "Accept-Language": "de" },
    });
    assert.equal(text.split("<entry>").length - 1, 2);
  });
});

describe("a page with a misspelt parameter", () => {
  it("says so at its top", async () => {
    assert.match(await textOf("/places/entries?oder=amount:asc"), /"oder" was ignored; did you mean "order"\?/);
    assert.match(await textOf("/places?yeer=2008"), /"yeer" was ignored; did you mean "year"\?/);
    assert.match(await textOf("/search?q=north&catgory=budget"), /"catgory" was ignored; did you mean "category"\?/);
    assert.match(await textOf("/places/region?YEAR=2008"), /"YEAR" was ignored; did you mean "year"\?/);
  });

  it("says where a year belongs in the explorer", async () => {
    const warning = /"year" was ignored; here a year is written cut=year:2009/;
    assert.match(await textOf("/places/explore?drilldown=region&year=2008"), warning);
    assert.doesNotMatch(await textOf("/places/explore?drilldown=region&year=all"), warning);
    assert.doesNotMatch(await textOf("/places/explore?year=2008"), warning);
  });

  it("is not the cached answer of another", async () => {
    assert.doesNotMatch(await textOf("/places?year=2008"), /was ignored/);
    assert.match(await textOf("/places?yeer=2009&year=2008"), /was ignored/);
    assert.doesNotMatch(await textOf("/places?year=2008&utm_source=x"), /was ignored/);
  });
});
