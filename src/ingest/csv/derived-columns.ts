import type { LayoutColumn, SourceLayout } from "../../model/layout.js";
import type { CsvRecord } from "./record-parser.js";

/** A record, filled up with empty cells where it is short, and the made cells behind. */
export type MakeCells = (record: CsvRecord, row: number) => CsvRecord;

export type MakeCell = (record: CsvRecord, row: number) => string;

/** What a column of the model is made of. */
interface Made {
  /** Columns of the file. */
  readonly from: readonly string[];
  /** Given their positions; `null` where it is just the one. */
  readonly make: ((positions: readonly number[]) => MakeCell) | null;
}

/** The columns that a file does not have as the model reads them, by the model's name. */
export function madeColumns(layout: SourceLayout | null): ReadonlyMap<string, Made> {
  return new Map(layout?.columns.map((column) => [column.name, howMade(column)]));
}

export function planDerivedCells(makers: readonly MakeCell[], width: number, missing: readonly string[]): MakeCells {
  const empty = new Set(missing);
  const clean = (cell: string | undefined): string => (cell === undefined || empty.has(cell) ? "" : cell);
  return (record, row) => {
    const cells: string[] = [];
    for (let at = 0; at < width; at++) cells.push(clean(record[at]));
    for (const make of makers) cells.push(make(cells, row));
    return cells;
  };
}

function howMade(column: LayoutColumn): Made {
  switch (column.kind) {
    case "constant":
      return { from: [], make: () => () => column.value };
    case "row":
      return { from: [], make: () => (_record, row) => String(row) };
    case "column":
      return { from: [column.column], make: null };
    case "level":
      return {
        from: [column.column],
        make:
          ([at]) =>
          (record) =>
            levelOf(record[at!]!, column),
      };
    case "date":
      return { from: column.parts, make: (positions) => (record) => joinDate(positions.map((at) => record[at]!)) };
  }
}

/** A code without points has the same levels as its digits, or is all its levels. */
function levelOf(cell: string, { level, undotted }: Extract<LayoutColumn, { readonly kind: "level" }>): string {
  const code = cell.trim();
  if (code.includes(".") || undotted === "whole") return code.split(".").slice(0, level).join(".");
  return code.slice(0, level);
}

function joinDate(parts: readonly string[]): string {
  const trimmed = parts.map((part) => part.trim());
  const [year = "", ...others] = trimmed;
  if (trimmed.every((part) => part === "")) return "";
  return [year, ...others.map((part) => part.padStart(2, "0"))].join("-");
}
