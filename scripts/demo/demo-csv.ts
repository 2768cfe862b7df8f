import { sumCells, type SpendingCell } from "./sum-cells.js";

const COLUMNS = [
  "year",
  "region_code",
  "region",
  "function_code",
  "function",
  "function_color",
  "subfunction_code",
  "subfunction",
  "subfunction_color",
  "kind",
  "amount",
];

/** Make the sample dataset's CSV from the publication in `folder`. The same publication gives the same bytes. */
export async function makeDemoCsv(folder: string): Promise<string> {
  const records = [COLUMNS, ...(await sumCells(folder)).map(recordOf)];
  return records.map((cells) => `${cells.map(quote).join(",")}\n`).join("");
}

function recordOf({ year, region, subfunction, kind, amount }: SpendingCell): readonly string[] {
  const division = subfunction.function;
  return [
    year,
    region.code,
    region.label,
    division.code,
    division.label,
    division.color,
    subfunction.code,
    subfunction.label,
    subfunction.color,
    kind,
    pounds(amount),
  ];
}

function pounds(pence: bigint): string {
  const digits = String(pence < 0n ? -pence : pence).padStart(3, "0");
  return `${pence < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function quote(cell: string): string {
  return cell.includes(",") ? `"${cell}"` : cell;
}
