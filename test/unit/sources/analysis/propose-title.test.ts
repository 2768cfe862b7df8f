import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { propose } from "#src/sources/analysis/propose.js";
import { analyse } from "./table.js";

const ROWS = ["Date;Payee;Amount", "2022-01-05;A;1,50", "2022-02-05;B;2,50", "2022-03-05;C;3,50", ""];

async function titleOf(above: readonly string[], fileName: string): Promise<unknown> {
  const { model } = propose(await analyse([...above, ...ROWS].join("\n")), fileName, false);
  return (model.dataset as { label: unknown }).label;
}

describe("the title of a dataset", () => {
  for (const [above, fileName, title] of [
    [["Payments of Westheim above 500 euros;;", ";;"], "wh.csv", "Payments of Westheim above 500 euros"],
    [["Payments of Westheim;;", ";;"], "export (3).csv", "Payments of Westheim"],
    [["Payments of Westheim;;", ";;"], "payments-2022.csv", "Payments 2022"],
    [["Stand: 31.12.2022;;", "Zahlungen der Stadt;;"], "data.csv", "Zahlungen der Stadt"],
    [["31.12.2022;;", "Seite 1 von 3: Zahlungen;;"], "wh.csv", "Wh"],
    [[], "wh.csv", "Wh"],
    [[], ".csv", "Dataset"],
  ] as const) {
    it(`is "${title}" of ${fileName}${above.length > 0 ? ` below "${above[0]}"` : ""}`, async () => {
      assert.equal(await titleOf(above, fileName), title);
    });
  }
});
