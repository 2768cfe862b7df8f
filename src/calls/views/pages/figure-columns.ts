import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Cells } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import { describeMember } from "../../reading/describe/describe-member.js";
import { memberUrl } from "../../reading/describe/links.js";
import type { PageScope } from "./page-scope.js";

/** A dimension or attribute that cells are grouped by. */
export interface PageTableColumn {
  /** Reference as in a drilldown. */
  readonly reference: string;
  readonly label: string;
  /** Year or month of a date, by which it is named; `null` for others, which their label names. */
  readonly part: DatePartName | null;
  readonly dimension: string;
  /** True for whole dates, false for their parts and for other dimensions. */
  readonly isDate: boolean;
  /** True for dates and their parts, such as months. */
  readonly isOfDate: boolean;
}

/** A member or a value. */
export interface FigureKey {
  /** The value of a cut that selects it; `null` for a missing value. */
  readonly value: string | null;
  readonly label: string;
  /** The member's page; `null` if it has none. */
  readonly url: string | null;
  /** Text from the data: may be anything. */
  readonly color: string | null;
}

/** Years and months, which are called the same in all datasets. */
const PERIODS = {
  year: "Year",
  fiscalYear: "Fiscal year",
  month: "Month",
  weekYear: "Year of the week",
} as const;

export type DatePartName = keyof typeof PERIODS;

/** Parts of dates by their attributes. */
export const DATE_PARTS: ReadonlyMap<string, DatePartName> = new Map([
  ["year", "year"],
  ["fiscal_year", "fiscalYear"],
  ["month", "month"],
  ["yearmonth", "month"],
  ["weekyear", "weekYear"],
]);

/** Describe a drilldown. @param reference as in the request */
export function describeColumn({ drilldowns }: BoundAggregate, reference: string, at: number): PageTableColumn {
  const { dimension, attribute } = drilldowns[at]!;
  const isWhole = attribute === null || attribute === dimension.identity;
  const label = isWhole ? dimension.label : `${dimension.label}: ${attribute.name}`;
  const part = (dimension.kind === "date" && DATE_PARTS.get(attribute?.name ?? "")) || null;
  return {
    reference,
    label: part === null ? label : PERIODS[part],
    part,
    dimension: dimension.name,
    isDate: dimension.kind === "date" && isWhole,
    isOfDate: dimension.kind === "date",
  };
}

/** Return a function that describes the key of a drilldown in a row. */
export function planKey(
  { dataset, origin }: Pick<PageScope, "dataset" | "origin">,
  { drilldowns, query }: BoundAggregate,
  at: number,
): (cells: Pick<Cells, "keys">, row: number) => FigureKey {
  const { model } = dataset;
  const { dimension, attribute, key } = drilldowns[at]!;
  if (query.keys[key]!.attribute === null) {
    return (cells, row) => {
      const member = cells.keys[key]![row] as Member | null;
      if (!member) return NO_VALUE;
      if (attribute !== null) return describeValue(readAttribute(member.values, dimension, attribute), null);
      const { name, label, color, html_url: url } = describeMember(model, dimension, member, origin);
      const text = String(label ?? "") || String(name ?? "");
      return { value: String(name), label: text, url, color: typeof color === "string" ? color : null };
    };
  }
  const isMember = dimension.kind === "attribute";
  return (cells, row) => {
    const value = cells.keys[key]![row] as Value;
    return describeValue(value, isMember ? memberUrl(origin, model.dataset.name, dimension, value) : null);
  };
}

const NO_VALUE: FigureKey = { value: null, label: "", url: null, color: null };

function describeValue(value: Value, url: string | null): FigureKey {
  return value === null ? NO_VALUE : { value: String(value), label: String(value), url, color: null };
}
