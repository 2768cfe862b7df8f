import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { planPackage } from "#src/sources/packages/plan-package.js";
import { BASE, loadPackage, total, valuesOf } from "./load-package.js";

const field = (name: string, columnType?: string, rest: object = {}) => ({
  name,
  type: "string",
  ...(columnType === undefined ? {} : { columnType }),
  ...rest,
});

function fiscal(fields: readonly object[], schema: object = {}, rest: object = {}) {
  return {
    name: "family",
    resources: [{ name: "budget", path: "budget.csv", schema: { fields, ...schema } }],
    ...rest,
  };
}

const FIELDS = [
  field("Year", "date:fiscal-year", { type: "integer" }),
  field("Code", "administrative-classification:generic:level1:code"),
  field("Who", "administrative-classification:generic:level1:label"),
  field("What for", "functional-classification:generic:code"),
  field("Day", "date:fiscal:first-payment", { format: "%d.%m.%Y" }),
  field("Note"),
  field("Amount", "value", { type: "number" }),
];

const ROWS = `Year,Code,Who,What for,Day,Note,Amount
2015,G,George,Food,1.2.2015,x,100.10
2016,L,Lorraine,Fuel,,y,$15.5
`;

describe("the hierarchies of a Fiscal Data Package of version 1.0", () => {
  const hierarchiesOf = (...types: readonly string[]) =>
    planPackage(
      fiscal([
        ...FIELDS.filter(({ name }) => ["Year", "Amount"].includes(name)),
        ...types.map((type) => field(type, type)),
      ]),
      BASE,
    ).model.document.hierarchies;

  it("are the levels of each classification, in their order", () => {
    assert.deepEqual(
      hierarchiesOf(
        "functional-classification:generic:level10:code",
        "administrative-classification:generic:level2:code",
        "functional-classification:generic:level2:code",
        "functional-classification:generic:level2:label",
        "administrative-classification:generic:level1:code",
        "functional-classification:generic:level1:label",
        "economic-classification:generic:level1:code",
      ),
      {
        "functional-classification": {
          label: "Functional classification",
          levels: [
            "functional-classification_level1",
            "functional-classification_level2",
            "functional-classification_level10",
          ],
        },
        "administrative-classification": {
          label: "Administrative classification",
          levels: ["administrative-classification_level1", "administrative-classification_level2"],
        },
      },
    );
  });

  it("are divisions and groups of COFOG, and programs and their parts", () => {
    assert.deepEqual(
      hierarchiesOf(
        "functional-classification:cofog:group:code",
        "functional-classification:cofog:division:code",
        "activity:generic:subprogram:code",
        "activity:generic:program:code",
      ),
      {
        "functional-classification_cofog": {
          label: "Functional classification cofog",
          levels: ["functional-classification_cofog_division", "functional-classification_cofog_group"],
        },
        activity: { label: "Activity", levels: ["activity_program", "activity_subprogram"] },
      },
    );
  });

  it("are none where no classification has two levels", () => {
    assert.equal(
      hierarchiesOf("functional-classification:generic:level1:code", "activity:generic:level2:code"),
      undefined,
    );
    assert.equal(hierarchiesOf("functional-classification:generic:code"), undefined);
  });
});

describe("a Fiscal Data Package of version 1.0", () => {
  it("becomes a dataset by the types of its columns; others are left out", async () => {
    const currency = { name: "Currency", columnType: "value-currency:code", constant: "USD" };
    const town = { name: "Town", columnType: "geo:source:code", constant: "Hill Valley" };
    const direction = { name: "Direction", columnType: "direction", constant: "expenditure" };
    const extraFields = [currency, town, direction];
    const descriptor = fiscal(FIELDS, { extraFields }, { granularity: "aggregated" });
    const loaded = await loadPackage(descriptor, { "budget.csv": ROWS });
    const { model } = loaded;
    assert.deepEqual(
      model.fields.map(({ name, kind }) => `${name} ${kind}`),
      [
        "amount measure",
        "time date",
        "date_fiscal_first-payment date",
        "administrative-classification_level1 compound",
        "functional-classification attribute",
        "geo_source attribute",
        "direction attribute",
        "row attribute",
      ],
    );
    assert.deepEqual([model.dataset.currency, model.dataset.category], ["USD", "budget"]);
    assert.equal(total(loaded), "115.6");
    assert.deepEqual(valuesOf(loaded, "time.year"), ["2015", "2016"]);
    assert.deepEqual(valuesOf(loaded, "administrative-classification_level1"), ["G", "L"]);
    assert.deepEqual(valuesOf(loaded, "administrative-classification_level1.label"), ["George", "Lorraine"]);
    assert.deepEqual(valuesOf(loaded, "date_fiscal_first-payment"), ["2015-02-01", null]);
    assert.deepEqual(valuesOf(loaded, "geo_source"), ["Hill Valley", "Hill Valley"]);
  });

  it("may have several columns of amounts, which become separate rows if it says so", async () => {
    const normalize = (phase: string, year: number) => ({ normalize: { Phase: phase, Year: year } });
    const fields = [
      field("Who", "administrative-classification:generic:code"),
      field("Plan 2015", undefined, normalize("planned", 2015)),
      field("Actual 2015", undefined, normalize("executed", 2015)),
      field("Plan 2016", undefined, normalize("planned", 2016)),
    ];
    const extraFields = [
      field("Amount", "value", { normalizationTarget: true }),
      field("Phase", "phase:id"),
      field("Year", "date:fiscal-year"),
    ];
    const rows = "Who,Plan 2015,Actual 2015,Plan 2016\nGeorge,100,107.60,1\nMarty,10,8,2\n";
    const loaded = await loadPackage(fiscal(fields, { extraFields }), { "budget.csv": rows });
    assert.deepEqual([total(loaded), loaded.entries.length], ["228.6", 6]);
    assert.deepEqual(
      valuesOf(loaded, "phase"),
      [..."ppeepp"].map((letter) => (letter === "p" ? "planned" : "executed")),
    );
    assert.deepEqual(valuesOf(loaded, "time.year"), ["2015", "2015", "2015", "2015", "2016", "2016"]);
    const urls = loaded.plan.sources.map(({ url }) => url.replace(/.*\//, ""));
    assert.deepEqual(urls, ["budget.csv#Plan%202015", "budget.csv#Actual%202015", "budget.csv#Plan%202016"]);
    assert.ok(
      loaded.plan.sources.every(({ address }) => address.kind === "file" && address.path.endsWith("budget.csv")),
    );
  });

  it("may have further measures besides the amount", async () => {
    const fields = [field("Y", "date:fiscal-year"), field("Plan", "value"), field("Actual", "value")];
    const loaded = await loadPackage(fiscal(fields), { "budget.csv": "Y,Plan,Actual\n2015,1,2\n2015,3,4\n" });
    assert.deepEqual([total(loaded), total(loaded, "Actual")], ["4", "6"]);
  });

  it("may have tables with different columns, and foreign keys", async () => {
    const keys = { foreignKeys: [{ fields: "BuyerID", reference: { resource: "buyer", fields: "BuyerID" } }] };
    const buyer = {
      name: "buyer",
      path: "buyer.csv",
      schema: { fields: [field("BuyerID"), field("Buyer", "x:code")] },
    };
    const main = fiscal([field("When", "date:generic"), field("BuyerID"), field("Sum", "value")], keys).resources[0]!;
    const constant = { name: "Y", columnType: "date:generic", constant: "2014-05-06" };
    const more = {
      name: "more",
      path: "more.csv",
      schema: { fields: [field("Euros", "value")], extraFields: [constant] },
    };
    const files = { "budget.csv": "When,BuyerID,Sum\n2015-01-02,B1,5\n", "more.csv": "Euros\n7\n" };
    const loaded = await loadPackage({ name: "family", resources: [buyer, main, more] }, files);
    assert.deepEqual(valuesOf(loaded, "BuyerID"), ["B1", ""]);
    assert.deepEqual(valuesOf(loaded, "time"), ["2015-01-02", "2014-05-06"]);
    assert.equal(total(loaded), "12");
    assert.match(loaded.plan.warnings[0]!, /"buyer" has no column of the columnType "value"; it is left out/);
  });

  it("is refused without a date, and with an unknown currency", () => {
    const extraFields = [{ name: "C", columnType: "value-currency:code", constant: "dollars" }];
    assert.throws(
      () => planPackage(fiscal([field("A", "value")], { extraFields }), BASE),
      (error: { errors: string[] }) => {
        assert.match(
          error.errors[0]!,
          /^resources\[0\]\.schema\.fields: has no date or year; give a field the columnType/,
        );
        assert.match(error.errors[1]!, /^resources\[0\]\.schema\.extraFields\[0\]\.constant: "dollars" is not known/);
        return true;
      },
    );
  });
});
