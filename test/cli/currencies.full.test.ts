import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { tryProposal } from "./proposals.js";
import { inDirectory, runHere } from "./run.js";

/** Write a file and propose a model for it. */
function trying(
  name: string,
  text: string,
  use: (trial: Awaited<ReturnType<typeof tryProposal>>, at: string) => Promise<void> | void,
): Promise<void> {
  return inDirectory(async (directory) => {
    const csv = join(directory, name);
    await writeFile(csv, text);
    await use(await tryProposal(directory, csv), directory);
  });
}

describe("amounts in several currencies", () => {
  const signs =
    'Date,Payee,Amount\n2024-01-05,A,£1200.50\n2024-01-06,B,€300.25\n2024-01-07,C,$99.10\n2024-01-08,D,£50.00\n2024-01-09,"E ""x""",£1.00\n';

  it("are summed by currency, also of rows that are read one by one, and never together", () =>
    trying("signs.csv", signs, async ({ status, loaded }, directory) => {
      assert.equal(status, 0);
      const { totals, warnings } = JSON.parse(loaded.out);
      assert.deepEqual(totals, { "amount EUR": "300.25", "amount GBP": "1251.5", "amount USD": "99.1" });
      const sentence =
        /several currencies and are not added up; the sum of each is amount EUR 300\.25, amount GBP 1251\.5, amount USD 99\.1/;
      assert.match(warnings[0], sentence);
      const model = join(directory, "model.json");
      const checked = await runHere(["validate", "--metadata", model, "--csv", join(directory, "signs.csv")]);
      assert.match(checked.err, sentence);
    }));

  it("are told apart in columns that become rows", () =>
    inDirectory(async (directory) => {
      const csv = join(directory, "years.csv");
      await writeFile(csv, 'Payee,2023,2024\nA,"5,50 kn","1.006,50 €"\nB,"7,25 kn",\n');
      const { loaded } = await tryProposal(directory, csv, "--accept", "years");
      assert.deepEqual(JSON.parse(loaded.out).totals, {
        "amount EUR": "1006.5",
        "amount HRK": "12.75",
        "amount without a currency": "0",
      });
    }));

  it("are refused under a model that has no dimension for them", () =>
    trying("signs.csv", signs, async ({ out }, directory) => {
      const model = JSON.parse(out);
      delete model.dataset.table;
      delete model.mapping.currency_2;
      const changed = join(directory, "changed.json");
      await writeFile(changed, JSON.stringify(model));
      const rows = ["--metadata", changed, "--csv", join(directory, "signs.csv")];
      for (const command of [["validate"], ["load", "--data", join(directory, "other")]]) {
        const { status, err } = await runHere([...command, ...rows]);
        assert.equal(status, 1);
        assert.match(
          err,
          /"Amount" has amounts in several currencies[^\n]*"£1200\.50" is in GBP, "€300\.25" is in EUR/,
        );
      }
    }));
});
