import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Parser } from "n3";
import { SaxesParser } from "saxes";
import { writeTurtle } from "#src/features/catalogues/turtle.js";
import { request } from "../client.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: {
    name: "town",
    label: 'Town </script><b> & "country"',
    description: "What the town </script> spends, and on whom: every payment above five hundred euros.",
    currency: "EUR",
    languages: ["en"],
    category: "spending",
    publisher: "Town hall",
    keywords: ["payments"],
    territories: ["GB"],
    licence: { name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" },
  },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
  },
};

let server: LoadingServer;

async function load(name: string, amount: string): Promise<void> {
  const csv_file = server.files.put(`/${name}.csv`, `amount,year,to\n${amount},2009-01-01,a\n1,2011-01-01,b\n`);
  const metadata = server.files.put(`/${name}.json`, { ...MODEL, dataset: { ...MODEL.dataset, name } });
  await server.loaded("ada", { csv_file, metadata });
}

/** Elements of XML with their text, by name. */
function readXml(xml: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const parser = new SaxesParser();
  let name = "";
  parser.on("opentag", (tag) => (name = tag.name));
  parser.on("text", (text) => {
    if (text.trim() !== "") found.set(name, [...(found.get(name) ?? []), text]);
  });
  parser.on("error", (error) => assert.fail(error));
  parser.write(xml).close();
  return found;
}

before(async () => {
  server = await startLoading();
  await load("town", "1");
  await load("town", "2");
  await load("secret", "3");
  await server.context.catalog.setPrivate("secret", true);
});

after(() => server.stop());

describe("catalogues", () => {
  it("describe public datasets in DCAT, also to their managers", async () => {
    for (const [user, path, accept] of [
      [null, "/datasets.jsonld", "*/*"],
      ["ada", "/datasets", "application/ld+json"],
    ] as const) {
      const { headers, text } = await server.ask(user, "GET", path, { headers: { Accept: accept } });
      assert.equal(headers["content-type"], "application/ld+json");
      const catalogue = JSON.parse(text);
      assert.equal(catalogue["@type"], "dcat:Catalog");
      assert.equal(catalogue["dcat:dataset"].length, 1);
      const [town] = catalogue["dcat:dataset"];
      const url = `${server.url}/town`;
      assert.deepEqual(
        [town["@id"], town["dct:title"], town["dct:description"], town["dcat:version"], town["dct:license"]["@id"]],
        [url, MODEL.dataset.label, MODEL.dataset.description, "2", MODEL.dataset.licence.url],
      );
      const versions = town["dcat:hasVersion"] as readonly Readonly<Record<string, unknown>>[];
      assert.deepEqual(
        versions.map((each) => [each["@id"], each["dcat:version"]]),
        [
          [`${url}@2`, "2"],
          [`${url}@1`, "1"],
        ],
      );
      assert.deepEqual(town["dcat:previousVersion"], { "@id": `${url}@1` });
      assert.equal(catalogue["dcat:service"]["dcat:servesDataset"].length, 1);
      for (const distribution of town["dcat:distribution"]) {
        const file = distribution["dcat:downloadURL"]["@id"].slice(server.url.length);
        const { status, headers: sent } = await request(server.url + file, { method: "HEAD" });
        const type = String(sent["content-type"]).split(";")[0];
        assert.deepEqual([status, distribution["dcat:mediaType"]["@id"].endsWith(`/${type}`)], [200, true], file);
      }
      // Every prefix is one that the context explains.
      const prefixes = new Set([...text.matchAll(/"([a-z]+):[A-Za-z]+":/g)].map(([, prefix]) => prefix!));
      for (const prefix of prefixes) assert.ok(prefix in catalogue["@context"], prefix);
    }
  });

  it("are narrowed down as the list of datasets is", async () => {
    const { text } = await server.ask(null, "GET", "/datasets.jsonld?territories=FR");
    assert.deepEqual(JSON.parse(text)["dcat:dataset"], []);
  });
});

describe("search engines", () => {
  it("find public pages in the sitemap, and what to leave alone", async () => {
    const { text } = await server.ask(null, "GET", "/sitemap.xml");
    assert.deepEqual(
      readXml(text).get("loc"),
      ["/", "/datasets", "/town", "/town/time", "/town/to"].map((path) => server.url + path),
    );
    assert.ok(
      text.includes(`<xhtml:link rel="alternate" hreflang="ar" href="${server.url}/town?lang=ar"/>`) &&
        text.includes(`<xhtml:link rel="alternate" hreflang="x-default" href="${server.url}/town"/>`),
    );
    const robots = await server.ask(null, "GET", "/robots.txt");
    assert.match(robots.text, /^User-agent: \*\nDisallow: \/search\n/);
    assert.match(robots.text, /\nAllow: \/\*\/explore\.png\n\n(?:User-agent: \w+\n)*User-agent: Twitterbot\n/);
    assert.ok(robots.text.endsWith(`\nSitemap: ${server.url}/sitemap.xml\n`));
  });

  it("read what a dataset is on its page, whatever its texts", async () => {
    const { text } = await server.ask(null, "GET", "/town", { headers: { Accept: "text/html" } });
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)];
    assert.equal(blocks.length, 1);
    const dataset = JSON.parse(blocks[0]![1]!);
    assert.deepEqual(
      [dataset["@type"], dataset.name, dataset.description, dataset.temporalCoverage, dataset.license],
      ["Dataset", MODEL.dataset.label, MODEL.dataset.description, "2009/2011", MODEL.dataset.licence.url],
    );
    assert.deepEqual([dataset.version, dataset.creator.name], ["2", "Town hall"]);
    assert.deepEqual(dataset.keywords, ["payments", "spending", "public money"]);
    assert.deepEqual(dataset.variableMeasured.map(({ name }: { name: string }) => name).toSorted(), [
      "amount",
      "time",
      "to",
    ]);
    const types = dataset.distribution.map(({ encodingFormat }: { encodingFormat: string }) => encodingFormat);
    assert.ok(types.includes("application/vnd.apache.parquet"));
    for (const { contentUrl } of dataset.distribution) {
      assert.equal((await request(contentUrl, { method: "HEAD" })).status, 200, contentUrl);
    }
    assert.ok(text.includes(`<link rel="canonical" href="${server.url}/town" />`));
  });

  it("find the catalogue from the list of datasets", async () => {
    const { text } = await server.ask(null, "GET", "/datasets?languages=en", { headers: { Accept: "text/html" } });
    for (const [type, form] of [
      ["application/ld+json", "jsonld"],
      ["text/turtle", "ttl"],
    ] as const) {
      const [, href] =
        new RegExp(`<link rel="alternate" type="${type.replace("+", "\\+")}" title="[^"]*" href="([^"]*)"`).exec(
          text,
        ) ?? [];
      assert.ok(href?.endsWith(`/datasets.${form}?languages=en`), `${type}: ${href}`);
      const { status, headers } = await request(new URL(href!, server.url).href);
      assert.deepEqual([status, String(headers["content-type"]).split(";")[0]], [200, type]);
    }
  });

  it("show descriptions of pages that end with a sentence", async () => {
    for (const path of [
      "/",
      "/datasets",
      "/town",
      "/town/to",
      "/town/to/a",
      "/town/entries",
      "/town/explore",
      "/api",
    ]) {
      const { text } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
      for (const name of ['name="description"', 'property="og:description"']) {
        const [, description] = new RegExp(`<meta ${name} content="([^"]*)"`).exec(text) ?? [];
        if (description === undefined) continue;
        assert.match(description, /[.!?…]$/, `${path}: ${description}`);
        assert.ok(description.length <= 400, path);
      }
    }
  });
});

describe("catalogues as Turtle", () => {
  it("are the same graph as in JSON-LD, to another reader", async () => {
    const { headers, text } = await server.ask(null, "GET", "/datasets.ttl");
    assert.equal(headers["content-type"], "text/turtle; charset=utf-8");
    const quads = new Parser().parse(text);
    const { text: json } = await server.ask(null, "GET", "/datasets.jsonld");
    const catalogue = JSON.parse(json);
    assert.equal(quads.length, listStatements(catalogue).size);
    const objectsOf = (predicate: string): readonly string[] =>
      quads.filter((quad) => quad.predicate.value === predicate).map(({ object }) => object.value);
    assert.ok(objectsOf("http://purl.org/dc/terms/title").includes(MODEL.dataset.label));
    assert.ok(objectsOf("http://purl.org/dc/terms/description").includes(MODEL.dataset.description));
    assert.deepEqual(objectsOf("http://www.w3.org/ns/dcat#previousVersion"), [`${server.url}/town@1`]);
    assert.ok(!text.includes("secret"));
  });

  it("hold any text", () => {
    const texts = ["", '"', "\\", "\n\r\t\f\b", "\u0000\u001f", "\u{1F600}", "</script>", "a\ud800"];
    for (const text of texts) {
      const turtle = writeTurtle({
        "@context": { x: "http://x/" },
        "@id": "http://x/a b<>",
        "x:y": [text, { "@id": "http://x/|" }],
      });
      const quads = new Parser().parse(turtle);
      assert.deepEqual(
        quads.map(({ subject, object }) => [subject.value, object.value]),
        [
          ["http://x/a%20b%3C%3E", text.toWellFormed()],
          ["http://x/a%20b%3C%3E", "http://x/%7C"],
        ],
      );
    }
  });
});

/** List the different statements of JSON-LD: one for each value of a key, and those of the nodes within. */
function listStatements(node: Readonly<Record<string, unknown>>, found = new Set<string>()): ReadonlySet<string> {
  // A node without an address is another one each time.
  const idOf = (each: object): string => ("@id" in each ? String(each["@id"]) : `_:${found.size}`);
  const subject = idOf(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === "@id" || key === "@value" || key === "@context") continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      const isNode = typeof each === "object" && each !== null && !("@value" in each);
      found.add(JSON.stringify([subject, key, isNode ? idOf(each as object) : each]));
      if (isNode) listStatements(each as Readonly<Record<string, unknown>>, found);
    }
  }
  return found;
}
