import type { Attribute, Dimension } from "../../model/cube.js";
import type { MeasureFunction } from "../../model/measure-functions.js";

/** A number of each cell. */
export type Operand =
  | { readonly is: "entries" }
  | {
      readonly is: "amounts";
      readonly function: MeasureFunction;
      /** Index into the query's measures; -1 if the function needs no sum. */
      readonly sum: number;
      /** Index into the query's statistics; -1 if the function needs none. */
      readonly statistic: number;
    }
  /** Number of different members or values. */
  | { readonly is: "count"; readonly statistic: number };

/** A part of a cell's key: a key of the query, or one attribute of the members there. */
export interface KeyPart {
  /** Index into the keys. */
  readonly key: number;
  readonly dimension: Dimension;
  /** `null` for what the key has. */
  readonly attribute: Attribute | null;
}

/** Periods of time whose predecessor the calendar knows: the attributes of dates. */
export const PERIODS = ["year", "fiscal_year", "yearmonth", "name"] as const;

export type Period = (typeof PERIODS)[number];

export type Window =
  /** Compares with all cells that have the same values at some parts; with all cells if there are none. */
  | { readonly is: "share"; readonly within: readonly KeyPart[] }
  | { readonly is: "rank"; readonly within: readonly KeyPart[] }
  /** Compares with the same cell of the other side. */
  | { readonly is: "side"; readonly as: "against" | "difference" | "change" }
  /** Compares with earlier cells that have all other keys in common. */
  | {
      readonly is: "running" | "difference" | "change";
      readonly along: KeyPart;
      readonly period: Period;
    };

/** A requested figure of each cell. */
export interface Term {
  /** Key in cells: the term as it was written, without white space. */
  readonly key: string;
  readonly value: Operand;
  /** `null` for a term that is not a ratio. */
  readonly divisor: Operand | null;
  readonly window: Window | null;
}

/** True if the values of parts add up to that of the whole. */
export function addsUp({ value, divisor }: Pick<Term, "value" | "divisor">): boolean {
  return divisor === null && (value.is === "entries" || (value.is === "amounts" && value.function === "sum"));
}

/** True if a term is a number of entries, members, values or cells: an integer without a currency. */
export function isCount({ value, divisor, window }: Term): boolean {
  if (window?.is === "rank") return true;
  if (isQuotient(window)) return false;
  return divisor === null && value.is !== "amounts";
}

/** True if a term is an amount of money. */
export function isMoney({ value, divisor, window }: Term): boolean {
  if (window?.is === "rank" || isQuotient(window)) return false;
  return value.is === "amounts" && divisor?.is !== "amounts";
}

/** True if a window divides values by one another. */
function isQuotient(window: Window | null): boolean {
  return window?.is === "share" || window?.is === "change" || (window?.is === "side" && window.as === "change");
}
