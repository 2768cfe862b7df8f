import type { RequestedSheets } from "../../../core/model/table-rules.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { type Peeked, peekTable } from "./peek-table.js";
import { noTable, type SourceTable } from "./source-tables.js";

/**
 * Fate of a sheet or a file of an archive: read, or not, as it is hidden, has no table, is not a CSV file, has the
 * same columns as the one that is read, or others, or repeats rows of another.
 */
export type Fate = "read" | "hidden" | "no table" | "no CSV" | "same columns" | "other columns" | "same rows";

/** A sheet of a spreadsheet or a file of an archive, and what became of it. */
export interface TableFate {
  readonly name: string;
  readonly fate: Fate;
}

/** The tables of a spreadsheet or an archive, and those that are read. */
export interface SheetChoice {
  readonly sheets: readonly string[];
  /** The one that is read, or the first of several. */
  readonly sheet: string;
  readonly fates: readonly TableFate[];
}

/** A table that is read, with its header if it is one of several. */
export interface SelectedTable {
  readonly table: SourceTable;
  readonly header: Peeked | null;
}

/** Maximum number of tables whose columns are compared. */
const MAX_PEEKED = 200;

/**
 * Choose the tables to read: those that are wanted, otherwise the first that has a table.
 * @throws BadSource if there is none
 */
export async function chooseTables(
  tables: readonly SourceTable[],
  { sheet, sheets }: RequestedSheets,
  source: string,
): Promise<{ readonly chosen: readonly SelectedTable[]; readonly choice: SheetChoice }> {
  const names = tables.filter(({ isTable }) => isTable).map(({ name }) => name);
  const find = (wanted: string): SourceTable => {
    const found = tables.find(({ name }) => name === wanted);
    if (!found) throw noTable(source, wanted, names, didYouMean(wanted, names));
    return found;
  };
  const wanted = sheets ? [...sheets.names.keys()].map(find) : sheet === null ? null : [find(sheet)];
  const headers = new Map<SourceTable, Peeked | null>();
  for (const table of tables.slice(0, MAX_PEEKED)) headers.set(table, await peekTable(table));
  const [first = tables.find(({ isTable }) => isTable)] = wanted ?? tables.filter((table) => headers.get(table));
  if (!first) throw noTable(source, null, names, "");
  const read = wanted ?? [first];
  const header = headers.get(first) ?? null;
  const seen = new Set(header?.rows);
  const fates = tables.map((table): TableFate => {
    const own = headers.get(table) ?? null;
    if (read.includes(table)) return { name: table.name, fate: "read" };
    const fate = fateOf(table, own?.cells ?? null, header?.cells ?? null);
    if (fate !== "same columns") return { name: table.name, fate };
    const repeats = repeatsRows(own!.rows, seen);
    for (const row of own!.rows) seen.add(row);
    return { name: table.name, fate: repeats ? "same rows" : fate };
  });
  return {
    chosen: read.map((table) => ({ table, header: headers.get(table) ?? null })),
    choice: { sheets: names, sheet: first.name, fates },
  };
}

function fateOf(table: SourceTable, own: readonly string[] | null, header: readonly string[] | null): Fate {
  if (!table.isTable) return /\.(?:csv|tsv|tab|txt)$/i.test(table.name) ? "no table" : "no CSV";
  if (own === null) return "no table";
  if (table.isHidden) return "hidden";
  return isSameHeader(own, header) ? "same columns" : "other columns";
}

/** Rows that a table has at least for it to be told that it repeats others. */
const FEW_ROWS = 3;

/** True if at least half of the rows of a table are in another one, amounts included: added up, they would count twice. */
function repeatsRows(rows: readonly string[], seen: ReadonlySet<string>): boolean {
  return rows.length >= FEW_ROWS && rows.filter((row) => seen.has(row)).length * 2 >= rows.length;
}

/** True if two tables have the same columns, in the same order. */
export function isSameHeader(one: readonly string[], other: readonly string[] | null): boolean {
  return one.length === other?.length && one.every((cell, at) => cell === other[at]);
}
