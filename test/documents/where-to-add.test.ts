import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

/** Most places that one addition may touch; those of a page and of a setting are fewer. */
const MOST = 5;
const FEWER: Readonly<Record<string, number>> = {
  "an HTTP call": 4,
  "a page": 2,
  "a setting": 1,
  "an output format": 2,
  "a feature": 2,
  "a function of amounts": 3,
};

/** Places that know what was added, by a word for it: the files of `src` that have it. Searches have a `stddev` of their own. */
const ADDED: Readonly<Record<string, { readonly word: RegExp; readonly most: number }>> = {
  "a function of amounts": { word: /^(?!.*reading\/search\/)[^]*\bstddev\b/, most: 2 },
  "an output format": { word: /["']bib["']|\bbib:/, most: 2 },
  "an output format of aggregates": { word: /^calls\/(formats|reading\/aggregate\/)[^]*\bndjson:/, most: 2 },
  "a page": { word: /\bGUIDE\b|\bguidePage\b/, most: 2 },
  "a setting": { word: /--slow-query-ms\b|\bslowQueryMs\b/, most: 2 },
  "a feature": { word: /\bSITEMAP\b|features\/sitemap\b/, most: 3 },
};

const [, section] = readFileSync("docs/architecture.md", "utf8").split("## Where to add what");
const rows = [...section!.split("\n## ")[0]!.matchAll(/^\| (a[n]? [^|]+?) +\| (.+?) +\|$/gm)];

describe("where to add what", () => {
  it("says it of everything that is added often", () => {
    const names = new Set(rows.map(([, name]) => name!));
    for (const name of [
      "an HTTP call",
      "a page",
      "a function of amounts",
      "an output format",
      "a setting",
      "a feature",
    ])
      assert.ok(names.has(name), name);
  });

  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));
  for (const [name, { word, most }] of Object.entries(ADDED)) {
    it(`is true of ${name} that was added`, () => {
      const touched = sources.filter(({ file, text }) => word.test(`${file}\n${text}`)).map(({ file }) => file);
      assert.ok(touched.length > 0 && touched.length <= most, touched.join(", "));
    });
  }

  const contributing = readFileSync("CONTRIBUTING.md", "utf8");
  it("has an example of each in CONTRIBUTING", () => {
    const examples = contributing.split("\n## Add something\n")[1]!.split("\n## ")[0]!;
    const headings = Array.from(examples.matchAll(/^### (.+)$/gm), ([, heading]) => heading);
    assert.deepEqual(
      headings,
      rows.map(([, name]) => name),
    );
  });

  for (const [, name, text] of rows) {
    it(`names few places for ${name}, and all are there`, () => {
      const places = [...text!.matchAll(/`((?:src|test|docs)\/[^`]+)`/g)].map(([, place]) => place!);
      for (const place of places) assert.ok(existsSync(place), place);
      assert.ok(places.length <= (FEWER[name!] ?? MOST), places.join(", "));
    });
  }
});
