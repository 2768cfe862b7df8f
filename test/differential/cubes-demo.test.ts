import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { addDecimals, type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";
import { contextOf, loadFile, memoryCatalog, servicesOf } from "../fixtures.js";
import { type CellsAnswer, readCells, readFacts, readMembers, readOlder } from "./cube-answers.js";

const DEMO = "uk-spending";
const kernel = Kernel.start({ threads: 1 });
const catalog = memoryCatalog();
const context = contextOf([], { catalog });

before(async () => {
  const { model } = parseModel(JSON.parse(readFileSync("demo/model.json", "utf8")));
  await loadFile(servicesOf(catalog, columnarFormat(kernel)), model, `demo/${DEMO}.csv`);
});
after(() => kernel.close());

/** Questions in both spellings: drilldown, cut of cubes, cut of the older call. */
const QUESTIONS: readonly (readonly [drilldown: string, cut: string, older: string])[] = [
  ["", "", ""],
  ["function", "", ""],
  ["function|region", 'time.year:"2009"', "time.year:2009"],
  ["function.label|time.year", "region:UKI;UKJ", "region:UKI|region:UKJ"],
  ["time.year", 'region.label:"London"|function:"07";"10"', "region.label:London|function:07|function:10"],
  ["subfunction|kind", "time.year:[2006 TO 2008]", "time.year:[2006 TO 2008]"],
  ["region.name|region.label", "kind:capital", "kind:capital"],
  ["function|subfunction|region|kind|time", "", ""],
  ["region", "function:nothing", "function:nothing"],
];

describe("cubes of the demo dataset", () => {
  for (const [drilldown, cut, older] of QUESTIONS) {
    it(`have the totals of the older interface for ${drilldown || "everything"}, cut to ${cut || "everything"}`, async () => {
      const answer = await readCells(context, DEMO, { drilldown, cut, order: "amount.sum:desc" });
      const known = await readOlder(context, DEMO, { drilldown, cut: older });
      assert.deepEqual(
        [answer.summary["amount.sum"], answer.summary["_count"], answer.total_cell_count],
        [known.summary["amount"], known.summary["num_entries"], known.summary["num_drilldowns"]],
      );
      assert.deepEqual(
        answer.cells.map((cell) => [cell["amount.sum"], cell["_count"]]),
        known.drilldown.map((cell) => [cell["amount"], cell["num_entries"]]),
      );
      assert.equal(addAll(answer), answer.summary["amount.sum"]);
    });
  }

  it("have facts that add up to the totals, in pages too", async () => {
    const cut = 'region:"UKI"|time.year:2009';
    const { summary } = await readCells(context, DEMO, { cut });
    const { data, total_fact_count: count } = await readFacts(context, DEMO, { cut, fields: "amount,function" });
    assert.equal(`#${data.length}`, count);
    assert.equal(summary["_count"], count);
    assert.equal(addTexts(data.map((fact) => fact["amount"]!)), summary["amount.sum"]);
    const query = { cut, fields: "amount,function", pagesize: "50" };
    const pages = await Promise.all(["1", "2", "3"].map((page) => readFacts(context, DEMO, { ...query, page })));
    assert.deepEqual(
      pages.flatMap((page) => page.data),
      data,
    );
  });

  it("have as many members as cells", async () => {
    for (const reference of ["region", "function.label", "time", "time.year"]) {
      const { data, total_member_count: count } = await readMembers(context, DEMO, reference, { cut: "kind:capital" });
      const { cells, total_cell_count: wanted } = await readCells(context, DEMO, {
        drilldown: reference,
        cut: "kind:capital",
        aggregates: "_count",
      });
      assert.equal(count, wanted);
      assert.deepEqual(
        data,
        cells.map((cell) => Object.fromEntries(Object.entries(cell).filter(([ref]) => ref !== "_count"))),
      );
    }
  });
});

function addAll({ cells }: CellsAnswer): string {
  return addTexts(cells.map((cell) => cell["amount.sum"]!));
}

function addTexts(texts: readonly string[]): string {
  const zero: Decimal = { unscaled: 0n, scale: 0 };
  const read = (text: string): Decimal => parseDecimal(text.slice(1), PLAIN_NUMBERS) as Decimal;
  return `#${decimalText(texts.reduce((sum, text) => addDecimals(sum, read(text)), zero))}`;
}
