import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { planPackage } from "#src/sources/packages/plan-package.js";
import { BASE, loadPackage, total, valuesOf } from "./load-package.js";

/** Like the packages that cities publish: codes with leading zeros, labels beside them, levels in one dimension. */
const HEADER = "AÑO,CENTRO,DESCRIPCION CENTRO,SECCION,CAPITULO,DESCRIPCION CAPITULO,IMPORTE,PAGADO,Fecha";
const TYPES = ["integer", "integer", "string", "integer", "integer", "string", "integer", "number", "date"];
const FIELDS = HEADER.split(",").map((name, at) => ({ name, type: TYPES[at] }));
const ROWS = `${HEADER}
2012,001,AYUNTAMIENTO,002,1,PERSONAL,102739,1.5,2012-03-01
2012,001,AYUNTAMIENTO,003,2,BIENES,29354,2.25,2012-04-01
2013,501,INFORMÁTICA,002,1,PERSONAL,-1000,0,2013-01-31
`;

const source = (name: string, rest: object = {}) => ({ source: name, ...rest });

const MAPPING = {
  measures: { amount: source("IMPORTE", { currency: "EUR", factor: 1, direction: "expenditure", phase: "approved" }) },
  dimensions: {
    date: { attributes: { year: source("AÑO") }, primaryKey: "year" },
    administrative: {
      dimensionType: "classification",
      attributes: {
        CENTRO: source("CENTRO"),
        "DESCRIPCION CENTRO": source("DESCRIPCION CENTRO", { labelfor: "CENTRO" }),
        SECCION: source("SECCION", { parent: "CENTRO" }),
      },
      primaryKey: ["CENTRO", "SECCION"],
    },
    economic: {
      attributes: { code: source("CAPITULO"), title: source("DESCRIPCION CAPITULO") },
      primaryKey: "code",
    },
  },
};

function fiscal(mapping: object = MAPPING, rest: object = {}) {
  const resource = { name: "gastos", path: "gastos.csv", schema: { fields: FIELDS } };
  return {
    name: "madrid",
    title: "Gastos",
    countryCode: "ES",
    granularity: "aggregated",
    resources: [resource],
    mapping,
    ...rest,
  };
}

describe("the hierarchies of a Fiscal Data Package up to version 0.3", () => {
  const hierarchiesOf = (mapping: object) => planPackage(fiscal(mapping), BASE).model.document.hierarchies;
  const withDimension = (dimension: object) => ({
    ...MAPPING,
    dimensions: { date: MAPPING.dimensions.date, ...dimension },
  });
  const CHAPTER = { CENTRO: source("CENTRO"), SECCION: source("SECCION", { parent: "CENTRO" }) };
  const primaryKey = ["CENTRO", "SECCION", "CAPITULO"];

  it("are the levels that have a parent, in each dimension", () => {
    assert.deepEqual(hierarchiesOf(MAPPING), {
      administrative: { label: "administrative", levels: ["administrative_CENTRO", "administrative_SECCION"] },
    });
    const lowest = source("CAPITULO", { parent: "SECCION" });
    const { where } = hierarchiesOf(
      withDimension({ where: { title: "Where", attributes: { CAPITULO: lowest, ...CHAPTER }, primaryKey } }),
    ) as { where: unknown };
    assert.deepEqual(where, { label: "Where", levels: ["where_CENTRO", "where_SECCION", "where_CAPITULO"] });
  });

  it("are several where a level has several below", () => {
    const beside = source("CAPITULO", { parent: "CENTRO" });
    const where = { attributes: { ...CHAPTER, CAPITULO: beside }, primaryKey };
    assert.deepEqual(hierarchiesOf(withDimension({ where })), {
      where: { label: "where", levels: ["where_CENTRO", "where_SECCION"] },
      "where-2": { label: "where", levels: ["where_CENTRO", "where_CAPITULO"] },
    });
  });

  it("are none without parents, with unknown ones, and in a circle", () => {
    for (const parents of [
      [null, null],
      ["nobody", "SECCIÓN"],
      ["SECCION", "CENTRO"],
      ["CENTRO", null],
    ]) {
      const [centro, seccion] = parents.map((parent, at) =>
        source(["CENTRO", "SECCION"][at]!, parent === null ? {} : { parent }),
      );
      const where = { attributes: { CENTRO: centro, SECCION: seccion }, primaryKey: ["CENTRO", "SECCION"] };
      assert.equal(hierarchiesOf(withDimension({ where })), undefined, JSON.stringify(parents));
    }
  });
});

describe("a Fiscal Data Package up to version 0.3", () => {
  it("becomes a dataset with a dimension for each level", async () => {
    const loaded = await loadPackage(fiscal(), { "gastos.csv": ROWS });
    const { model } = loaded;
    assert.deepEqual(
      model.fields.map(({ name, kind }) => `${name} ${kind}`),
      [
        "amount measure",
        "time date",
        "administrative_CENTRO compound",
        "administrative_SECCION attribute",
        "economic compound",
        "row attribute",
      ],
    );
    const { currency, category, territories } = model.dataset;
    assert.deepEqual([currency, category, territories], ["EUR", "budget", ["ES"]]);
    assert.deepEqual([total(loaded), loaded.entries.length], ["131093", 3]);
    assert.deepEqual(valuesOf(loaded, "time.year"), ["2012", "2012", "2013"]);
    assert.deepEqual(valuesOf(loaded, "administrative_CENTRO"), ["001", "001", "501"]);
    assert.deepEqual(valuesOf(loaded, "administrative_CENTRO.label"), ["AYUNTAMIENTO", "AYUNTAMIENTO", "INFORMÁTICA"]);
    assert.deepEqual(valuesOf(loaded, "economic.label"), ["PERSONAL", "BIENES", "PERSONAL"]);
  });

  it("may have several measures, factors and dates, and constants", async () => {
    const { dimensions } = MAPPING;
    const mapping = {
      measures: { paid: source("PAGADO", { factor: 1000 }), planned: source("IMPORTE", { factor: "0.01" }) },
      dimensions: {
        ...dimensions,
        date: undefined,
        "date-paid": { dimensionType: "datetime", attributes: { label: source("Fecha") }, primaryKey: "label" },
        "budget-year": { dimensionType: "datetime", attributes: { year: source("AÑO") }, primaryKey: "year" },
        city: { attributes: { name: { constant: "Madrid" } }, primaryKey: "name" },
      },
    };
    const loaded = await loadPackage(fiscal(JSON.parse(JSON.stringify(mapping))), { "gastos.csv": ROWS });
    assert.deepEqual([total(loaded), total(loaded, "planned")], ["3750", "1310.93"]);
    assert.deepEqual(valuesOf(loaded, "time"), ["2012-03-01", "2012-04-01", "2013-01-31"]);
    assert.deepEqual(valuesOf(loaded, "budget-year"), ["2012-01-01", "2012-01-01", "2013-01-01"]);
    assert.deepEqual(valuesOf(loaded, "city"), ["Madrid", "Madrid", "Madrid"]);
    assert.equal(loaded.model.measures[0]!.label, "paid");
  });

  it("may have dates in several columns, a mapping called model, and one year per file", async () => {
    const fields = ["y", "m", "d", "amount"].map((name) => ({ name, type: "integer" }));
    const dimensions = {
      time: {
        dimensionType: "datetime",
        attributes: { year: source("y"), month: source("m"), day: source("d") },
        primaryKey: ["year", "month", "day"],
      },
    };
    const resources = ["a", "b"].map((name) => ({ name, path: `${name}.csv`, schema: { fields } }));
    const model = { measures: { amount: source("amount", { currency: "EUR", resource: "b" }) }, dimensions };
    const files = { "a.csv": "y,m,d,amount\n2012,3,4,1\n", "b.csv": "y,m,d,amount\n2013,12,31,2\n" };
    const loaded = await loadPackage({ name: "parts", resources, model }, files);
    assert.deepEqual(valuesOf(loaded, "time"), ["2012-03-04", "2013-12-31"]);
    assert.equal(total(loaded), "3");
  });

  it("without a date uses its fiscal period as time", async () => {
    const mapping = { ...MAPPING, dimensions: {} };
    const fiscalPeriod = { start: "2012-01-01", end: "2012-12-31" };
    const loaded = await loadPackage(fiscal(mapping, { fiscalPeriod }), { "gastos.csv": ROWS });
    assert.deepEqual(new Set(valuesOf(loaded, "time")), new Set(["2012-01-01"]));
  });

  it("uses the primary key of its table, and adds dimensions for it if necessary", async () => {
    const descriptor = fiscal();
    Object.assign(descriptor.resources[0]!.schema, { primaryKey: ["CENTRO", "SECCION", "AÑO", "Fecha"] });
    const { model } = await loadPackage(descriptor, { "gastos.csv": ROWS });
    assert.deepEqual(
      model.key.map(({ name }) => name),
      ["time", "administrative_CENTRO", "administrative_SECCION", "Fecha"],
    );
  });

  it("is refused with all its errors", () => {
    const mapping = {
      measures: { amount: source("IMPORT", { factor: -1, currency: "E" }), other: {} },
      dimensions: { date: { attributes: { year: source("AÑO") }, primaryKey: "month" }, x: { attributes: { y: {} } } },
    };
    assert.throws(
      () => planPackage(fiscal(mapping), BASE),
      (error: { errors: string[] }) => {
        assert.deepEqual(error.errors, [
          "mapping.measures.amount.factor: -1 is not a valid factor; write a number above 0, for example 1000",
          "mapping.measures.other.source: is missing; write the name of the field that holds the amounts",
          'mapping.dimensions.date.primaryKey: "month" is not an attribute of the dimension',
          'mapping.dimensions.x.attributes.y.source: is missing; write the name of a field, or a "constant"',
          'mapping.measures.amount.source: "IMPORT" is not a field of the resource "gastos"; did you mean "IMPORTE"?',
          'mapping.measures.amount.currency: "E" is not known; write an ISO 4217 code, for example "EUR"',
        ]);
        return true;
      },
    );
    assert.throws(() => planPackage(fiscal({ dimensions: {} }), BASE), { message: /mapping\.measures: is missing/ });
    const elsewhere = { measures: { amount: source("IMPORTE", { resource: "gasto" }) } };
    assert.throws(() => planPackage(fiscal(elsewhere), BASE), {
      message: /"gasto" is not a resource of the package; did you mean "gastos"\?/,
    });
    const undated = { measures: MAPPING.measures, dimensions: {} };
    assert.throws(() => planPackage(fiscal(undated), BASE), { message: /dimensions: has no date or year/ });
  });
});
