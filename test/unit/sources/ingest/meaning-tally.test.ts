import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load, smallModel } from "./collect.js";

const mapping = {
  number: { type: "attribute", column: "Id", key: true },
  name: { type: "attribute", column: "Kind" },
  time: { type: "date", column: "Year", datatype: "date" },
  amount: { type: "measure", column: "Amount", datatype: "float" },
};

async function warningsOf(
  kinds: readonly string[],
  fields: Record<string, unknown> = mapping,
): Promise<readonly string[]> {
  const rows = kinds.map((kind, at) => `${at},${kind},2020,${at}.5`);
  const { report } = await load(`Id,Kind,Year,Amount\n${rows.join("\n")}\n`, { model: smallModel(fields) });
  return report.warnings;
}

describe("a load", () => {
  it("warns of a column that tells revenue from expenditure, if the model says nothing of it", async () => {
    assert.deepEqual(await warningsOf(["Einnahmen", "Ausgaben", "Ausgaben"]), [
      '"name" tells revenue from expenditure (Einnahmen → revenue, Ausgaben → expenditure), and the model does not say so: ' +
        'sums add both up. Give it "role": "direction", or derive a dimension with that role from it, as propose does',
    ]);
  });

  it("warns of a column of phases", async () => {
    const [warning, ...others] = await warningsOf(["Плановий бюджет", "Виконано", "Затверджено"]);
    assert.match(warning ?? "", /^"name", read from "Kind", tells phases of the budget \(.*Виконано → executed/);
    assert.deepEqual(others, []);
  });

  it("warns of no other texts, and not where the model says it", async () => {
    assert.deepEqual(await warningsOf(["Schools", "Roads", "Income"]), []);
    const role = { ...mapping, name: { ...mapping.name, role: "direction" } };
    assert.deepEqual(await warningsOf(["revenue", "expenditure"], role), []);
    const derived = {
      ...mapping,
      direction: {
        type: "derived",
        from: "name",
        values: { Income: "revenue", Costs: "expenditure" },
        role: "direction",
      },
    };
    assert.deepEqual(await warningsOf(["Income", "Costs"], derived), []);
  });
});
