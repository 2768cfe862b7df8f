import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseTime, explainDates, listTimes } from "#src/sources/analysis/choose-time.js";
import { listDoubts } from "#src/sources/analysis/explain-proposal.js";
import { propose } from "#src/sources/analysis/propose.js";
import type { TableAnalysis } from "#src/sources/analysis/table-analysis.js";
import { analyse } from "./table.js";

const tableOf = (
  first: string,
  second: string,
  isSecond: (at: number) => boolean = () => true,
): Promise<TableAnalysis> =>
  analyse(
    [
      [first, second, "Payee", "Amount"],
      ...Array.from({ length: 20 }, (_, at) => [
        `2023-03-${10 + at}`,
        isSecond(at) ? `2023-05-${10 + ((at * 3) % 20)}` : "",
        `Payee ${at % 4}`,
        `${100 + at}.50`,
      ]),
    ]
      .map((row) => `${row.join(",")}\n`)
      .join(""),
  );

describe("the time, of two columns of days", () => {
  for (const [other, posted] of [
    ["Contract Date", "Payment Date"],
    ["Order date", "Date paid"],
    ["Vertragsdatum", "Buchungsdatum"],
    ["Date du contrat", "Date de paiement"],
    ["Fecha contrato", "Fecha de pago"],
    ["Data contratto", "Data pagamento"],
    ["Data umowy", "Data zapłaty"],
    ["契約日", "支払日"],
  ] as const) {
    it(`is that of payments or postings: ${posted}`, async () => {
      const { columns } = await tableOf(other, posted);
      assert.equal(chooseTime(columns)!.heading, posted);
      assert.deepEqual(listTimes(columns, posted), []);
    });
  }

  for (const [first, second] of [
    ["Payment Date", "Invoice Date"],
    ["Start", "End"],
  ] as const) {
    it(`is in doubt where both or neither may be: ${first}, ${second}`, async () => {
      const analysis = await tableOf(first, second);
      assert.equal(chooseTime(analysis.columns)!.heading, first);
      assert.deepEqual(
        listTimes(analysis.columns, first).map(({ heading }) => heading),
        [first, second],
      );
      const { model } = propose(analysis, "payments.csv", false);
      const said = listDoubts(analysis, model).filter((doubt) => doubt.includes("--time"));
      assert.deepEqual(said, [explainDates(analysis.columns, first)]);
    });
  }

  it("is not one that many rows lack", async () => {
    const { columns } = await tableOf("Order date", "Date paid", (at) => at % 2 === 0);
    assert.equal(chooseTime(columns)!.heading, "Order date");
    assert.deepEqual(listTimes(columns, "Order date"), []);
  });
});
