import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { checkNumbers } from "./number-rules.js";
import { loadPaged, loadRows } from "./page-datasets.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** Made-up payments with gaps between months, amounts below zero, a missing area, and labels that need escapes. */
function makeRows(): string {
  const areas = ["Parks & roads", "Schools", "“Care”", "שלום", "", "Rates"];
  const rows = Array.from({ length: 400 }, (_, at) => {
    const [year, month] = [2017 + (at % 4), 1 + ((at * 5) % 12)];
    const amount = (at * 7919) % 10_007;
    return [
      `${year}-${String(month).padStart(2, "0")}-03`,
      `"${areas[at % 6]}"`,
      `P${(at * 31) % 23}`,
      at % 19 === 0 ? -amount : amount + 0.25,
      at,
    ];
  });
  return ["date,area,payee,amount,row", ...rows.filter(([date]) => date !== "2019-07-03")].join("\n");
}

describe("every number of a page is that of the aggregate call of its scope", () => {
  it("in the demo", async () => {
    const { pages, numbers, points } = await checkNumbers(await loadPaged(server, "demo"));
    assert.ok(pages > 20 && numbers > 2000, `${pages} pages, ${numbers} numbers`);
    assert.ok(points > 1000, `${points} points of lines`);
  });

  it("in made-up payments with gaps, refunds and hostile labels", async () => {
    const text = (column: string, more: object = {}) => ({ type: "attribute", column, datatype: "string", ...more });
    const model = {
      dataset: { name: "twin", label: "Twin", description: "Made up", currency: "GBP" },
      mapping: {
        amount: { type: "measure", column: "amount", datatype: "float" },
        time: { type: "date", column: "date", datatype: "date" },
        area: text("area", { facet: true }),
        payee: text("payee", { facet: true }),
        row: text("row", { key: true }),
      },
    };
    const { pages, numbers, points } = await checkNumbers(await loadRows(server, model, makeRows()));
    assert.ok(pages > 10 && numbers > 500, `${pages} pages, ${numbers} numbers`);
    assert.ok(points > 200, `${points} points of lines`);
  });
});
