import { COMMA_NUMBERS, POINT_NUMBERS } from "../ingest/cast/separator-tally.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { addDecimals, type Decimal, decimalText } from "../model/values/decimal.js";
import { parseDecimal } from "../model/values/numbers.js";
import { currencyInCell } from "../model/parse/currencies.js";
import { isError } from "../model/values/value.js";
import { planUnits } from "../ingest/csv/clean-cells.js";
import type { RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";
import { shorten } from "./shorten.js";

/** A row that may be no entry, and the position of the cell that shows it. */
export interface OddRow {
  readonly row: number;
  readonly column: number;
  readonly record: CsvRecord;
}

const SHOWN = 3;

/** First words of rows that add others up, in the languages of many publications. */
const TOTAL =
  /^\s*((?:grand|sub|overall)[\s-]*totals?|totals?|sum|subtotal|summe|zwischensumme|gesamt(?:summe|betrag)?|insgesamt|totale|totaal|suma|total general|razem|ogółem|celkem|spolu|összesen|ukupno|yhteensä|totalt|итого|всего|разом|σύνολο)(?![\p{L}\p{N}])/iu;

/** Return the words by which a cell says that its row is a total; `null` if it does not. */
export function wordsOfTotal(cell: string): string | null {
  return TOTAL.exec(cell)?.[1]?.toLowerCase() ?? null;
}

/** Propose to leave out the rows that add others up. */
export function repairTotals(
  header: readonly string[],
  columns: readonly RawColumn[],
  rows: readonly OddRow[],
  numRows: number,
): readonly Repair[] {
  return [...groupByColumn(rows)].flatMap(([column, found]) => {
    const heading = header[column] ?? "";
    if (heading === "" || found.length * 2 > numRows) return [];
    const begins = [...new Set(found.map(({ record }) => wordsOfTotal(record[column]!)!))];
    const sums = header.flatMap((name, at) => {
      if (!columns[at]!.isNumbers || at === column) return [];
      const sum = sumOf(found.map(({ record }) => record[at] ?? ""));
      return sum === null ? [] : [`${name}: ${sum}`];
    });
    const examples = found
      .slice(0, SHOWN)
      .map(
        ({ row, record }) =>
          `line ${row}: ${shorten(record.filter((each) => each.trim() !== "").join(" | "))} → left out`,
      );
    const count = `${found.length} ${found.length === 1 ? "row adds" : "rows add"}`;
    return [
      {
        kind: "totals",
        label: `Leave out ${found.length === 1 ? "the row" : `the ${found.length} rows`} whose "${heading}" begins with ${begins.map((each) => JSON.stringify(each)).join(" or ")}`,
        reason: `${count} others up, it seems, so that amounts would count twice${sums.length > 0 ? `; what is left out comes to ${sums.join(", ")}` : ""}`,
        examples,
        table: { leave_out: [{ column: heading, begins }] },
        certainty: "doubtful",
      } as const,
    ];
  });
}

function groupByColumn(rows: readonly OddRow[]): ReadonlyMap<number, readonly OddRow[]> {
  const groups = new Map<number, OddRow[]>();
  for (const row of rows) groups.set(row.column, [...(groups.get(row.column) ?? []), row]);
  return groups;
}

/** Add up cells, each read in the format that fits all; `null` if none does. */
function sumOf(cells: readonly string[]): string | null {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (filled.length === 0) return null;
  for (const format of [POINT_NUMBERS, COMMA_NUMBERS]) {
    const read = filled.map((cell) =>
      parseDecimal(planUnits([currencyInCell(cell)].filter((unit) => unit !== null))(cell), format),
    );
    if (read.some(isError)) continue;
    return decimalText((read as readonly Decimal[]).reduce(addDecimals));
  }
  return null;
}

/** Leave out rows with a single cell of text, such as notes below the table. */
export function repairNotes(rows: readonly OddRow[]): readonly Repair[] {
  if (rows.length === 0) return [];
  const one = rows.length === 1;
  return [
    {
      kind: "notes",
      label: `Leave out ${one ? "the row" : `the ${rows.length} rows`} with a single filled cell`,
      reason: `${one ? "1 row has" : `${rows.length} rows have`} only one filled cell, as titles and notes have, and no amount`,
      examples: rows
        .slice(0, SHOWN)
        .map(({ row, column, record }) => `line ${row}: ${shorten(record[column]!.trim())} → left out`),
      table: { leave_out: [{ filled: 1 }] },
      certainty: "sure",
    },
  ];
}
