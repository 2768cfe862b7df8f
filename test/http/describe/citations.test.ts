import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: {
    name: "town",
    label: "Town & country, 100 %",
    description: "",
    currency: "EUR",
    licence: "CC0 1.0",
    doi: "https://doi.org/10.5281/zenodo.1234",
  },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
  },
};

const AGGREGATE = "/api/2/aggregate?dataset=";

let server: LoadingServer;
const today = new Date().toISOString().slice(0, 10);

async function load(amount: string): Promise<void> {
  const csv_file = server.files.put("/town.csv", `amount,year,to\n${amount},2009-01-01,a\n`);
  await server.loaded("ada", { csv_file, metadata: server.files.put("/town.json", MODEL) });
}

describe("citations", () => {
  before(async () => {
    server = await startLoading();
    await load("1.10");
    await load("2.20");
  });

  after(() => server.stop());

  it("are added to objects about a version that ask for them", async () => {
    const { json } = await server.ask(null, "GET", `${AGGREGATE}town&cut=to:a&cite=true&pretty=true`);
    const url = `${server.url}/api/2/aggregate?dataset=town@2&cut=to%3Aa&pretty=true`;
    const { digest, ...citation } = json.citation;
    assert.deepEqual(citation, {
      url,
      text: `Town & country, 100 %, version 2 of ${today}, https://doi.org/10.5281/zenodo.1234, ${url}. CC0 1.0.`,
      version: 2,
      licence: { name: "CC0 1.0", url: null },
    });
    assert.match(digest, /^sha-256:[0-9a-f]{64}$/);
    const [version] = (await server.ask(null, "GET", "/town/meta/versions.json")).json;
    assert.equal(digest, version.sources[0].digest);
    const cited = await server.ask(null, "GET", url.slice(server.url.length));
    assert.deepEqual([cited.status, cited.json.summary.amount], [200, 2.2]);
    for (const path of [
      "/town.json?",
      "/town/to/a.json?",
      "/town/to.json?",
      "/town/to.distinct?",
      `${AGGREGATE}town@1&`,
    ]) {
      const { json: each } = await server.ask(null, "GET", `${path}cite=true`);
      assert.ok(each.citation.url.includes("town@"), path);
      const { citation: _, ...rest } = each;
      assert.deepEqual(rest, (await server.ask(null, "GET", path)).json, path);
    }
    const search = await server.ask(null, "GET", "/api/2/search?dataset=town&cite=true");
    assert.equal(search.json.citation.version, 2);
    const { id } = search.json.results[0];
    assert.equal((await server.ask(null, "GET", `/town/entries/${id}.json?cite=true`)).json.citation.version, 2);
  });

  it("are of one version only", async () => {
    for (const path of [`${AGGREGATE}town@2&against=dataset:town@1`, "/api/2/search?q=*:*", "/datasets.json?"]) {
      const { status, json } = await server.ask(null, "GET", `${path}&cite=true`);
      assert.deepEqual([status, "citation" in json], [200, false], path);
    }
    const { json } = await server.ask(null, "GET", "/town/meta/versions.json?cite=true");
    assert.equal(json.length, 2);
  });

  it("are written for reference managers", async () => {
    const { json } = await server.ask(null, "GET", "/town/meta/citation.json");
    assert.deepEqual(json, [
      {
        id: "town@2",
        type: "dataset",
        title: "Town & country, 100 %",
        version: "2",
        issued: { "date-parts": [today.split("-").map(Number)] },
        URL: `${server.url}/town@2`,
        DOI: "10.5281/zenodo.1234",
        note: "CC0 1.0",
      },
    ]);
    const { text, headers } = await server.ask(null, "GET", "/town@1/meta/citation.bib");
    assert.equal(headers["content-disposition"], 'attachment; filename="town-1.bib"');
    assert.equal(
      text,
      [
        "@misc{town-1,",
        "  title = {{Town \\& country, 100 \\%}},",
        `  year = {${today.slice(0, 4)}},`,
        `  month = {${Number(today.slice(5, 7))}},`,
        "  version = {1},",
        `  url = {${server.url}/town@1},`,
        "  doi = {10.5281/zenodo.1234},",
        "  note = {CC0 1.0},",
        "}",
        "",
      ].join("\n"),
    );
  });

  it("stand at the end of pages, with the address of the version", async () => {
    const page = await server.ask(null, "GET", "/town/to/a?year=2009", { headers: { Accept: "text/html" } });
    const text = page.text.replaceAll(/\s+/g, " ");
    assert.ok(text.includes('<h2 id="cite">Cite this</h2>'));
    assert.match(text, /<p><span>To: a – Town &amp; country, 100 %<\/span>, version 2 of /);
    const start = `version 2 of ${today}, https://doi.org/10.5281/zenodo.1234, ${server.url}/town@2`;
    assert.ok(text.includes(`${start}/to/a.`), text);
    assert.ok(text.includes('href="/town@2/to/a/citation.bib"'));
    const explored = await server.ask(null, "GET", "/town/explore?drilldown=to&chart=bars", {
      headers: { Accept: "text/html" },
    });
    const cited = /<p><span>[^<]*<\/span>(, version 2 [^<]*)/.exec(explored.text)![1]!;
    assert.ok(cited.includes(`${server.url}/town@2/explore?drilldown=to&amp;chart=bars`), cited);
  });

  it("are of the dataset as a whole where a page shows no state", async () => {
    const { text } = await server.ask(null, "GET", "/town", { headers: { Accept: "text/html" } });
    // A label in a right-to-left script does not turn the sentence round.
    assert.match(text, /<p><bdi>Town &amp; country, 100 %<\/bdi>, version 2 of /);
    assert.ok(text.includes('href="/town@2/meta/citation.bib"'));
    const { json } = await server.ask(null, "GET", "/town/meta/page-citation.json");
    assert.deepEqual(json, (await server.ask(null, "GET", "/town/meta/citation.json")).json);
  });

  it("keep the date in its order between words from right to left", async () => {
    for (const language of ["ar", "he"]) {
      const page = await server.ask(null, "GET", `/town/to/a?lang=${language}`, { headers: { Accept: "text/html" } });
      assert.ok(page.text.includes(`<bdi dir="ltr">${today}</bdi>`), language);
      assert.match(page.text, /<bdi dir="ltr">https?:[^<]*<\/bdi>/, language);
    }
  });

  it("follow an edit of the label, also of a version", async () => {
    assert.equal(
      (await server.ask(null, "GET", "/town@2/meta/citation.json")).headers["cache-control"]?.includes("immutable"),
      false,
    );
    assert.equal((await server.ask(null, "GET", "/town.json")).json.doi, "10.5281/zenodo.1234");
  });
});
