import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listDoubts } from "#src/sources/analysis/explain-proposal.js";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import { analyse } from "./table.js";

async function doubtsOf(cell: string, others: (at: number) => string): Promise<readonly string[]> {
  const lines = Array.from({ length: 30 }, (_, at) => `Office ${at};${2000 + at};${at === 11 ? cell : others(at)}`);
  const analysis = await analyse(`Office;Year;Amount\n${lines.join("\n")}\n`);
  return listDoubts(analysis, proposeModel(analysis, "budget.csv")).filter((doubt) => doubt.includes("three decimals"));
}

describe("a number with three decimals among others with two", () => {
  it("is warned of, because it may be thousands", async () => {
    const [doubt] = await doubtsOf("1.234", (at) => `${at}.50`);
    assert.match(doubt!, /^"Amount": 1\.234 has three decimals/);
    const [comma] = await doubtsOf("12,345", (at) => `${at},50`);
    assert.match(comma!, /^"Amount": 12,345 has three decimals/);
  });

  it("is none where others have more decimals, or the sign is that of thousands", async () => {
    assert.deepEqual(await doubtsOf("1.234", (at) => `${at}.50${at % 2 ? "25" : ""}`), []);
    assert.deepEqual(await doubtsOf("1,234", (at) => `${at}.50`), []);
    assert.deepEqual(await doubtsOf("1234.5", (at) => `${at}.50`), []);
  });
});
