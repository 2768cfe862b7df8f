import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listDoubts } from "#src/sources/analysis/explain-proposal.js";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import { analyse } from "./table.js";

async function doubtsOf(sides: readonly string[], amount: (at: number) => string): Promise<readonly string[]> {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `Office ${at};20${10 + at};${sides[at % sides.length]};${amount(at)}`,
  );
  const analysis = await analyse(`Office;Year;Side;Amount\n${rows.join("\n")}\n`);
  return listDoubts(analysis, proposeModel(analysis, "ledger.csv")).filter((doubt) => doubt.includes("ledger"));
}

const plain = (at: number): string => `${at + 1}.50`;

describe("a column of the sides of a ledger", () => {
  for (const sides of [
    ["D", "C"],
    ["Dr.", "Cr."],
    ["H", "S"],
    ["Soll", "Haben"],
    ["Дт", "Кт"],
    ["貸方", "借方"],
    ["+", "-"],
    ["Invoice", "Credit note"],
    ["Gutschrift", "Rechnung"],
    ["Payment", "Reversal"],
    ["Invoice", "Credit memo"],
    ["INV", "CRN"],
    ["D", "A"],
  ]) {
    it(`is warned of if it has ${sides.join(" and ")}, and no amount has a sign`, async () => {
      const [doubt, ...others] = await doubtsOf(sides, plain);
      assert.equal(others.length, 0);
      assert.match(doubt!, /^"Side" says on which side of a ledger each row is \(/);
      assert.ok(doubt!.includes(JSON.stringify(sides[0])));
    });
  }

  it("is none if amounts have signs, or if it has other values, too", async () => {
    assert.deepEqual(await doubtsOf(["D", "C"], (at) => (at % 2 ? `-${at}.50` : `${at}.50`)), []);
    for (const values of [["D"], ["D", "C", "X"], ["North", "South"], ["S", "C"]])
      assert.deepEqual(await doubtsOf(values, plain), []);
  });
});
