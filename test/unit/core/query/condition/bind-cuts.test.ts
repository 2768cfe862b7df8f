import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bindCuts, type BoundCuts } from "#src/core/query/condition/bind-cuts.js";
import { parseCuts } from "#src/core/query/syntax/cut-clause.js";
import { spendingModel } from "../../../../fixtures.js";

const model = spendingModel();

function bind(text: string): BoundCuts & { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const clauses = parseCuts(text, (sentence) => errors.push(sentence));
  return { ...bindCuts(model, clauses, errors), errors };
}

describe("bound cuts", () => {
  it("are one condition for each attribute, also under its aliases", () => {
    const { conditions, clauses } = bind("year:2009|!time.year:2010|year:[2005 TO *]|region:North|!region:South");
    assert.equal(conditions.length, 2);
    assert.equal(clauses, 5);
    assert.deepEqual(
      conditions.map((each) => each.is === "all" && each.of.map(({ is }) => is)),
      [
        ["any", "not"],
        ["clause", "not"],
      ],
    );
  });

  it("read dates and numbers of a calendar, and refuse what is none", () => {
    const written = "time:2.3.2009|time.month:[1 TO 3]|year:2009.0";
    assert.equal(bind(written).canonical, bind("time:2009-03-02|time.month:[01 TO 03]|year:2009").canonical);
    assert.match(bind("time:01/02/2020").errors.join(), /2020-02-01.*2020-01-02/);
    assert.match(bind("time.month:[x TO 3]").errors.join(), /a month, from 1 to 12/);
  });

  it("read days of attributes, too", () => {
    const dated = spendingModel({
      signed: { type: "attribute", column: "signed", datatype: "date", format: "%d.%m.%Y" },
      to: { type: "compound", attributes: { name: { column: "to" }, since: { column: "since", datatype: "date" } } },
    });
    const bindDated = (text: string): { readonly canonical: string; readonly errors: readonly string[] } => {
      const errors: string[] = [];
      return {
        canonical: bindCuts(
          dated,
          parseCuts(text, () => {}),
          errors,
        ).canonical,
        errors,
      };
    };
    assert.equal(
      bindDated("signed:2.3.2009|!to.since:[13/01/2011 TO 2012]").canonical,
      bindDated("signed:2009-03-02|!to.since:[2011-01-13 TO 2012]").canonical,
    );
    assert.match(bindDated("to.since:{01/02/2020 TO *]").errors.join(), /2020-02-01.*2020-01-02/);
    assert.match(bindDated("signed:soon").errors.join(), /"soon" is not a date/);
  });

  it("show single values in cells, but no ranges or exclusions", () => {
    assert.deepEqual(bind("!region:North|year:[2005 TO 2007]").placed, []);
    assert.deepEqual(bind("region:North|region:[O TO Z]").placed, []);
    const { placed } = bind("region:North|!region:South|!region:[A TO B]");
    assert.deepEqual(placed[0]!.values, ["North"]);
    assert.deepEqual(placed[0]!.places, [{ key: "region", within: null }]);
  });

  it("count duplicates once, and have one normalised spelling", () => {
    const { clauses, canonical } = bind("year:[1 TO 2]|time.year:[1 TO 2]|!year:3|!time.year:3");
    assert.equal(clauses, 2);
    assert.equal(canonical, bind("time.year:[1 TO 2]|!time.year:3").canonical);
    const others = ["year:[1 TO 2}|!year:3", "!year:[1 TO 2]|!year:3", "year:[1 TO 2]|year:3", "year:[1 TO 2]"];
    for (const other of others) assert.notEqual(bind(other).canonical, canonical, other);
    assert.notEqual(bind('region:"[a TO b]"').canonical, bind("region:[a TO b]").canonical);
  });

  it("report every end that is not a number, and every unknown field", () => {
    const { errors } = bind("rate:[a TO b]|!rate:{1 TO c]|rate:[* TO *]|!nothing:1");
    assert.equal(errors.length, 4);
    assert.match(errors[0]!, /^cut: rate: "a" is not a number; write a range of numbers/);
    assert.match(errors[1]!, /"b" is not a number/);
    assert.match(errors[2]!, /"c" is not a number/);
    assert.match(errors[3]!, /^cut: Unknown dimension "nothing"/);
  });
});
