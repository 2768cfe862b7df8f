import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { proposalRow } from "../../../shared/proposal-rows.js";

const days = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `2024-01-${10 + at},${row(at)}\n`).join("");

/** Tables with the traits of published ones, and what is proposed for them: rows, amounts, time, key, currency, left out, totals. */
const TABLES: readonly (readonly [name: string, table: string, proposed: readonly string[]])[] = [
  [
    "payments 2024.csv",
    `Date,Voucher,Payee,Paid (£)\n${days(9, (at) => `V${at},TOTAL GAS LTD ${at % 3},${at}.50`)}Grand total,,,40.50\n`,
    ["9 × 4", "Paid (£)", "Date", "Date, Voucher", "GBP", "1", "1 agree"],
  ],
  [
    "budget.csv",
    "sep=;\nLine;Area;2023;2024\n1;Roads;10,5;20\n2;Roads;1;2,5\n3;Parks;4;5\n4;Parks;7;8\n",
    ["8 × 4", "Amount", "Year", "Year, Line", "asked", "–", "–"],
  ],
  [
    "quarters 2023.csv",
    "Area,Q1,Q2,Q3,Q4\nRoads,1.5,2,3,4\nParks,5,6,7,8\nSchools,9,1,2,3\n",
    ["12 × 3", "Amount", "Quarter", "Quarter, Area", "asked", "–", "–"],
  ],
  [
    "accounts 2022.csv",
    "Code,Name,Amount in EUR\n1,Housing,600.5\n1.1,Rent,350.25\n1.1.1,Flats,300\n1.1.2,Shops,50.25\n1.2,Repairs,250.25\n1.2.1,Roofs,200\n1.2.2,Walls,50.25\n",
    ["4 × 3", "Amount in EUR", "2022", "2022, Code", "EUR", "3", "3 agree"],
  ],
];

// Those for real publications are in test/shared.
describe("a row of the table of proposals", () => {
  for (const [name, table, proposed] of TABLES) {
    it(`says what is proposed for ${name}`, async () => {
      const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
      try {
        await writeFile(join(directory, name), table);
        assert.deepEqual(await proposalRow(join(directory, name), name), [name, ...proposed]);
      } finally {
        await rm(directory, { recursive: true });
      }
    });
  }
});
