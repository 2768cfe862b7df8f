import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitFilters } from "#src/engines/columnar/select/split-filters.js";
import { InvalidQuery } from "#src/core/errors/errors.js";
import { bindDistinct, type BoundDistinct } from "#src/core/query/distinct/bind.js";
import { queryParameters, spendingModel } from "../../../../fixtures.js";

const model = spendingModel();

function bind(name: string, text = "", maxClauses = 1024): BoundDistinct {
  const dimension = model.dimensions.find((each) => each.name === name)!;
  return bindDistinct(model, dimension, queryParameters(text), maxClauses);
}

const attributesOf = (name: string, text = ""): string[] =>
  bind(name, text).query.attributes.map((attribute) => attribute.name);

describe("bindDistinct", () => {
  it("searches the label and the name unless an attribute is given", () => {
    assert.deepEqual(attributesOf("cofog1"), ["label", "name"]);
    assert.deepEqual(attributesOf("time"), ["label", "name"]);
    assert.deepEqual(attributesOf("region"), ["region"]);
    assert.deepEqual(attributesOf("cofog1", "attribute=color"), ["color"]);
    assert.deepEqual(attributesOf("cofog1", "attribute=cofog1.color"), ["color"]);
    assert.deepEqual(attributesOf("time", "attribute=year"), ["year"]);
  });

  it("accepts name and label for the value of an attribute dimension", () => {
    for (const attribute of ["name", "label", "region"]) {
      assert.deepEqual(attributesOf("region", `attribute=${attribute}`), ["region"]);
    }
  });

  it("binds prefix, cuts and page", () => {
    const { query } = bind("cofog1", "q=Fun&cut=region:a|region:b|year:2009&page=3&pagesize=10");
    assert.deepEqual([query.prefix, query.first, query.limit], ["Fun", 20, 10]);
    assert.deepEqual(
      splitFilters(query.filters).cuts.map(({ attributes, condition }) => [
        attributes[0]!.name,
        condition.is === "clause" && condition.test.on === "value" && "values" in condition.test.value
          ? condition.test.value.values
          : null,
      ]),
      [
        ["region", ["a", "b"]],
        ["year", ["2009"]],
      ],
    );
  });

  it("reports all errors", () => {
    assert.throws(
      () => bind("cofog1", "attribute=colour&cut=area:1&page=x&pagesize=-1"),
      (error) => {
        assert.ok(error instanceof InvalidQuery);
        assert.deepEqual(error.errors, [
          'attribute: Unknown attribute "colour" of "cofog1"; did you mean "color"?',
          'cut: Unknown dimension "area"; known: time, until, invoice, region, rate, cofog1',
          'page: "x" is not a number',
          'pagesize: "-1" is not an integer of 0 or more',
        ]);
        return true;
      },
    );
  });

  it("limits the number of cut values", () => {
    assert.throws(() => bind("region", "cut=cofog1:1|cofog1:2|region:x", 2), /has 3 values; 2 are allowed/);
  });

  it("has the same normalised spelling exactly for queries with the same answer", () => {
    const { canonical } = bind("cofog1", "q=F&cut=year:2009&page=1&pagesize=10000&_=1");
    assert.equal(bind("cofog1", "cut=year:2009&q=F").canonical, canonical);
    for (const other of ["q=F", "q=f&cut=year:2009", "q=F&cut=year:2009&page=2", "q=F&cut=year:2009&attribute=label"]) {
      assert.notEqual(bind("cofog1", other).canonical, canonical);
    }
  });
});
