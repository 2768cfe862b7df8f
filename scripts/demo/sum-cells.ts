import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { SUBFUNCTIONS, type Subfunction } from "./functions.js";
import { KINDS } from "./kinds.js";
import { REGIONS, type Region } from "./regions.js";

/** Spending in one tax year, region, subfunction and kind. */
export interface SpendingCell {
  readonly year: string;
  readonly region: Region;
  readonly subfunction: Subfunction;
  readonly kind: string;
  /** Amount in pence. */
  amount: bigint;
}

type Row = Readonly<Record<string, string>>;

/**
 * Sum up the rows of the publication, `data.csv.gz` in `folder`.
 * @returns the cells other than 0, sorted by year, region, subfunction and kind
 * @throws Error for an unknown code or amount, so that no figure is lost silently
 */
export async function sumCells(folder: string): Promise<readonly SpendingCell[]> {
  const cells = new Map<string, SpendingCell>();
  await pipeline(
    createReadStream(join(folder, "data.csv.gz")),
    createGunzip(),
    parse({ columns: true }),
    async (rows: AsyncIterable<Row>) => {
      for await (const row of rows) addRow(cells, row);
    },
  );
  const keys = [...cells.keys()].toSorted();
  return keys.map((key) => cells.get(key)!).filter(({ amount }) => amount !== 0n);
}

function addRow(cells: Map<string, SpendingCell>, row: Row): void {
  const year = text(row, "tax_year");
  const region = known(REGIONS, "nuts_region", text(row, "nuts_region"));
  const group = text(row, "cofog_level2_code") || `${text(row, "cofog_level1_code")}.0`;
  const subfunction = known(SUBFUNCTIONS, "cofog_level2_code", group);
  const kind = known(KINDS, "cap_or_cur", text(row, "cap_or_cur"));
  const amount = pence(text(row, "amount"));
  const key = [year, region.code, subfunction.code, kind].join(",");
  const cell = cells.get(key);
  if (cell === undefined) cells.set(key, { year, region, subfunction, kind, amount });
  else cell.amount += amount;
}

function text(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`There is no column "${column}"; is this the publication's file?`);
  return value;
}

function known<T>(table: ReadonlyMap<string, T>, column: string, value: string): T {
  const found = table.get(value);
  if (found === undefined) throw new Error(`Unknown ${column} "${value}"; known: ${[...table.keys()].join(", ")}`);
  return found;
}

function pence(amount: string): bigint {
  if (!/^-?\d+\.\d\d$/.test(amount)) throw new Error(`"${amount}" is not an amount with two decimals`);
  return BigInt(amount.replace(".", ""));
}
