import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { analyse } from "./table.js";

const HEADER = "No,Date,Payee,Amount";
const rows = Array.from(
  { length: 30 },
  (_, at) => `${at + 1},2023-0${1 + (at % 9)}-${10 + (at % 20)},P ${at % 7},${at + 1}.25`,
);

async function saidOf(lines: readonly string[]): Promise<readonly string[]> {
  const { oddRows } = await analyse(`${lines.join("\n")}\n`);
  return oddRows!.filter((each) => each.includes("same as an earlier row"));
}

describe("rows that a file has twice", () => {
  for (const [name, lines, count, place] of [
    ["the whole file", [HEADER, ...rows, ...rows], "30 of 60", "row 31 below the header as row 1"],
    ["with its header", [HEADER, ...rows, HEADER, ...rows], "30 of 60", "row 31 below the header as row 1"],
    ["three times", [HEADER, ...rows, ...rows, ...rows], "60 of 90", "row 31 below the header as row 1"],
    ["each row", [HEADER, ...rows.flatMap((row) => [row, row])], "30 of 60", "row 2 below the header as row 1"],
    ["a part", [HEADER, ...rows, ...rows.slice(4, 16)], "12 of 42", "row 31 below the header as row 5"],
  ] as const) {
    it(`are warned of: ${name}`, async () => {
      const [said, ...others] = await saidOf(lines);
      assert.equal(others.length, 0);
      assert.ok(said?.startsWith(`${count} rows `) && said.includes(place), said);
    });
  }

  it("are none where some payments are alike", async () => {
    assert.deepEqual(await saidOf([HEADER, ...rows, ...rows.slice(3, 6), rows[8]!]), []);
    assert.deepEqual(await saidOf([HEADER, ...rows]), []);
  });
});
