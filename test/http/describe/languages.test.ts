import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

const ROWS = `id,amount,date,kind,Kind,Art,side\n1,10,2009,1,Roads,Straßen,x\n2,5,2009,2,Schools,,y\n`;
const model = (name: string): object => ({
  dataset: {
    ...SPENDING.dataset,
    name,
    label: "Town",
    labels: { de: "Stadt", xx: "no language" },
    description: "Money of the town.",
    descriptions: { de: "Geld der Stadt." },
    languages: ["en", "de"],
  },
  mapping: {
    number: { type: "attribute", column: "id", datatype: "string", key: true },
    amount: { type: "measure", column: "amount", datatype: "float", label: "Amount", labels: { de: "Betrag" } },
    time: { type: "date", column: "date", datatype: "date" },
    kind: {
      type: "compound",
      label: "Function",
      label_fr: "Fonction",
      labels: { de: "Aufgabenbereich" },
      description: "What for",
      descriptions: { de: "Wofür" },
      attributes: {
        name: { column: "kind", datatype: "id" },
        label: { column: "Kind", datatype: "string" },
        label_de: { column: "Art", datatype: "string" },
      },
    },
    group: {
      type: "derived",
      from: "kind",
      values: { 1: "a", 2: "b" },
      labels: { a: "A", b: "B" },
      label_de: "Gruppe",
    },
  },
  hierarchies: { all: { label: "All", labels: { de: "Alle" }, levels: ["group", "kind"] } },
  notes: [{ on: "year:2009", text: "Estimated.", text_de: "Geschätzt." }],
});

let server: LoadingServer;
const name = "languages-town";

before(async () => {
  server = await startLoading();
  const metadata = server.files.put(`/${name}.json`, model(name));
  const csv_file = server.files.put(`/${name}.csv`, ROWS);
  await server.loaded("ada", { metadata, csv_file });
});
after(() => server.stop());

/** Get JSON anonymously. */
async function get(path: string): Promise<Body["json"]> {
  const { status, json, text } = await server.ask(null, "GET", path);
  assert.equal(status, 200, text);
  return json;
}

async function read(path: string): Promise<string> {
  return (await server.ask(null, "GET", path.replace(server.url, ""))).text;
}

describe("the texts of a dataset in a language", () => {
  it("are those of its model", async () => {
    const { label, description, languages } = await get(`/${name}.json?lang=de`);
    assert.deepEqual([label, description, languages], ["Stadt", "Geld der Stadt.", ["en", "de"]]);
    const { datasets } = await get("/datasets.json?lang=de");
    assert.deepEqual(
      datasets.map((each: { label: string }) => each.label),
      ["Stadt"],
    );
    const dimensions = await get(`/${name}/dimensions.json?lang=de`);
    const kind = dimensions.find((each: { name: string }) => each.name === "kind");
    assert.deepEqual([kind.label, kind.description], ["Aufgabenbereich", "Wofür"]);
    assert.equal(dimensions.find((each: { name: string }) => each.name === "group").label, "Gruppe");
  });

  it("are a member's label and never its name, and the label in the data's own where it has none", async () => {
    const { drilldown, notes } = await get(
      `/api/2/aggregate?dataset=${name}&drilldown=kind|group&cut=year:2009&lang=de`,
    );
    assert.deepEqual(
      drilldown.map(({ kind, group }: Body["json"]) => [kind.name, kind.label, group.label]),
      [
        ["1", "Straßen", "A"],
        ["2", "Schools", "B"],
      ],
    );
    assert.equal(notes[0].text, "Geschätzt.");
    assert.equal((await get(`/${name}/kind/1.json?lang=de`)).label, "Straßen");
    const { results } = await get(`/${name}/kind.distinct?lang=de`);
    assert.deepEqual(results.map((each: { label: string }) => each.label).toSorted(), ["Schools", "Straßen"]);
    const found = await get(
      `/api/2/search?dataset=${name}&q=roads&facet_field=kind&expand_facet_dimensions=true&lang=de`,
    );
    assert.equal(found.results[0].kind.label, "Straßen");
    assert.equal(found.facets.kind[0][0].label, "Straßen");
  });

  it("are found in every language", async () => {
    for (const q of ["Straßen", "roads"])
      assert.equal((await get(`/api/2/search?dataset=${name}&q=${encodeURIComponent(q)}`)).stats.results_count, 1, q);
  });

  it("are those of /api/3, of entries and of CSV", async () => {
    const { model: cube } = await get(`/api/3/cubes/${name}/model?lang=de`);
    assert.deepEqual(
      [cube.dimensions.kind.label, cube.measures.amount.label, cube.hierarchies.all.label],
      ["Aufgabenbereich", "Betrag", "Alle"],
    );
    const { data } = await get(`/api/3/cubes/${name}/members/kind?lang=de`);
    assert.deepEqual(data.map((each: Body["json"]) => each["kind.label"]).toSorted(), ["Schools", "Straßen"]);
    const { data: facts } = await get(`/api/3/cubes/${name}/facts?lang=de&fields=kind`);
    assert.deepEqual(facts.map((each: Body["json"]) => each["kind.label"]).toSorted(), ["Schools", "Straßen"]);
    const { status, headers } = await server.ask(null, "GET", `/${name}/entries.json?lang=de`);
    assert.equal(status, 302);
    assert.match(await read(headers["location"]!), /"label":"Straßen"/);
    assert.match(await read(`/api/2/search?dataset=${name}&format=csv&lang=de`), /,Straßen,Straßen,/);
    const csv = async (more: string): Promise<string> =>
      (await server.ask(null, "GET", `/api/2/aggregate?dataset=${name}&drilldown=kind&format=csv${more}`)).text;
    assert.match(await csv("&lang=de"), /^1,Straßen,Straßen,/m);
    assert.match(await csv(""), /^1,Roads,Straßen,/m);
  });

  it("stay as they are without one, or with one that the data does not have", async () => {
    for (const query of ["", "?lang=el", "?lang=", "?lang=en-GB"])
      assert.equal((await get(`/${name}/kind.json${query}`)).label, "Function", query);
    assert.equal((await get(`/${name}/kind.json?lang=fr`)).label, "Fonction");
  });

  it("have entity tags of their own", async () => {
    const tags = await Promise.all(
      ["", "?lang=de", "?lang=fr"].map(
        async (query) => (await server.ask(null, "GET", `/${name}/kind.json${query}`)).headers["etag"],
      ),
    );
    assert.equal(new Set(tags).size, 3);
  });

  it("are on pages, too, where an unknown language changes nothing", async () => {
    const page = async (query: string): Promise<string> => {
      const headers = { Accept: "text/html" };
      const { status, text } = await server.ask(null, "GET", `/${name}/kind${query}`, { headers });
      assert.equal(status, 200);
      return text;
    };
    assert.match(await page("?lang=de"), /<title>Stadt by Aufgabenbereich[^]*Straßen/);
    assert.match(await page("?lang=zzz"), /<title>Town by Function[^]*Roads/);
  });

  it("are refused in what is no language", async () => {
    const { status, json } = await server.ask(null, "GET", `/${name}/kind.json?lang=zzz`);
    assert.equal(status, 400);
    assert.deepEqual(json.codes, [{ code: "unknown_language", values: { language: "zzz" } }]);
  });
});
