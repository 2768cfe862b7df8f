import { ROW_NUMBER } from "../../../core/model/generated-columns.js";
import { joinedHeadings } from "../../../core/model/joined-columns.js";
import type { LayoutColumn, SourceLayout } from "../../../core/model/layout.js";
import type { CsvRecord } from "./record-parser.js";

/** Pads a short record with empty cells and appends the derived cells. */
export type MakeCells = (record: CsvRecord, row: number) => CsvRecord;

export type MakeCell = (record: CsvRecord, row: number) => string;

/** The derivation of a model's column from columns of the file. */
interface Derivation {
  /** Columns of the file. */
  readonly from: readonly string[];
  /** Plans the cells, given the columns' positions; `null` if the column is just renamed. */
  readonly make: ((positions: readonly number[]) => MakeCell) | null;
  /** True if the cells are numbers of records. */
  readonly isOfRow?: true;
}

/**
 * Return the derivations of columns that the file lacks under the model's name, by that name.
 * @param columns that the model reads and the file lacks
 */
export function derivedColumns(
  layout: SourceLayout | null,
  columns: Iterable<string>,
): ReadonlyMap<string, Derivation> {
  const generated = [...columns].flatMap((column): readonly (readonly [string, Derivation])[] => {
    if (column === ROW_NUMBER) return [[column, ROW_NUMBERS]];
    const from = joinedHeadings(column);
    return from ? [[column, { from, make: planJoin }]] : [];
  });
  return new Map([
    ...generated,
    ...(layout?.columns ?? []).map((column) => [column.name, derivationOf(column)] as const),
  ]);
}

/** Join the cells of codes from the top level down; empty if all of them are. */
function planJoin(positions: readonly number[]): MakeCell {
  return (record) => {
    const parts = positions.map((at) => (record[at] ?? "").trim());
    return parts.every((part) => part === "") ? "" : parts.join("-");
  };
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

const ROW_NUMBERS: Derivation = { from: [], make: () => (_record, row) => String(row), isOfRow: true };

function derivationOf(column: LayoutColumn): Derivation {
  switch (column.kind) {
    case "constant":
      return { from: [], make: () => () => column.value };
    case "row":
      return ROW_NUMBERS;
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

/** Return a code's first levels. In a code without points, each digit is a level, or the whole code is every level. */
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
