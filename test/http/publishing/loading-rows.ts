import { SPENDING } from "../../fixtures.js";
import type { LoadingServer } from "./loading-server.js";

export const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";

/** Rows of `SPENDING`, each with an amount and a key. */
export function rows(...cells: readonly (readonly [paid: string, invoice: string, region?: string])[]): string {
  return (
    HEADER +
    cells.map(([paid, invoice, region = "North"]) => `${paid},,2009,,${invoice},${region},,1,Police,,\n`).join("")
  );
}

let names = 0;

/** Put a model with a name that no other test has, and two rows, where they can be fetched. */
export function newDataset(
  { files }: Pick<LoadingServer, "files">,
  changes: Record<string, unknown> = {},
): { readonly name: string; readonly metadata: string; readonly csv_file: string } {
  const name = `town${names++}`;
  const metadata = files.put(`/${name}.json`, { ...SPENDING, dataset: { ...SPENDING.dataset, name, ...changes } });
  return { name, metadata, csv_file: files.put(`/${name}.csv`, rows(["1.50", "a"], ["2", "b"])) };
}
