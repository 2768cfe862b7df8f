import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InvalidQuery } from "#src/core/errors/errors.js";
import { type BoundAggregate, bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters, spendingModel } from "../../../../fixtures.js";

const MAX_CLAUSES = 1024;

function bind(text: string, model = spendingModel()): BoundAggregate {
  return bindAggregate(model, queryParameters(text), MAX_CLAUSES);
}

function errorsOf(text: string): readonly string[] {
  try {
    bind(text);
  } catch (error) {
    assert.ok(error instanceof InvalidQuery);
    return error.errors;
  }
  return assert.fail(`${text} binds`);
}

describe("bindAggregate", () => {
  it("aggregates everything without parameters", () => {
    const { query, cuts, page } = bind("");
    assert.deepEqual(
      query.measures.map(({ name }) => name),
      ["amount"],
    );
    assert.deepEqual([cuts, query.keys], [[], []]);
    assert.deepEqual(page, { page: 1, pagesize: 10_000, first: 0 });
  });

  it("takes several measures in the order given, each once", () => {
    const { query } = bind("measure=planned|amount|planned");
    assert.deepEqual(
      query.measures.map(({ name }) => name),
      ["planned", "amount"],
    );
  });

  it("unites cuts on one attribute, also under its aliases", () => {
    const { cuts } = bind("cut=year:2009|time.year:2010|region:North|region.region:South|cofog1:3|cofog1.name:4");
    assert.deepEqual(
      cuts.map(({ dimension, attribute, values }) => [dimension.name, attribute.name, values]),
      [
        ["time", "year", ["2009", "2010"]],
        ["region", "region", ["North", "South"]],
        ["cofog1", "name", ["3", "4"]],
      ],
    );
  });

  it("reads values of number attributes as numbers, and leaves other texts as they are", () => {
    const { cuts } = bind("cut=rate:1.50|rate:1.5|rate:abc|rate:0x10");
    assert.deepEqual(cuts[0]!.values, [1.5, "abc", "0x10"]);
  });

  it("needs one key for a dimension and its attributes", () => {
    const { query, drilldowns } = bind("drilldown=cofog1.label|cofog1|cofog1.color");
    assert.equal(query.keys.length, 1);
    assert.equal(query.keys[0]!.attribute, null);
    assert.deepEqual(
      drilldowns.map(({ key }) => key),
      [0, 0, 0],
    );
  });

  it("needs one key for an attribute and its alias", () => {
    const { query, drilldowns } = bind("drilldown=year|time.year");
    assert.equal(query.keys.length, 1);
    assert.deepEqual(
      drilldowns.map(({ place }) => place),
      [
        { key: "year", within: null },
        { key: "time", within: "year" },
      ],
    );
  });

  it("prefers a field of the model to an alias", () => {
    const model = spendingModel({ year: { type: "attribute", column: "y", datatype: "string" } });
    const { query } = bind("drilldown=year", model);
    assert.equal(query.keys[0]!.dimension.name, "year");
  });

  it("orders by the measures, descending, and then by the drilldowns", () => {
    const { query } = bind("measure=amount|planned&drilldown=region|cofog1.label");
    assert.deepEqual(
      query.order.map((each) => [each.by, each.descending, each.by === "key" ? each.attribute.name : undefined]),
      [
        ["measure", true, undefined],
        ["measure", true, undefined],
        ["key", false, "region"],
        ["key", false, "label"],
      ],
    );
  });

  it("orders by the measures requested, num_entries and what is drilled down", () => {
    const { query } = bind("drilldown=cofog1|year&order=num_entries:asc|cofog1.color:desc|cofog1:asc|time.year:asc");
    assert.deepEqual(
      query.order.slice(0, 4).map((each) => (each.by === "key" ? `${each.key}.${each.attribute.name}` : each.by)),
      ["entries", "0.color", "0.name", "1.year"],
    );
  });

  it("accepts fractional pages, and raises page numbers below 1", () => {
    assert.deepEqual(bind("page=1.5&pagesize=3").page, { page: 1.5, pagesize: 3, first: 1 });
    assert.deepEqual(bind("page=0").page, { page: 1, pagesize: 10_000, first: 0 });
    assert.deepEqual(bind("page=-3&pagesize=0").page, { page: 1, pagesize: 0, first: 0 });
  });

  it("has one normalised spelling for queries with the same answer", () => {
    assert.equal(bind("cut=cofog1:3").canonical, bind("cut=cofog1.name:3&page=1&pagesize=10000&order=").canonical);
    assert.notEqual(bind("cut=cofog1:3").canonical, bind("cut=cofog1:4").canonical);
    assert.notEqual(bind("cut=year:2009").canonical, bind("cut=time.year:2009").canonical);
  });

  it("reports all errors at once", () => {
    const errors = errorsOf("measure=amont&cut=regoin:x&drilldown=cofog1.colour&order=planned:asc&page=x&pagesize=1.5");
    assert.equal(errors.length, 6);
    assert.match(errors[0]!, /Unknown measure "amont"; did you mean "amount"/);
    assert.match(errors[1]!, /Unknown dimension "regoin"; did you mean "region"/);
    assert.match(errors[2]!, /Unknown attribute "cofog1.colour"; "cofog1" has: name, label, color, weight/);
    assert.match(errors[3]!, /"planned" is not among the requested measures/);
    assert.match(errors[4]!, /page: "x" is not a number/);
    assert.match(errors[5]!, /pagesize: "1.5" is not an integer of 0 or more/);
  });

  const wrong: [text: string, error: RegExp][] = [
    ["cut=region", /"region" has no value/],
    ["cut=amount:5", /"amount" is a measure/],
    ["drilldown=yaer", /Unknown dimension "yaer"; did you mean "year"\?$/],
    ["drilldown=yaer.name", /Unknown dimension "yaer"; known: (?!.*\b(?:year|month)\b)/],
    ["drilldown=planned", /"planned" is a measure/],
    ["drilldown=region.name", /Unknown attribute "region.name"; "region" has: region/],
    ["order=amount", /"amount" must end in ":asc" or ":desc"/],
    ["order=amout", /"amout" must end in ":asc" or ":desc", such as "amout:desc"[^]*did you mean "amount"\?/],
    ["order=amount:up", /must end in ":asc" or ":desc"$/],
    ["order=amount:DESC", /must end in ":asc" or ":desc"; did you mean "amount:desc"\?/],
    ["order=amount:dsc", /must end in ":asc" or ":desc"; did you mean "amount:desc"\?/],
    ["order=amount:descending", /must end in ":asc" or ":desc"; did you mean "amount:desc"\?/],
    ["order=amount:ascending", /must end in ":asc" or ":desc"; did you mean "amount:asc"\?/],
    ["order=amout:desc", /Unknown criterion "amout"; known: amount, num_entries; did you mean "amount"\?/],
    [
      "order=regoin:desc&drilldown=region|cofog1.label",
      /Unknown criterion "regoin"; known: amount, num_entries, region, cofog1.label; did you mean "region"\?/,
    ],
    ["order=cofog1.lable:desc", /Unknown attribute "cofog1.lable"; "cofog1" has: name, label, color, weight/],
    ["measure=region", /"region" is a dimension; write drilldown=region to group by it; measures are: amount, planned/],
    ["order=region:asc", /"region" is not drilled down: add it to "drilldown", or order by .*: amount, num_entries$/],
    ["drilldown=cofog1.label&order=cofog1:asc", /"cofog1" is not drilled down/],
    ["order=nothing:asc", /Unknown criterion "nothing"; known: amount, num_entries$/],
    ["page=1e999", /is not a number/],
    ["pagesize=-1", /is not an integer/],
  ];
  for (const [text, error] of wrong) {
    it(`refuses ${text}`, () => assert.match(errorsOf(text).join("\n"), error));
  }

  it("refuses more clauses than allowed", () => {
    const cut = Array.from({ length: MAX_CLAUSES + 1 }, (_, at) => `region:${at}`).join("|");
    assert.match(errorsOf(`cut=${cut}`)[0]!, /1024 are allowed/);
  });
});
