import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { addUp, askText, assertSums, loadDocument, readRows, type Row } from "./true-totals.js";

const FOLDER = resolve("../shared/data/cra");

const kernel = Kernel.start();
after(() => kernel.close());

// A generated publication, and smaller ones, are in meanings.test.ts.
describe("the true totals of the regional analysis", { skip: !existsSync(FOLDER) && `${FOLDER} is not there` }, () => {
  it("by the levels of its functions, and by tax year, are those of its rows", async () => {
    const path = join(FOLDER, "data.csv.gz");
    const document = JSON.parse(readFileSync(join(FOLDER, "model.json"), "utf8")) as {
      mapping: Record<string, object>;
    };
    const mapping = {
      ...document.mapping,
      time: { ...document.mapping["time"], precision: "year", fiscal_year: { starts: "04-06", named: "both" } },
      division: { type: "derived", from: "cofog2.name", prefix: 2 },
      country: { type: "derived", from: "region", prefix: 7 },
    };
    const hierarchies = { functional: { label: "What for", levels: ["cofog1", "cofog2", "cofog3"] } };
    const plain = await loadDocument(kernel, path, document);
    const derived = await loadDocument(kernel, path, { ...document, mapping, hierarchies });
    // Rows without a programme are refused.
    const rows = readRows(path).filter(({ pog }) => pog !== "");
    const amountOf = ({ amount }: Row): string => amount!;
    const [one, two, three] = [1, 2, 3].map((level) => (row: Row) => row[`cofog_level${level}_code`] || "unknown");
    const yearOf = ({ tax_year: year }: Row): string => `${year}/${String(Number(year) + 1).slice(2)}`;
    const asked: readonly (readonly [query: string, keyOf: (row: Row) => string])[] = [
      ["drilldown=cofog1.name", one!],
      ["drilldown=cofog1.name|cofog2.name", (row) => `${one!(row)}|${two!(row)}`],
      ["drilldown=cofog1.name|cofog2.name|cofog3.name", (row) => `${one!(row)}|${two!(row)}|${three!(row)}`],
      ["drilldown=division", (row) => two!(row).slice(0, 2)],
      ["drilldown=division|time.fiscal_year", (row) => `${two!(row).slice(0, 2)}|${yearOf(row)}`],
      [
        "drilldown=country",
        (row) =>
          row["nuts_region"]!.toLowerCase()
            .replaceAll(/[^a-z]+/g, "-")
            .slice(0, 7),
      ],
    ];
    for (const [query, keyOf] of asked) await assertSums(derived, query, addUp(rows, keyOf, amountOf));
    for (const old of ["", "drilldown=region|cofog1", "drilldown=from&cut=time.year:2009&order=amount:asc"]) {
      assert.equal(await askText(derived, old), await askText(plain, old), old);
    }
  });
});
