import type { Note } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { FigureRequest } from "../../../core/query/aggregate/figure-request.js";
import type { AggregateRequest } from "../../../core/query/aggregate/request.js";
import type { AddedMembers } from "../../reading/aggregate/additivity.js";
import type { ColorPlaces } from "./color-places.js";
import type { FigureKey, PageTableColumn } from "./figure-columns.js";
import type { YearParts } from "./months.js";
import type { Sides } from "./sides.js";
import type { FigureTerm } from "./term-labels.js";
import type { MeasureLabel } from "../../../core/model/measure-label.js";

/** The result of an aggregation for a page. */
export interface PageTable {
  /** The request without its limit of rows. */
  readonly request: AggregateRequest | FigureRequest;
  /** Query of the aggregate call that returns all cells. */
  readonly query: string;
  readonly columns: readonly PageTableColumn[];
  readonly measures: readonly MeasureLabel[];
  readonly rows: readonly PageTableRow[];
  /** The total of each measure over the whole cuboid. */
  readonly totals: readonly Decimal[];
  readonly numEntries: number;
  /** Number of all cells; `rows` holds the first ones. */
  readonly numCells: number;
  /** Sums of the cells that are not in `rows`. */
  readonly rest: FigureRest;
  /** Dimensions of which the cells or the total add up members that must not be added up. */
  readonly added: readonly FigureAddition[];
  /** The model's notes on its amounts. */
  readonly notes: readonly FigureNote[];
  /** Ids of the notes of the whole page, in the order of their numbers, if these stand together; default: its own. */
  readonly numbering?: readonly number[];
  /** Figures of other kinds than sums; absent: none. */
  readonly terms?: FigureTerms;
  /** True if no amount is above zero, and the largest in size come first; absent: in the order of the request. */
  readonly isBySize?: boolean;
  /** The years of which only some months are there; absent: none. */
  readonly parts?: YearParts;
  /** True if its total adds up several years; absent: it does not. */
  readonly addsYears?: boolean;
  /** The places of its members in the whole dataset, for their colours; absent or `null` if it has none. */
  readonly places?: ColorPlaces | null;
  /** Its rows in each year, for a small line of each; absent or `null` if it has none. */
  readonly lines?: RowLines | null;
  /** Its two measures as sides of a comparison; absent if they are none. */
  readonly pair?: Sides;
  /** Facts about adjusted amounts; absent for amounts as paid. */
  readonly adjusted?: AdjustedTable;
}

/** The amounts of the rows of a figure in each year. */
export interface RowLines {
  /** The years of any row, in chronological order. */
  readonly years: readonly string[];
  /** The year that the figure itself is of; `null` for several. */
  readonly year: string | null;
  /** The years of which only some months are there. */
  readonly parts: YearParts;
  /** The points of each row, by its value: one for each year; `null` where it has no amount. */
  readonly rows: ReadonlyMap<string, readonly (LinePoint | null)[]>;
  readonly notes: readonly FigureNote[];
}

/** An amount with the ids of its notes. */
export interface LinePoint {
  readonly amount: Decimal;
  readonly notes: readonly number[];
}

/** Facts about a figure of adjusted amounts. */
export interface AdjustedTable {
  /** False if amounts are of different people, so that they make no whole. */
  readonly addsUp: boolean;
  /** False if a series has no value for a part of the total. */
  readonly hasTotal: boolean;
  /** Cells that a series has no value for: without amounts. */
  readonly unvalued: readonly Omit<PageTableRow, "amounts" | "figures">[];
}

/** Columns of figures that are computed from sums, such as shares and averages. */
export interface FigureTerms {
  readonly columns: readonly FigureTerm[];
  /** The figure of all entries in each column; `null` if there is none. */
  readonly totals: readonly (Decimal | null)[];
  /** The column that charts draw; `null` for the first sum. */
  readonly drawn: number | null;
  /** The two sides of a comparison; absent without one. */
  readonly sides?: Sides;
  /** Ids of the notes that each side of a comparison has, among those of both; absent without one. */
  readonly sideNotes?: { readonly own: readonly number[]; readonly other: readonly number[] };
  /** Cells that do not meet the conditions; `null` without conditions. */
  readonly leftOut: {
    readonly cells: number;
    readonly amounts: readonly Decimal[];
    readonly numEntries: number;
  } | null;
}

/** Members of a dimension that a figure adds up although sums of them have no meaning. */
export interface FigureAddition extends Pick<AddedMembers, "named" | "reason" | "isInCells"> {
  /** Name of the dimension. */
  readonly dimension: string;
  readonly label: string;
}

/** A note of the model on some amounts of a figure. */
export interface FigureNote extends Pick<Note, "id" | "kind" | "text"> {
  /** The values that it is on. */
  readonly on: readonly NotedValue[];
}

/** A value that a note is on. */
export interface NotedValue {
  readonly text: string;
  /** True for a year of the time of entries. */
  readonly isYear: boolean;
}

export interface FigureRest {
  readonly cells: number;
  readonly amounts: readonly Decimal[];
  /** One for each column of `terms`; absent: none is known. */
  readonly figures?: readonly (Decimal | null)[];
  readonly numEntries: number;
  /** Some cells outside `rows` whose first measure is below zero, the lowest first. */
  readonly negative: readonly PageTableRow[];
}

export interface PageTableRow {
  /** One for each column. */
  readonly keys: readonly FigureKey[];
  /** One for each measure. */
  readonly amounts: readonly Decimal[];
  /** One for each column of `terms`; `null` where one is missing. */
  readonly figures?: readonly (Decimal | null)[];
  readonly numEntries: number;
  /** Ids of the figure's notes on it. */
  readonly notes: readonly number[];
  /** Ids of the notes on the other side of its comparison; absent without one. */
  readonly otherNotes?: readonly number[];
  /** Number of cells that it puts together; absent for a cell of its own. */
  readonly contained?: number;
}
