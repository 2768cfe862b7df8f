import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { addDecimals, type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { type LoadedPackage, loadPackage, total, valuesOf } from "../unit/sources/packages/load-package.js";

const DATA = resolve("../shared/data");
const MISSING = existsSync(DATA) ? false : `${DATA} is not there`;

interface Truth {
  readonly num_entries: number;
  readonly grand_total: { readonly amount: string };
  readonly by: Readonly<Record<string, { readonly num_drilldowns: number; readonly cells: readonly Cell[] }>>;
}

type Cell = Readonly<Record<string, string>>;

const truthOf = (name: string): Truth => JSON.parse(readFileSync(resolve(DATA, name, "truth.json"), "utf8"));

/** The figures of each level of COFOG, taken straight from the file. */
function levelsOf(name: string): Readonly<Record<string, Readonly<Record<string, { readonly amount: string }>>>> {
  const { cofog1, cofog2, cofog3 } = (truthOf(name) as unknown as { bdp_truth: Record<string, never> }).bdp_truth;
  return { cofog1: cofog1!, cofog2: cofog2!, cofog3: cofog3! };
}

const jsonOf = (name: string, file: string): unknown => JSON.parse(readFileSync(resolve(DATA, name, file), "utf8"));
const bytesOf = (name: string, file: string): Buffer => readFileSync(resolve(DATA, name, file));

/** Exact totals of the amount by the values of an attribute. */
function totalsBy(loaded: LoadedPackage, reference: string): ReadonlyMap<string, string> {
  const totals = new Map<string, Decimal>();
  valuesOf(loaded, reference).forEach((value, at) => {
    const amount = loaded.entries[at]!.amounts[0] as Decimal;
    const before = totals.get(String(value));
    totals.set(String(value), before ? addDecimals(before, amount) : amount);
  });
  return new Map([...totals].map(([value, sum]) => [value, decimalText(sum)]));
}

/** Check that a drilldown has the expected number of cells, and that the known ones have their amounts. */
function assertTotals(
  loaded: LoadedPackage,
  reference: string,
  truth: Truth,
  dimension: string,
  key = dimension,
): void {
  const { num_drilldowns: count, cells } = truth.by[dimension]!;
  const totals = totalsBy(loaded, reference);
  assert.equal(totals.size, count);
  for (const cell of cells) assert.equal(totals.get(cell[key]!), cell["amount"], `${reference} ${cell[key]}`);
}

function levelsByHierarchy({ model }: LoadedPackage): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    model.hierarchies.map(({ name, levels }) => [name, levels.map(({ reference }) => reference)]),
  );
}

describe("a published package", { skip: MISSING }, () => {
  for (const descriptor of ["datapackage.json", "datapackage.spec-0.1.json"]) {
    it(`armenia-bdp, ${descriptor}`, async () => {
      const files = { "armenia-example.csv": bytesOf("armenia-bdp/bdp", "armenia-example.csv") };
      const read = () => jsonOf("armenia-bdp/bdp", descriptor);
      await assert.rejects(loadPackage(read(), files), {
        name: "LoadFailed",
        message: /1 of 3,661 rows cannot be loaded/,
      });
      const loaded = await loadPackage(read(), files, true);
      const truth = truthOf("armenia-bdp");
      assert.deepEqual([loaded.entries.length, total(loaded)], [3660, "1020230000120"]);
      assert.deepEqual([truth.num_entries, truth.grand_total.amount], [3660, "1020230000120"]);
      assertTotals(loaded, "from", truth, "from");
      assertTotals(loaded, "type", truth, "type");
      assertTotals(loaded, "cofog3.label", truth, "cofog");
      for (const [level, members] of Object.entries(levelsOf("armenia-bdp"))) {
        const expected = Object.entries(members).map(([code, { amount }]) => [code, amount] as const);
        assert.deepEqual(totalsBy(loaded, `${level}.label`), new Map(expected));
      }
      assert.deepEqual(
        totalsBy(loaded, "gfsmexpense1"),
        new Map([
          ["4", "873589501820"],
          ["6", "-1771522900"],
          ["5", "148412021200"],
        ]),
      );
      const { category, currency, defaultTime } = loaded.model.dataset;
      assert.deepEqual([category, currency, defaultTime], ["budget", "AMD", "2012"]);
      assert.deepEqual(levelsByHierarchy(loaded), {
        cofog: ["cofog1", "cofog2", "cofog3"],
        gfsmexpense: ["gfsmexpense1", "gfsmexpense2", "gfsmexpense3"],
      });
    });
  }

  it("madrid-gastos", async () => {
    const files = { "data/gastos_v40_2012-2015.csv": bytesOf("madrid-gastos", "data.csv") };
    const loaded = await loadPackage(jsonOf("madrid-gastos", "fdp/datapackage.json"), files);
    const truth = truthOf("madrid-gastos");
    assert.deepEqual([loaded.entries.length, total(loaded)], [truth.num_entries, truth.grand_total.amount]);
    assertTotals(loaded, "time", truth, "time");
    assertTotals(loaded, "administrative_CENTRO", truth, "from");
    assertTotals(loaded, "economic_CAPITULO", truth, "chapter");
    assert.equal(totalsBy(loaded, "program").size, 166);
    const { category, currency, territories } = loaded.model.dataset;
    assert.deepEqual([category, currency, territories], ["budget", "EUR", ["ES"]]);
    assert.deepEqual(levelsByHierarchy(loaded), {
      administrative: ["administrative_CENTRO", "administrative_SECCION"],
      economic: ["economic_CAPITULO", "economic_ECONOMICO"],
    });
  });

  it("al-treasury", async () => {
    const files = { "data/treasury.csv": bytesOf("al-treasury", "data.csv") };
    const loaded = await loadPackage(jsonOf("al-treasury", "fdp/datapackage.json"), files);
    const truth = truthOf("al-treasury");
    assert.deepEqual([loaded.entries.length, total(loaded)], [40, "33299653"]);
    assertTotals(loaded, "supplier", truth, "to", "to.label");
    assertTotals(loaded, "kategori-shpenzimi", truth, "category", "category.label");
    assert.deepEqual([totalsBy(loaded, "date-executed").size, totalsBy(loaded, "invoice-id").size], [12, 40]);
    assert.deepEqual([loaded.model.dataset.category, loaded.model.dataset.currency], ["spending", "ALL"]);
  });

  it("bosnia-herzegovina", async () => {
    const files = { "dataset.csv": bytesOf("bosnia-herzegovina", "export.original.csv") };
    const loaded = await loadPackage(jsonOf("bosnia-herzegovina", "fiscal-datapackage.original.json"), files);
    const truth = truthOf("bosnia-herzegovina");
    assert.deepEqual([loaded.entries.length, total(loaded)], [truth.num_entries, truth.grand_total.amount]);
    assertTotals(loaded, "level", truth, "Level");
    assertTotals(loaded, "cofog1", truth, "Cofog1");
    assertTotals(loaded, "time", truth, "time");
    assert.equal(totalsBy(loaded, "from").size, 504);
    assert.deepEqual(loaded.model.dataset.territories, ["BA"]);
  });

  it("bosnia-herzegovina's 28 files as the resources of one plain package", async () => {
    const names = [
      11325, 11326, 11327, 11328, 11329, 11330, 11331, 11332, 11333, 11334, 11335, 11336, 11337, 11338, 11339, 11340,
      11341, 11342, 11344, 11346, 11349, 11350, 11674, 11675, 11676, 11679, 11908, 12364,
    ].map(String);
    const fields = ["title", "amount", "time", "cofog1.code", "cofog1.label", "level"].map((name) => ({ name }));
    const resources = names.map((name) => ({ name, path: `${name}.csv`, schema: { fields } }));
    const files = Object.fromEntries(
      names.map((name) => [`${name}.csv`, bytesOf("bosnia-herzegovina/sources", `${name}.csv`)]),
    );
    const loaded = await loadPackage({ name: "bosnia", resources, currency: "BAM" }, files, true);
    const sumOf = (count: "rowsRead" | "rowsBlank" | "rowsRejected"): number =>
      loaded.reports.reduce((sum, report) => sum + report[count], 0);
    // Amounts with a decimal comma, which are read as hundredfold nowhere here.
    assert.equal(sumOf("rowsRejected"), 80);
    assert.equal(loaded.entries.length, sumOf("rowsRead") - sumOf("rowsBlank") - 80);
    assert.equal(loaded.entries.length, 1341 - 80);
    assert.equal(total(loaded), "13875575527.5");
    assert.deepEqual(new Set(valuesOf(loaded, "resource")).size, names.length);
  });
});
