import { isObject } from "../../core/model/parse/section.js";
import type { Definition } from "./column-uses.js";

/**
 * Kinds of repairs of a table: sheets that are one table, columns that are years, rows that are totals, rows that are
 * notes, blank cells that mean the one above, rows without an amount, cells that are no number, currencies in cells, amounts in thousands or more,
 * and days as spreadsheets count them.
 */
export const REPAIR_KINDS = [
  "sheets",
  "years",
  "totals",
  "notes",
  "above",
  "blanks",
  "cells",
  "units",
  "scale",
  "dates",
] as const;

export type RepairKind = (typeof REPAIR_KINDS)[number];

/** A rule for a table that its rows call for, for the publisher to accept or not. */
export interface Repair {
  readonly kind: RepairKind;
  readonly label: string;
  /** Observation, with its number, and what follows from accepting it. */
  readonly reason: string;
  /** Cells or rows before and after. */
  readonly examples: readonly string[];
  /** The rule, as a part of `dataset.table` of a model. */
  readonly table: Definition;
  readonly certainty: Certainty;
}

/**
 * How sure a repair is. `sure` is beyond doubt, `likely` has a good sign: both are accepted from the start. `doubtful` is
 * asked, and without an answer not done.
 */
export type Certainty = "sure" | "likely" | "doubtful";

/** True if a repair is accepted from the start. */
export function isAssumed({ certainty }: Pick<Repair, "certainty">): boolean {
  return certainty !== "doubtful";
}

/** True if the rules of a table have a repair. */
export function hasRepair(table: Definition | null, repair: Pick<Repair, "table">): boolean {
  return Object.entries(repair.table).every(([key, own]) => {
    const there = table?.[key];
    if (!Array.isArray(own)) return there !== undefined;
    return Array.isArray(there) && own.every((item) => there.some((each) => isSame(each, item)));
  });
}

/** Add repairs to the rules of a table. @returns `null` for no rules */
export function addRepairs(table: Definition | null, repairs: readonly Repair[]): Definition | null {
  const next: Record<string, unknown> = { ...table };
  for (const { table: more } of repairs) {
    for (const [key, own] of Object.entries(more)) {
      const there = next[key];
      next[key] = Array.isArray(own) && Array.isArray(there) ? unite(there, own) : own;
    }
  }
  return Object.keys(next).length === 0 ? null : { ...next, ...scaleAfter(next) };
}

/** Remove repairs from the rules of a table. @returns `null` for no rules */
export function removeRepairs(table: Definition | null, repairs: readonly Repair[]): Definition | null {
  const isTurnedBack = repairs.some((repair) => "unpivot" in repair.table);
  const next: Record<string, unknown> = { ...table, ...(isTurnedBack ? scaleBefore(table) : {}) };
  for (const { table: less } of repairs) {
    for (const [key, own] of Object.entries(less)) {
      const there = next[key];
      const left =
        Array.isArray(own) && Array.isArray(there)
          ? there.filter((each) => !own.some((item) => isSame(each, item)))
          : [];
      if (left.length > 0) next[key] = left;
      else delete next[key];
    }
  }
  return Object.keys(next).length === 0 ? null : next;
}

/** Return the factors of a table whose columns became rows: that of these columns is one of the column they become. */
function scaleAfter({ scale, unpivot }: Definition): Definition {
  if (!isObject(scale) || !isObject(unpivot)) return {};
  const turned = pivotedColumns({ unpivot });
  const moved = Object.entries(scale).map(([column, factor]) => [turned.get(column) ?? column, factor] as const);
  return { scale: Object.fromEntries(moved) };
}

/** Return the factors of a table whose rows become columns again. */
function scaleBefore(table: Definition | null): Definition {
  const { scale, unpivot } = table ?? {};
  if (!isObject(scale) || !isObject(unpivot)) return {};
  const turned = [...pivotedColumns({ unpivot })];
  const back = Object.entries(scale).flatMap(([name, factor]) => {
    const from = turned.filter(([, cell]) => cell === name);
    return from.length === 0 ? [[name, factor]] : from.map(([column]) => [column, factor]);
  });
  return { scale: Object.fromEntries(back) as Definition };
}

/** Return the columns that the rules of a table turn into rows, and the column that gets the cells of each. */
export function pivotedColumns(table: Definition | null): ReadonlyMap<string, string> {
  const { columns, cell } = isObject(table?.unpivot) ? table.unpivot : {};
  const names = Array.isArray(columns) ? columns.map(String) : isObject(columns) ? Object.keys(columns) : [];
  const lists = isObject(cell) ? Object.entries(cell) : [];
  const cellOf = (name: string): string =>
    lists.find(([, own]) => Array.isArray(own) && own.includes(name))?.[0] ?? (isObject(cell) ? "" : String(cell));
  return new Map(names.map((name) => [name, cellOf(name)]));
}

/** Return the columns that the rows of a table get beside those of the file: with texts, and with cells. */
export function addedByUnpivot(table: Definition | null): {
  readonly headings: readonly string[];
  readonly cells: readonly string[];
} {
  const { columns, heading } = isObject(table?.unpivot) ? table.unpivot : {};
  const parts = isObject(columns) ? Object.values(columns).filter(isObject).flatMap(Object.keys) : [];
  const headings = typeof heading === "string" ? [heading] : [...new Set(parts)];
  return { headings, cells: [...new Set(pivotedColumns(table).values())] };
}

function unite(there: readonly unknown[], own: readonly unknown[]): readonly unknown[] {
  return [...there, ...own.filter((item) => !there.some((each) => isSame(each, item)))];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Return the rules of a model's table, as JSON. */
export function tableOf(document: unknown): Definition | null {
  const dataset = isObject(document) && isObject(document.dataset) ? document.dataset : {};
  return isObject(dataset.table) ? dataset.table : null;
}
