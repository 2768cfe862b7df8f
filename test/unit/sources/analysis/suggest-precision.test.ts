import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listSuggestions } from "#src/sources/analysis/list-suggestions.js";
import { proposeModel } from "#src/sources/analysis/propose-model.js";
import { analyse } from "./table.js";

describe("the suggested precision", () => {
  const precisionOf = async (write: (at: number) => string): Promise<unknown> => {
    const lines = Array.from({ length: 120 }, (_, at) => `row-${at},${write(at)},${at}.50\n`);
    const analysis = await analyse(`Id,Date,Amount\n${lines.join("")}`);
    const suggestions = listSuggestions(analysis, proposeModel(analysis, "data.csv"));
    return suggestions.find(({ kind }) => kind === "precision")?.set[0]![1].precision;
  };

  it("is a year or a month where every date is one, however it is written", async () => {
    const two = (n: number): string => String(n).padStart(2, "0");
    assert.equal(await precisionOf((at) => `${2013 + (at % 4)}`), "year");
    assert.equal(await precisionOf((at) => `${2013 + (at % 4)}/${14 + (at % 4)}`), "year");
    assert.equal(await precisionOf((at) => `${2013 + (at % 4)}-01-01`), "year");
    assert.equal(await precisionOf((at) => `2014-${two(1 + (at % 12))}`), "month");
    assert.equal(await precisionOf((at) => `${two(1 + (at % 12))}/2014`), "month");
    assert.equal(await precisionOf((at) => `01.${two(1 + (at % 12))}.2014`), "month");
  });

  it("is that of the date that is given for a table without dates", async () => {
    const analysis = await analyse(`Office,Amount\n${"North,1.5\n".repeat(9)}`);
    const model = proposeModel(analysis, "plan 2014.csv");
    for (const [date, precision] of [
      ["2014", "year"],
      ["2014-03", "month"],
      ["2014-03-05", undefined],
      ["", undefined],
    ] as const) {
      const [suggestion] = listSuggestions(analysis, model, date);
      assert.deepEqual(suggestion?.set, precision && [["time", { precision }]], date);
    }
  });

  it("of the date of all rows does not bear the name of a column that is no date", async () => {
    const analysis = await analyse(`Date,Office,Amount\n${"soon,North,1.5\nlater,South,2.5\n".repeat(5)}`);
    const [suggestion] = listSuggestions(analysis, proposeModel(analysis, "plan 2014.csv"), "2014");
    assert.match(suggestion!.label, /\(date of the file\)/);
  });

  it("is none where a single date is a day, or all are the same day", async () => {
    assert.equal(await precisionOf((at) => (at === 7 ? "2014-03-05" : `${2013 + (at % 4)}`)), undefined);
    assert.equal(await precisionOf(() => "2014-01-01"), undefined);
  });
});
