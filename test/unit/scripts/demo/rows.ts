import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { DEMO_CSV } from "#src/core/assets/demo.js";

export type Row = Readonly<Record<string, string>>;

/** Rows of the sample dataset as shipped. */
export const ROWS: readonly Row[] = parse(readFileSync(DEMO_CSV), { columns: true });

/** Sum amounts with two decimals exactly. @returns the sum as text */
export function exactSum(rows: readonly Row[]): string {
  const pence = rows.reduce((sum, { amount = "" }) => sum + BigInt(amount.replace(".", "")), 0n);
  const digits = String(pence);
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
