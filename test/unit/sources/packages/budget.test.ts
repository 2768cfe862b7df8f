import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { planPackage } from "#src/sources/packages/plan-package.js";
import { BASE, loadPackage, total, valuesOf } from "./load-package.js";

const fieldsOf = (header: string) => header.split(",").map((name) => ({ name, type: "string" }));

function budget(header: string, more: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) {
  const about = {
    currency: "AMD",
    fiscalYear: "2012",
    granularity: "aggregated",
    type: "expenditure",
    status: "approved",
  };
  const schema = { primaryKey: "id", fields: fieldsOf(header) };
  return {
    name: "town-2012",
    title: "The town's budget",
    description: "What it says.",
    resources: [{ name: "budget", path: "budget.csv", location: "AM", schema, ...about, ...more }],
    ...rest,
  };
}

const HEADER = "id,admin,cofog,gfsmExpense,programID,type,amount";

const ROWS = `${HEADER}
1,101 Assembly,1.1.1,4.1.2.3,1010101,personnel,1313537200
2,101 Assembly,1.1.2,211,,capital,28617600.25
3,102 Court,10.9,2,77,other,-1
`;

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

describe("a budget data package", () => {
  it("has hierarchies of the levels of codes, and none without such codes", () => {
    const hierarchiesOf = (header: string) => planPackage(budget(header), BASE).model.document.hierarchies;
    assert.deepEqual(hierarchiesOf(HEADER), {
      cofog: { label: "COFOG", levels: ["cofog1", "cofog2", "cofog3"] },
      gfsmexpense: { label: "GFSM expense", levels: ["gfsmexpense1", "gfsmexpense2", "gfsmexpense3"] },
    });
    assert.equal(hierarchiesOf("id,admin,amount"), undefined);
  });

  it("becomes a dataset with a dimension for each known field", async () => {
    const loaded = await loadPackage(budget(HEADER), { "budget.csv": ROWS });
    const { model } = loaded;
    const { name, label, description, currency, category, defaultTime, territories } = model.dataset;
    assert.deepEqual(
      [name, label, description, currency, category, defaultTime, territories],
      ["town-2012", "The town's budget", "What it says.", "AMD", "budget", "2012", ["AM"]],
    );
    assert.deepEqual(
      model.fields.map((field) => `${field.name} ${field.kind}`),
      [
        "amount measure",
        "row_id attribute",
        "time date",
        "from compound",
        ...[1, 2, 3].map((level) => `cofog${level} compound`),
        ...[1, 2, 3].map((level) => `gfsmexpense${level} attribute`),
        "program compound",
        "type attribute",
      ],
    );
    assert.deepEqual([total(loaded), loaded.entries.length], ["1342154799.25", 3]);
    assert.deepEqual(valuesOf(loaded, "time"), ["2012-01-01", "2012-01-01", "2012-01-01"]);
    assert.deepEqual(valuesOf(loaded, "from"), ["101-assembly", "101-assembly", "102-court"]);
    assert.deepEqual(valuesOf(loaded, "from.label"), ["101 Assembly", "101 Assembly", "102 Court"]);
    assert.deepEqual(valuesOf(loaded, "cofog1"), ["1", "1", "10"]);
    assert.deepEqual(valuesOf(loaded, "cofog2.label"), ["1.1", "1.1", "10.9"]);
    assert.deepEqual(valuesOf(loaded, "cofog3"), ["1-1-1", "1-1-2", "10-9"]);
    assert.deepEqual(valuesOf(loaded, "gfsmexpense2"), ["4.1", "21", "2"]);
    assert.deepEqual(valuesOf(loaded, "program"), ["1010101", "", "77"]);
  });

  it("has the ids of its rows as its key", async () => {
    const { entries, model } = await loadPackage(budget(HEADER), { "budget.csv": ROWS });
    assert.deepEqual(
      model.key.map(({ name }) => name),
      ["row_id"],
    );
    assert.deepEqual(
      entries.map(({ id }) => id),
      ["1", "2", "3"].map((id) => sha1(sha1("town-2012") + sha1(id))),
    );
  });

  it("may name its fields in any case, which may differ between resources", async () => {
    const resources = ["ID,Admin,AMOUNT,COFOG", "amount,id,cofog,admin"].map((header, at) => ({
      ...budget(header).resources[0],
      name: `r${at}`,
      path: `${at}.csv`,
      fiscalYear: 2012 + at,
    }));
    const files = { "0.csv": "ID,Admin,AMOUNT,COFOG\na,X,1,2.1\n", "1.csv": "amount,id,cofog,admin\n2,b,3,Y\n" };
    const loaded = await loadPackage({ ...budget(HEADER), resources }, files);
    assert.deepEqual(valuesOf(loaded, "from.label"), ["X", "Y"]);
    assert.deepEqual(valuesOf(loaded, "cofog1"), ["2", "3"]);
    assert.deepEqual([total(loaded), loaded.plan.sources.length], ["3", 2]);
    assert.deepEqual(valuesOf(loaded, "time.year"), ["2012", "2013"]);
    assert.equal(loaded.model.dataset.defaultTime, "2013");
  });

  it("uses the code as a member's name, and the name as its label", async () => {
    const header = "id,amount,adminID,admin,adminOrgID,economicID,functional,fund,fundID,project,projectID";
    const rows = `${header}\n1,2,A 7,Ministry,AM-1,e1,Roads,General,F,Bridge,P9\n`;
    const loaded = await loadPackage(budget(header), { "budget.csv": rows });
    assert.deepEqual(
      ["from", "from.label", "from.adminOrgID"].flatMap((name) => valuesOf(loaded, name)),
      ["a-7", "Ministry", "AM-1"],
    );
    assert.deepEqual(
      ["economic", "economic.label"].flatMap((name) => valuesOf(loaded, name)),
      ["e1", "e1"],
    );
    assert.deepEqual(
      ["functional", "functional.label"].flatMap((name) => valuesOf(loaded, name)),
      ["roads", "Roads"],
    );
    assert.deepEqual(
      ["fund", "fund.label", "project"].flatMap((name) => valuesOf(loaded, name)),
      ["f", "General", "p9"],
    );
  });

  it("of transactions has dates besides the fiscal year, and all other fields as attributes", async () => {
    const header =
      "id,amount,admin,date,supplier,purchaserID,contractID,invoiceID,transactionID,geocode,amountBudgeted,dateReported,note";
    const rows = `${header}\n1,2,A,2012-03-04,S,p,c,i,t,g,,,n\n`;
    const loaded = await loadPackage(budget(header, { granularity: "transactional" }), { "budget.csv": rows });
    assert.equal(loaded.model.dataset.category, "spending");
    assert.deepEqual(
      ["time", "date", "datereported"].flatMap((name) => valuesOf(loaded, name)),
      ["2012-01-01", "2012-03-04", null],
    );
    const names = ["supplier", "purchaserid", "contractid", "invoiceid", "transactionid", "geocode", "note"];
    assert.deepEqual(
      names.flatMap((name) => valuesOf(loaded, name)),
      ["S", "p", "c", "i", "t", "g", "n"],
    );
    assert.equal(total(loaded, "amountbudgeted"), "0");
  });

  it("of revenue is of the category other", () => {
    const { model } = planPackage(budget("id,amount,gfsmRevenue", { type: "revenue" }), BASE);
    assert.equal(model.dataset.category, "other");
    assert.ok(model.dimensions.some(({ name }) => name === "gfsmrevenue3"));
  });

  it("may be of version 0.2", async () => {
    const header = "id,amount,administrator,administratorID,cofogCode,economicClassification,recipientGeographicCode";
    const about = {
      fiscalYear: undefined,
      type: undefined,
      location: undefined,
      fiscalPeriod: "2011-04-01/2012-03-31",
      financialStatement: "expenditure",
      countryCode: "AM",
    };
    const rows = `${header}\n1,2,Ministry,7,1.2.3,Wages,North\n`;
    const loaded = await loadPackage(budget(header, about), { "budget.csv": rows });
    const names = ["time", "from", "cofog2.label", "economic", "geocode"];
    assert.deepEqual(
      names.flatMap((name) => valuesOf(loaded, name)),
      ["2011-04-01", "7", "1.2", "wages", "North"],
    );
    assert.deepEqual([loaded.model.dataset.category, loaded.model.dataset.territories], ["budget", ["AM"]]);
  });

  it("may hold proposals and executed budgets with the same ids", async () => {
    const resources = ["proposed", "executed"].map((status) => ({
      ...budget("id,amount").resources[0],
      name: status,
      path: `${status}.csv`,
      status,
    }));
    const files = { "proposed.csv": "id,amount\n1,10\n", "executed.csv": "id,amount\n1,12.5\n" };
    const loaded = await loadPackage({ ...budget("id,amount"), resources }, files);
    assert.deepEqual(valuesOf(loaded, "status"), ["proposed", "executed"]);
    assert.equal(total(loaded), "22.5");
  });

  it("understands fiscal years of two calendar years", async () => {
    for (const [fiscalYear, time] of [
      ["2011/12", "2011-01-01"],
      ["2011-12", "2011-01-01"],
      ["2011/2012", "2011-01-01"],
      ["2011-04-01", "2011-04-01"],
      [2011, "2011-01-01"],
    ]) {
      const loaded = await loadPackage(budget("id,amount", { fiscalYear }), { "budget.csv": "id,amount\n1,2\n" });
      assert.deepEqual(valuesOf(loaded, "time"), [time], String(fiscalYear));
    }
  });

  it("is refused with all its errors", () => {
    const wrong = budget("id,amount", { fiscalYear: "soon", currency: "ZZZ", format: "xlsx", encoding: "nonsense" });
    assert.throws(
      () => planPackage({ ...wrong, name: "api" }, BASE),
      (error: { errors: string[] }) => {
        assert.deepEqual(error.errors, [
          'resources[0].format: "xlsx" is not supported; publish the table as CSV',
          'resources[0].encoding: "nonsense" is not a known encoding; write for example "utf-8"',
          'resources[0].fiscalYear: "soon" is not a year; write for example "2012", or the date on which the year begins',
          'resources[0].currency: "ZZZ" is not known; write an ISO 4217 code, for example "EUR"',
        ]);
        return true;
      },
    );
  });
});
