import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SaxesParser } from "saxes";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 123450n, region: "North & <b>", date: "2009-03-02" },
  { id: "b", paid: 20n, region: "North", date: "2011-11-30" },
  { id: "c", paid: 10n, region: "South", date: "2999-01-01" },
];

const LOADED = new Date("2020-05-06T07:08:09Z");

function datasetCalled(name: string, rows: readonly Row[]): ReturnType<typeof spendingDataset> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name } });
  return spendingDataset(rows, { model, version: name, private: name === "secret", lastModified: LOADED });
}

/** An element of XML: its text, attributes and children. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function readXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => (open.at(-1)!.text += text));
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => assert.fail(error));
  parser.write(xml).close();
  return root.children[0]!;
}

const textOf = ({ children }: Element, name: string): string | undefined =>
  children.find((each) => each.name === name)?.text;
const linkOf = ({ children }: Element, rel: string): string | undefined =>
  children.find((each) => each.name === "link" && each.attributes["rel"] === rel)?.attributes["href"];
const entriesOf = ({ children }: Element): readonly Element[] => children.filter(({ name }) => name === "entry");

let server: TestServer;
before(async () => {
  const datasets = [
    datasetCalled("town", ROWS),
    datasetCalled("city", ROWS.slice(0, 1)),
    datasetCalled("secret", ROWS),
  ];
  server = await startTestServer(makeRoutes(contextOf(datasets)));
});
after(() => server.stop());

async function follow(path: string): Promise<Element> {
  const { status, headers, text } = await request(server.url + path);
  assert.equal(status, 200, text);
  assert.equal(headers["content-type"], "application/atom+xml; charset=utf-8");
  const feed = readXml(text);
  assert.equal(feed.attributes["xmlns"], "http://www.w3.org/2005/Atom");
  return feed;
}

describe("feeds of searches", () => {
  it("have the newest matches first, with their days, amounts and addresses", async () => {
    const feed = await follow("/town/entries.atom?q=north");
    assert.equal(textOf(feed, "title"), `Entries of ${SPENDING.dataset.label}: north`);
    assert.equal(textOf(feed, "updated"), LOADED.toISOString());
    assert.equal(linkOf(feed, "self"), `${server.url}/town/entries.atom?q=north`);
    assert.equal(linkOf(feed, "alternate"), `${server.url}/town/entries?q=north`);
    const entries = entriesOf(feed);
    assert.deepEqual(
      entries.map((each) => [textOf(each, "title"), textOf(each, "updated")]),
      [
        ["Function 1, North: EUR 0.20", "2011-11-30T00:00:00.000Z"],
        ["Function 1, North & <b>: EUR 1,234.50", "2009-03-02T00:00:00.000Z"],
      ],
    );
    for (const entry of entries) {
      assert.equal(textOf(entry, "id"), linkOf(entry, "alternate"));
      assert.equal((await request(textOf(entry, "id")!)).status, 200);
      assert.match(textOf(entry, "summary")!, /^time: \d+ \w+ 20\d\d; Function: Function 1; region: North/);
    }
  });

  it("are in the language of the reader, as pages are", async () => {
    const german = await request(`${server.url}/search.atom?q=north`, { headers: { "accept-language": "de" } });
    assert.equal(german.headers["content-language"], "de");
    assert.match(String(german.headers["vary"]), /Accept-Language/i);
    const feed = readXml(german.text);
    assert.equal(textOf(feed, "title"), "Suche nach „north“");
    const cited = entriesOf(feed).find((each) => textOf(each, "title")!.endsWith(": 1.234,50 EUR"));
    assert.match(textOf(cited!, "summary")!, /^time: 2\. März 2009; /);
    const named = await follow("/town/entries.atom?q=north&lang=fr");
    assert.match(textOf(named, "title")!, /^.*ignes.*: north$/);
    const versions = await follow("/town/meta/versions.atom?lang=de");
    assert.match(textOf(entriesOf(versions)[0]!, "title")!, /^Fassung 1/);
    assert.match(textOf(entriesOf(versions)[0]!, "summary")!, /Buchung/);
    const list = await request(`${server.url}/datasets.rss?lang=de`);
    assert.match(list.text, /<title>Datensätze<\/title>/);
  });

  it("tell days to come by the time of the load", async () => {
    const [first] = entriesOf(await follow("/town/entries.atom"));
    assert.equal(textOf(first!, "updated"), LOADED.toISOString());
  });

  it("keep to the filters of the page, of a dataset, a member or all datasets", async () => {
    const count = async (path: string): Promise<number> => entriesOf(await follow(path)).length;
    assert.equal(await count("/town/entries.atom?filter=region:South"), 1);
    assert.equal(await count("/town/entries.atom?measure=amount&min=1"), 1);
    assert.equal(await count("/town/region/North/entries.atom"), 1);
    assert.equal(await count("/search.atom?q=north"), 3);
    assert.equal(await count("/search.atom?q=north&dataset=city"), 1);
    assert.equal(await count("/search.atom"), 4);
    assert.equal(await count("/search.atom?q=nothing"), 0);
  });

  it("are found from the pages that they follow", async () => {
    for (const path of [
      "/search?q=north&dataset=town",
      "/town/entries?q=north&order=amount:asc",
      "/town/region/North/entries",
    ]) {
      const { text } = await request(server.url + path, { headers: { Accept: "text/html" } });
      const link = /<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]*)"/.exec(text);
      assert.ok(link, path);
      const feed = await follow(link[1]!.replaceAll("&amp;", "&"));
      const page = linkOf(feed, "alternate")!;
      assert.equal((await request(page, { headers: { Accept: "text/html" } })).status, 200, page);
      assert.ok(entriesOf(feed).length > 0);
    }
    const { text } = await request(`${server.url}/search`, { headers: { Accept: "text/html" } });
    assert.doesNotMatch(text, /atom\+xml/);
  });

  it("refuse what the page refuses, and private datasets", async () => {
    for (const [path, expected] of [
      ["/search.atom?q=(", 400],
      ["/town/entries.atom?filter=regio:x", 400],
      ["/secret/entries.atom", 401],
      ["/search.atom?dataset=secret", 401],
      ["/nowhere/entries.atom", 404],
    ] as const) {
      const { status, text } = await request(server.url + path);
      assert.equal(status, expected, `${path}: ${text}`);
    }
  });
});
