import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { analyse } from "./table.js";

const ROWS = ["Roads", "Schools", "Parks", "Fire"].map((name, at) => [name, `${1000 + at}.50`, `${2000 + at}.25`]);

async function offered(...more: readonly (readonly string[])[]) {
  const lines = [["Function", "2022", "2023"], ...ROWS, ...more].map((row) => row.join(";"));
  const { repairs } = await analyse(`${lines.join("\n")}\n`);
  return repairs!.filter(({ kind, certainty }) => kind === "totals" && certainty === "doubtful");
}

describe("rows that are beside the others", () => {
  for (const name of [
    "of which: staff",
    "- davon Personal",
    "dont personnel",
    "w tym wynagrodzenia",
    "у тому числі оплата праці",
    "うち人件費",
    "Opening balance",
    "Übertrag",
    "Population",
    "Per head",
  ]) {
    it(`are asked about: ${name}`, async () => {
      const [repair, ...others] = await offered([name, "400.25", "500.75"]);
      assert.deepEqual(repair?.table, { leave_out: [{ column: "Function", values: [name] }] });
      assert.match(repair!.examples[0]!, /^line 6: .*400\.25/);
      assert.deepEqual(others, []);
    });
  }

  for (const name of ["Populations abroad", "Dontex Ltd", "Perhead & Sons", "Staff", "Übertragung von Aufgaben"]) {
    it(`are none by the begin of a word: ${name}`, async () => {
      assert.deepEqual(await offered([name, "400.25", "500.75"]), []);
    });
  }

  it("are none without an amount, or where most rows are called so", async () => {
    assert.deepEqual(await offered(["of which: staff", "", ""]), []);
    const many = ["a", "b", "c", "d", "e"].map((name, at) => [`of which: ${name}`, `40${at}.25`, `50${at}.75`]);
    assert.deepEqual(await offered(...many), []);
  });
});
