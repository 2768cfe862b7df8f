import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { request } from "../client.js";
import { findViolations } from "./dcat-shapes.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const DATE = { type: "date", label: "Day", description: "", column: "day", datatype: "date" };
const MAPPING = {
  amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
  to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
};

let server: LoadingServer;

/** Load a dataset with an entry for each day. */
async function load(name: string, days: readonly string[], about: object, time: object = {}): Promise<void> {
  const rows = days.map((day, at) => `${at + 1},${day},payee ${at}\n`);
  const csv_file = server.files.put(`/${name}.csv`, `amount,day,to\n${rows.join("")}`);
  const dataset = { name, label: `Town of ${name}`, description: "", currency: "EUR", ...about };
  const metadata = server.files.put(`/${name}.json`, { dataset, mapping: { ...MAPPING, time: { ...DATE, ...time } } });
  await server.loaded("ada", { csv_file, metadata });
}

const CC0 = { name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };

before(async () => {
  server = await startLoading();
  const rich = {
    licence: CC0,
    languages: ["en", "cy"],
    territories: ["GB"],
    description: "All payments of the town.",
    publisher: { name: "Town hall", url: "https://town.example" },
    contact: { name: "Treasury", email: "budget@town.example", url: "https://town.example/contact" },
    keywords: ["payments", "transparency"],
    themes: ["GOVE", "HEAL"],
    frequency: "monthly",
  };
  await load("days", ["2011-12-30", "2009-03-02"], rich);
  await load("days", ["2011-12-30", "2009-03-02", "2010-02-02"], rich);
  await load("years", ["2009-01-01", "2011-01-01"], { licence: { name: "By hand", url: null } });
  await load("months", ["2012-01-01", "2012-02-01"], { contact: "budget@town.example" });
});
after(() => server.stop());

async function catalogue(): Promise<string> {
  const { status, text } = await server.ask(null, "GET", "/datasets.ttl");
  assert.equal(status, 200, text);
  return text;
}

/** The shapes of the European Union: see `SOURCE.md` beside them. */
const OFFICIAL = resolve("../shared/data/dcat-ap/dcat-ap-3.0.1-shacl.ttl");

type Node = Readonly<Record<string, unknown>>;

async function entryOf(name: string): Promise<Node> {
  const { json } = await server.ask(null, "GET", "/datasets.jsonld");
  const entries = json["dcat:dataset"] as readonly Node[];
  return entries.find((each) => String(each["@id"]).endsWith(`/${name}`))!;
}

describe("the catalogue", () => {
  it("has what DCAT-AP 3 requires", async () => {
    assert.deepEqual(await findViolations(await catalogue()), []);
  });

  it(
    "conforms to the shapes of DCAT-AP 3.0.1",
    { skip: !existsSync(OFFICIAL) && "The shapes are not in ../shared/data" },
    async () => {
      const shapes = readFileSync(OFFICIAL, "utf8");
      const text = await catalogue();
      assert.deepEqual(await findViolations(text, shapes), []);
      for (const missing of ["dct:MediaType", "dct:LinguisticSystem", "foaf:Document", "spdx:ChecksumAlgorithm"]) {
        const without = text.replaceAll(` a ${missing} `, ' rdfs:label "x" ');
        assert.notEqual(without, text, missing);
        assert.notDeepEqual(await findViolations(without, shapes), [], missing);
      }
    },
  );

  it("names codes by the authority tables of the European Union, and what the model says of its origin", async () => {
    const addresses = (value: unknown): readonly string[] =>
      [value].flat().map((each) => String((each as Node)["@id"]).replace(/^.*\/authority\//, ""));
    const days = await entryOf("days");
    assert.deepEqual(addresses(days["dct:language"]), ["language/ENG", "language/CYM"]);
    assert.deepEqual(addresses(days["dct:spatial"]), ["country/GBR"]);
    assert.deepEqual(addresses(days["dcat:theme"]), ["data-theme/GOVE", "data-theme/HEAL"]);
    assert.deepEqual(addresses(days["dct:accrualPeriodicity"]), ["frequency/MONTHLY"]);
    assert.deepEqual(days["dcat:keyword"], ["payments", "transparency"]);
    assert.equal((days["dct:publisher"] as Node)["foaf:name"], "Town hall");
    const contact = days["dcat:contactPoint"] as Node;
    assert.equal(contact["vcard:fn"], "Treasury");
    assert.deepEqual(contact["vcard:hasEmail"], { "@id": "mailto:budget@town.example" });
    const formats = (days["dcat:distribution"] as readonly Node[]).map((each) => addresses(each["dct:format"])[0]);
    assert.deepEqual(formats, [
      "file-type/CSV",
      "file-type/JSON",
      "file-type/PARQUET",
      "file-type/BIN",
      "file-type/JSON",
    ]);
    const months = await entryOf("months");
    assert.deepEqual(addresses(months["dcat:theme"]), ["data-theme/GOVE", "data-theme/ECON"]);
    assert.equal((months["dct:publisher"] as Node)["foaf:name"], new URL(server.url).host);
    assert.equal((months["dcat:contactPoint"] as Node)["vcard:fn"], "budget@town.example");
  });

  it("is looked at closely: what is missing is found", async () => {
    const text = await catalogue();
    for (const [removed, found] of [
      [/foaf:name "[^"]*"/, "MinCountConstraintComponent"],
      [/ ;\n {2}dcat:accessURL <[^>]*>/, "MinCountConstraintComponent"],
      [/\^\^xsd:date\b(?!T)/, "DatatypeConstraintComponent"],
      [/ ;\n {2}dct:description "[^"]*"/, "MinCountConstraintComponent"],
    ] as const) {
      const changed = text.replace(removed, "");
      assert.notEqual(changed, text, removed.source);
      const wrong = await findViolations(changed);
      assert.ok(
        wrong.some((each) => each.endsWith(found)),
        `${removed.source}: ${wrong.join()}`,
      );
    }
  });

  it("says from when to when, as precisely as the dates are", async () => {
    const periods = await Promise.all(
      ["days", "years", "months"].map(async (name) => (await entryOf(name))["dct:temporal"]),
    );
    const dates = (periods as Readonly<Record<string, Readonly<Record<string, string>>>>[]).map((each) => [
      each["dcat:startDate"]!["@value"],
      each["dcat:endDate"]!["@value"],
    ]);
    assert.deepEqual(dates, [
      ["2009-03-02", "2011-12-30"],
      ["2009-01-01", "2011-12-31"],
      ["2012-01-01", "2012-02-29"],
    ]);
  });

  it("has the size and the digest of each file", async () => {
    const files = (await entryOf("days"))["dcat:distribution"] as readonly Readonly<Record<string, Node>>[];
    const measured = files.filter((each) => "dcat:byteSize" in each);
    assert.equal(measured.length, 4);
    for (const file of measured) {
      const { body } = await request(String(file["dcat:downloadURL"]!["@id"]), {
        headers: { "Accept-Encoding": "identity" },
      });
      assert.equal(file["dcat:byteSize"]!["@value"], String(body.length));
      const checksum = file["spdx:checksum"]!["spdx:checksumValue"] as Node;
      assert.equal(checksum["@value"], createHash("sha256").update(body).digest("hex"));
    }
  });

  it("names a licence without an address", async () => {
    const licence = (await entryOf("years"))["dct:license"];
    assert.deepEqual(licence, { "@type": "dct:LicenseDocument", "dct:title": "By hand" });
  });
});
