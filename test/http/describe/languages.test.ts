import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { MODEL_PROPERTY } from "#src/sources/packages/model-in-package.js";
import { SPENDING } from "../../fixtures.js";
import { request } from "../client.js";
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

/** A table of labels, and a dataset that goes through it and has labels by names. */
const TABLE = {
  dataset: { name: "functions", label: "Functions", kind: "labels" },
  mapping: {
    kind: {
      type: "compound",
      key: true,
      attributes: {
        name: { column: "code", datatype: "string" },
        label: { column: "en", datatype: "string" },
        label_fr: { column: "fr", datatype: "string" },
      },
    },
    code: { type: "attribute", column: "code", datatype: "string" },
  },
};
const NAMED = {
  ...model("named-town"),
  mapping: {
    ...(model("named-town") as { mapping: object }).mapping,
    kind: {
      type: "compound",
      labels_fr: { 1: "Voirie", 9: "Rien" },
      labels_xx: { 1: "no language" },
      attributes: { name: { column: "kind", datatype: "id" }, label: { column: "Kind", datatype: "string" } },
    },
    group: { type: "derived", from: "kind", values: { 1: "a", 2: "b" }, labels_fr: { a: "Groupe A" } },
    through: { type: "derived", from: "kind", through: "functions", to: "kind", labels_de: { 1: "Wege" } },
  },
};

let server: LoadingServer;
const name = "languages-town";

before(async () => {
  server = await startLoading();
  const metadata = server.files.put(`/${name}.json`, model(name));
  const csv_file = server.files.put(`/${name}.csv`, ROWS);
  await server.loaded("ada", { metadata, csv_file });
  for (const [file, csv] of [
    [TABLE, "code,en,fr\n1,Roads and paths,Routes et chemins\n2,Schools of all kinds,\n"],
    [NAMED, ROWS],
  ] as const) {
    const own = (file as { dataset: { name: string } }).dataset;
    const of = {
      metadata: server.files.put(`/${own.name}.json`, file),
      csv_file: server.files.put(`/${own.name}.csv`, csv),
    };
    await server.loaded("ada", of);
  }
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
    assert.deepEqual(datasets.map((each: { label: string }) => each.label).toSorted(), ["Functions", "Stadt", "Stadt"]);
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

  it("are given by names of members, and by crosswalks, in attributes that answers do not list", async () => {
    const aggregate = `/api/2/aggregate?dataset=named-town&drilldown=kind|group|through&order=kind:asc`;
    const labels = async (more: string): Promise<unknown> =>
      (await get(aggregate + more)).drilldown.map(({ kind, group, through }: Body["json"]) => [
        kind.label,
        group.label,
        through.label,
      ]);
    assert.deepEqual(await labels(""), [
      ["Roads", "a", "Roads and paths"],
      ["Schools", "b", "Schools of all kinds"],
    ]);
    assert.deepEqual(await labels("&lang=fr"), [
      ["Voirie", "Groupe A", "Routes et chemins"],
      ["Schools", "b", "Schools of all kinds"],
    ]);
    assert.deepEqual(await labels("&lang=de"), [
      ["Roads", "a", "Wege"],
      ["Schools", "b", "Schools of all kinds"],
    ]);
    const { drilldown } = await get(aggregate);
    assert.deepEqual(Object.keys(drilldown[0].kind), ["id", "name", "label", "taxonomy", "html_url"]);
    assert.deepEqual((await get("/named-town/kind/1.json?lang=fr")).label, "Voirie");
    const cut = await get("/api/2/aggregate?dataset=named-town&cut=kind.label_fr:Voirie&drilldown=kind.label_fr");
    assert.deepEqual([cut.summary.amount, cut.drilldown[0].kind], [10, { label_fr: "Voirie" }]);
  });

  it("are of members of several datasets, each in its own", async () => {
    const { drilldown } = await get(
      `/api/2/aggregate?dataset=named-town|${name}&drilldown=dataset|kind&order=kind:asc&lang=fr`,
    );
    const labels = new Set(drilldown.map(({ kind }: Body["json"]) => kind.label));
    assert.deepEqual(labels, new Set(["Voirie", "Schools"]));
  });

  it("are found by names in searches and suggestions, also of versions", async () => {
    for (const q of ["voirie", "voir*", "voirje~", "groupe", "chemins", "wege"]) {
      for (const dataset of ["named-town", "named-town@1"]) {
        const found = await get(`/api/2/search?dataset=${dataset}&q=${encodeURIComponent(q)}`);
        assert.equal(found.stats.results_count, 1, `${q} in ${dataset}`);
      }
      assert.equal((await get(`/api/2/search?q=${encodeURIComponent(q)}`)).stats.results_count >= 1, true, q);
    }
    const { functions, members } = await get("/api/2/suggest?q=voir");
    assert.deepEqual(
      [...functions, ...members].map(({ label }: Body["json"]) => label),
      ["Roads"],
    );
    const spoken = await get("/api/2/suggest?q=voir&lang=fr");
    assert.match(JSON.stringify(spoken), /"label":"Voirie"/);
    assert.match(JSON.stringify(await get("/named-town/kind.distinct?q=Voi&lang=fr")), /"label":"Voirie"/);
  });

  it("are those of files of each format, whose lengths and digests are their own", async () => {
    const texts = async (path: string): Promise<string> => {
      const { status, body } = await request(server.url + path);
      assert.equal(status, 200, path);
      if (path.includes("parquet")) {
        const file = body.buffer.slice(body.byteOffset, body.byteOffset + body.length) as ArrayBuffer;
        return JSON.stringify(await parquetReadObjects({ file }), (_, value: unknown) =>
          typeof value === "bigint" ? String(value) : value,
        );
      }
      if (path.includes("xlsx"))
        return Object.values(unzipSync(body))
          .map((part) => strFromU8(part))
          .join("");
      if (path.includes(".gz")) return gunzipSync(body).toString();
      return body.toString();
    };
    const query = "dataset=named-town&drilldown=kind|group|through";
    const paths = [
      ...["json", "csv", "ndjson", "arrow", "xlsx"].map((format) => `/api/2/aggregate?${query}&format=${format}`),
      ...["json", "csv", "ndjson", "xlsx"].map((format) => `/api/2/search?dataset=named-town&format=${format}`),
      ...["csv", "ndjson", "ndjson.gz", "arrows", "parquet"].map((each) => `/named-town/meta/entries.${each}?`),
    ];
    for (const path of paths) {
      for (const [language, wanted] of [
        ["", ["Roads", "Roads and paths"]],
        ["&lang=fr", ["Voirie", "Groupe A", "Routes et chemins"]],
        ["&lang=de", ["Roads", "Wege"]],
      ] as const) {
        const text = await texts(path + language);
        for (const each of wanted) assert.ok(text.includes(each), `${path}${language}: ${each}`);
        if (language === "&lang=fr") assert.ok(!text.includes("Roads"), `${path}${language}`);
      }
    }
  });

  it("are those of a data package, whose files are in the language, too", async () => {
    const { title, resources, ...more } = await get("/named-town/meta/datapackage.json?lang=de");
    assert.deepEqual([title, more[MODEL_PROPERTY].dataset.label], ["Stadt", "Town"]);
    for (const { path, bytes, hash } of resources) {
      const { body } = await request(`${server.url}/named-town/meta/${path}`);
      assert.equal(body.length, bytes, path);
      assert.equal(`sha256:${createHash("sha256").update(body).digest("hex")}`, hash, path);
    }
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
    assert.match(await page("?lang=de"), /<title>Stadt nach Aufgabenbereich[^]*Straßen/);
    assert.match(await page("?lang=zzz"), /<title>Town by function[^]*Roads/);
  });

  it("are refused in what is no language", async () => {
    const { status, json } = await server.ask(null, "GET", `/${name}/kind.json?lang=zzz`);
    assert.equal(status, 400);
    assert.deepEqual(json.codes, [{ code: "unknown_language", values: { language: "zzz" } }]);
  });
});
