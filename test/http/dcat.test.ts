import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { Parser, Store } from "n3";
import SHACLValidator from "rdf-validate-shacl";
import { request } from "./client.js";
import { DCAT_SHAPES } from "./dcat-shapes.js";
import { type LoadingServer, startLoading } from "./loading-server.js";

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
  const rich = { licence: CC0, languages: ["en"], territories: ["GB"], description: "All payments of the town." };
  await load("days", ["2011-12-30", "2009-03-02"], rich);
  await load("days", ["2011-12-30", "2009-03-02", "2010-02-02"], rich);
  await load("years", ["2009-01-01", "2011-01-01"], { licence: { name: "By hand", url: null } });
  await load("months", ["2012-01-01", "2012-02-01"], {});
});
after(() => server.stop());

async function catalogue(): Promise<string> {
  const { status, text } = await server.ask(null, "GET", "/datasets.ttl");
  assert.equal(status, 200, text);
  return text;
}

/** Return what the shapes find wrong. */
async function validate(turtle: string): Promise<readonly string[]> {
  const storeOf = (text: string): Store => new Store(new Parser().parse(text));
  const report = await new SHACLValidator(storeOf(DCAT_SHAPES)).validate(storeOf(turtle));
  return report.results.map(
    ({ focusNode, path, sourceConstraintComponent: kind }) =>
      `${focusNode?.value} ${path?.value ?? ""} ${kind?.value.split("#")[1]}`,
  );
}

type Node = Readonly<Record<string, unknown>>;

async function entryOf(name: string): Promise<Node> {
  const { json } = await server.ask(null, "GET", "/datasets.jsonld");
  const entries = json["dcat:dataset"] as readonly Node[];
  return entries.find((each) => String(each["@id"]).endsWith(`/${name}`))!;
}

describe("the catalogue", () => {
  it("has what DCAT-AP 3 requires", async () => {
    assert.deepEqual(await validate(await catalogue()), []);
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
      const wrong = await validate(changed);
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
