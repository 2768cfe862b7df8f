import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";

/** Towns by their language: the label of a dimension, and how it is in another language. */
const TOWNS = [
  { language: "es", label: "Función", labels: { de: "Aufgabe", fr: "Fonction" } },
  { language: "de", label: "Aufgabe", labels: { el: "Λειτουργία" } },
  { language: "en", label: "COFOG level", labels: {} },
  { language: null, label: "Function", labels: {} },
] as const;

const nameOf = (language: string | null): string => `town-${language ?? "unknown"}`;

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  const csv_file = server.files.put(
    "/rows.csv",
    "id,paid,date,code,region\n1,10,2008,a,N\n2,5,2009,b,S\n3,7,2009,a,S\n",
  );
  for (const { language, label, labels } of TOWNS) {
    const name = nameOf(language);
    const metadata = server.files.put(`/${name}.json`, {
      dataset: { ...SPENDING.dataset, name, label: "Villa", ...(language && { languages: [language] }) },
      mapping: {
        number: { type: "attribute", column: "id", datatype: "string", key: true },
        amount: { type: "measure", column: "paid", datatype: "float", label: "Pagado", labels: { fr: "Payé" } },
        time: { type: "date", column: "date", datatype: "date" },
        kind: { type: "attribute", column: "code", datatype: "string", label, labels, facet: true },
        region: { type: "attribute", column: "region", datatype: "string", label: "Region", facet: true },
      },
    });
    await server.loaded("ada", { metadata, csv_file });
  }
});
after(() => server.stop());

async function shown(path: string, pattern: RegExp): Promise<string> {
  const { status, text } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  const [found] = pattern.exec(text) ?? [""];
  return readText(found.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/[\u2066-\u2069]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const HEADING = /<h1[^>]*>[^]*?<\/h1>/;
const SENTENCE = /<div class="sentence"[^]*?<\/p>/;

describe("the label of a dimension in the title of the explorer", () => {
  for (const [town, lang, heading] of [
    ["es", "es", "Villa por función, 2009"],
    ["es", "fr", "Villa par fonction, 2009"],
    ["es", "it", "Villa per función, 2009"],
    ["es", "de", "Villa nach Aufgabe, 2009"],
    ["de", "en", "Villa by Aufgabe, 2009"],
    ["de", "el", "Villa ανά: λειτουργία, 2009"],
    ["en", "fr", "Villa par COFOG level, 2009"],
    ["unknown", "en", "Villa by Function, 2009"],
  ] as const) {
    it(`is as its language writes it within a sentence: ${town}, read in ${lang}`, async () => {
      const title = await shown(`/town-${town}/explore?drilldown=kind&cut=year:2009&lang=${lang}`, HEADING);
      assert.equal(title.replace(/ ?: (?:Pagado|Payé)/u, ""), heading);
    });
  }

  it("leaves the words of the page to the language of the page", async () => {
    assert.match(await shown("/town-de/explore?drilldown=year|kind&lang=es", HEADING), /por año y Aufgabe/);
  });
});

describe("the label of a dimension elsewhere in a sentence", () => {
  for (const [where, path, pattern, text] of [
    [
      "the sentence of the explorer",
      "/town-es/explore?drilldown=kind&cut=year:2009&lang=es",
      SENTENCE,
      /por función, /,
    ],
    ["its conditions", "/town-es/explore?drilldown=region&cut=kind:a&lang=es", SENTENCE, /con función: a/],
    ["the page of a dataset", "/town-es?lang=es&split=kind", /<h2[^>]*>(?:<bdi>)?Por [^]*?<\/h2>/, /^Por función/],
    ["the page of a dimension", "/town-es/kind?lang=fr", HEADING, /^Villa par fonction/],
    ["the amount at the head", "/town-es?lang=es", /<p class="headline">[^]*?<\/p>/, /\(pagado\) en 2009/],
    ["the amount at the head, where it begins", "/town-es?lang=fr", /<p class="headline">[^]*?<\/p>/, /^Payé : /],
  ] as const) {
    it(`has a small letter: ${where}`, async () => assert.match(await shown(path, pattern), text));
  }
});
