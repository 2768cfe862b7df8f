import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clauseKey } from "#src/core/query/condition/clause-key.js";
import type { Condition } from "#src/core/query/condition/condition.js";
import { simplifyCondition } from "#src/core/query/condition/simplify.js";
import { parameters } from "#src/core/query/parameters.js";
import { spendingModel } from "../../../../fixtures.js";
import { bindSearch } from "../../../../bind-search.js";

const model = spendingModel();

function bind(q: string): Condition {
  return bindSearch(model, parameters([["q", q]])).queries[0]!.where;
}

/** Write the structure of a condition, with the number of clauses. */
function shapeOf(condition: Condition): string {
  if (condition.is === "clause") return "clause";
  if (condition.is === "not") return `not ${shapeOf(condition.of)}`;
  return `${condition.is}(${condition.of.map(shapeOf).join()})`;
}

describe("a simplified condition", () => {
  const cases: readonly (readonly [title: string, q: string, shape: string])[] = [
    ["has a clause once, whatever its boost", "m*^0 OR m*^3 OR (m*^7)", "clause"],
    ["tells fields apart", "cofog1.label:m* OR m* OR cofog1.name:m*", "any(clause,clause,clause)"],
    ["tells numbers of edits apart", "tax~1 OR tax~2 OR tax~1", "any(clause,clause)"],
    ["has equal groups once, in any order of their parts", "(a b) OR (b a)", "all(clause,clause)"],
    ["joins groups of the same kind", "a OR (b OR (c OR a))", "any(clause,clause,clause)"],
    ["is everything if an alternative is", "a OR *:*", "all()"],
    ["is nothing if a required part is", "a AND -*:*", "any()"],
    ["keeps what is not double negation", "-(-a)", "clause"],
  ];
  for (const [title, q, shape] of cases) {
    it(title, () => assert.equal(shapeOf(simplifyCondition(bind(q))), shape));
  }

  it("tells an infinite number from an open end", () => {
    const target = { dimension: model.dimensions[0]!, attribute: model.dimensions[0]!.attributes[0]! };
    const keys = [Infinity, -Infinity, null].map((at) => {
      const to = at === null ? null : { at, inclusive: true };
      return clauseKey({ on: "value", target, value: { is: "numbers", from: null, to } });
    });
    assert.equal(new Set(keys).size, 3);
  });
});
