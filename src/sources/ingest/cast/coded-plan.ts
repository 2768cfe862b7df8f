import type { Model, Source } from "../../../core/model/cube.js";
import type { TableRules } from "../../../core/model/table-rules.js";
import type { Value } from "../../../core/model/values/value.js";
import { type BoundColumns, textsForEmpty } from "../csv/columns.js";
import type { CsvRecord } from "../csv/record-parser.js";
import { type MemberPlan, planMembers } from "./cast-member.js";
import { type AmountCaster, factorOf, planAmount } from "./cast-row.js";
import type { CurrencyMixture } from "./currency-mixture.js";
import type { DateColumns } from "./date-columns.js";
import type { WrittenNames } from "./written-names.js";

/** How the members of one dimension are read from rows of the file, before they are cleaned and cells are derived. */
export interface CodedMemberPlan extends Pick<MemberPlan, "cells" | "isText"> {
  /** True if members depend on the number of the row. */
  readonly isOfRow: boolean;
  /** Cast a record that has at least the plan's cells. */
  readonly cast: (record: CsvRecord, row: number) => readonly Value[] | null;
}

/** How the amounts of one measure are read from rows of the file. */
export interface CodedAmountPlan {
  /** Position of the only cell that decides the amount. */
  readonly position: number;
  readonly source: Source;
  /** True if a cell that is a plain number is the amount. */
  readonly isPlain: boolean;
  readonly cast: (cell: string) => ReturnType<AmountCaster>;
}

export interface CodedPlan {
  readonly members: readonly CodedMemberPlan[];
  /** `null` if an amount does not depend on exactly one cell, so that rows must be read one by one. */
  readonly amounts: readonly CodedAmountPlan[] | null;
}

/**
 * Plan how rows are read from the cells of the file, so that what is cleaned, derived or multiplied is so once for each
 * combination of cells.
 * @param mixture notes the currencies of amounts; `null` to note none
 * @param written gets the names of members that are composed
 */
export function planCoded(
  model: Model,
  columns: BoundColumns,
  dates: DateColumns,
  mixture: CurrencyMixture | null,
  written: WrittenNames,
): CodedPlan {
  const { positions, header, make, derivedFrom, tidy } = columns;
  const numCells = header.length;
  const empty = textsForEmpty(model);
  const isChanged = (position: number): boolean => empty.length > 0 || (tidy?.cleaned.has(position) ?? false);
  const currency = tidy?.currency ?? null;
  const fileCellsOf = (position: number): number => (position === currency?.at ? currency.from : position);
  const cellsOf = (position: number): readonly number[] =>
    (position < numCells ? [position] : (derivedFrom[position - numCells] ?? [])).map(fileCellsOf);
  const isOfRow = (position: number): boolean => position >= numCells && derivedFrom[position - numCells] === null;
  const prepare = (record: CsvRecord, row: number): CsvRecord => {
    const clean = tidy ? tidy.clean(record) : record;
    return make ? make(clean, row) : clean;
  };
  const isPrepared = make !== null || (tidy?.cleaned.size ?? 0) > 0;

  const members = planMembers(model, positions, dates, written).map((plan): CodedMemberPlan => {
    const cells = [...new Set(plan.cells.flatMap(cellsOf))];
    const isAsItIs = plan.cells.every((position) => position < numCells && !isChanged(position));
    const cast = isAsItIs
      ? plan.cast
      : (record: CsvRecord, row: number) => plan.cast(prepare(fill(record, cells, currency?.at ?? numCells), row));
    return { cells, isText: plan.isText && isAsItIs, isOfRow: plan.cells.some(isOfRow), cast };
  });

  const amounts = model.measures.flatMap(({ source }): readonly CodedAmountPlan[] => {
    const own = positions.get(source.column!)!;
    const [position, ...others] = cellsOf(own);
    if (position === undefined || others.length > 0) return [];
    const isPlain = position === own && factorOf(source, model) === null && keepsPlainNumbers(empty, model.table);
    const castRecord = planAmount(source, positions, model);
    const record = header.slice(0, currency?.at).map(() => "");
    const cast = (cell: string): ReturnType<AmountCaster> => {
      mixture?.take(source.column!, cell);
      record[position] = cell;
      return castRecord(isPrepared ? prepare(record, 0) : record);
    };
    return [{ position, source, isPlain, cast }];
  });
  // Cells that are filled depend on the rows above.
  const areCoded = amounts.length === model.measures.length && (model.table?.fillDown ?? []).length === 0;
  return { members, amounts: areCoded ? amounts : null };
}

/** True if a plain number stays as it is when it is cleaned. @param empty texts for an empty cell in every column */
function keepsPlainNumbers(empty: readonly string[], table: TableRules | null): boolean {
  const texts = [...empty, ...(table?.empty ?? [])];
  return texts.every((text) => !/\d/.test(text)) && (table?.units ?? []).every((unit) => !/[\d.,-]/.test(unit));
}

/** Return a record of some cells alone. */
function fill(record: CsvRecord, cells: readonly number[], width: number): CsvRecord {
  const filled = Array<string>(width).fill("");
  for (const cell of cells) filled[cell] = record[cell]!;
  return filled;
}
