import type { LayoutColumn } from "../../core/model/layout.js";
import type { Section } from "../../core/model/parse/section.js";
import { columnFrom, dateForm, describeField, type DraftField, findTableField, requireSameForm } from "./draft.js";
import type { FieldNames } from "./field-names.js";
import type { PackageResource, TableField } from "./package.js";
import type { MappedDimension } from "./read-dimensions.js";
import { timeField } from "./time-field.js";

/** Names of a dimension that may be the time of entries, the likeliest first. */
const TIMES = ["time", "date", "year", "fiscal-year", "fiscal_year", "fiscalyear"];

/**
 * Choose the time among mapped dimensions: by a usual name, else the first with dates, else the fiscal year.
 * @returns the time, `null` if there is none, and the other dimensions
 */
export function draftTime(
  dimensions: readonly MappedDimension[],
  tables: readonly PackageResource[],
  years: ReadonlyMap<Section, string>,
  names: FieldNames,
): { readonly time: DraftField | null; readonly rest: readonly MappedDimension[] } {
  const dated = dimensions.filter((dimension) => isDated(dimension, tables[0]!));
  const rank = ({ name }: MappedDimension): number => (TIMES.indexOf(name.toLowerCase()) + TIMES.length) % TIMES.length;
  const named = dated.filter(({ name }) => TIMES.includes(name.toLowerCase()));
  const [chosen] = [
    ...named.toSorted((a, b) => rank(a) - rank(b)),
    ...dated.filter(({ type }) => type === "datetime"),
    ...dated,
  ];
  const time = chosen ? dateField(chosen, tables, names.take("time")) : null;
  if (time) return { time, rest: dimensions.filter((dimension) => dimension !== chosen) };
  const complete = tables.every(({ section }) => years.has(section));
  return { time: complete ? timeField(names, years) : null, rest: dimensions };
}

/** Draft another date dimension; `null` if the dimension does not hold dates. */
export function draftDate(
  dimension: MappedDimension,
  tables: readonly PackageResource[],
  names: FieldNames,
): DraftField | null {
  if (dimension.type !== "datetime" || !isDated(dimension, tables[0]!)) return null;
  return dateField(dimension, tables, names.take(dimension.name));
}

function isDated(dimension: MappedDimension, table: PackageResource): boolean {
  const isNamed = dimension.type === "datetime" || TIMES.includes(dimension.name.toLowerCase());
  const parts = partsOf(dimension, table);
  return parts.length > 0 && (isNamed || (parts.length === 1 && isDateType(parts[0]!)));
}

/** Return the column of dates, or the columns of year, month and day; empty if there are none. */
function partsOf({ attributes }: MappedDimension, table: PackageResource): readonly TableField[] {
  const fields = attributes.flatMap(({ name, source }) => {
    const field = source === null ? undefined : findTableField(table, source);
    return field ? [{ name: name.toLowerCase(), field }] : [];
  });
  const whole = fields.find(({ field }) => /^date(time)?$/.test(field.type));
  if (whole) return [whole.field];
  const [year, month, day] = ["year", "month", "day"].map((part) => fields.find(({ name }) => name === part)?.field);
  if (year) return [year, ...(month ? [month, ...(day ? [day] : [])] : [])];
  const typed = fields.find(({ field }) => isDateType(field));
  if (typed) return [typed.field];
  return fields.length === 1 ? [fields[0]!.field] : [];
}

function isDateType({ type }: TableField): boolean {
  return /^(date|datetime|year|yearmonth)$/.test(type);
}

function dateField(dimension: MappedDimension, tables: readonly PackageResource[], name: string): DraftField | null {
  const [parts] = tables.map((table) => partsOf(dimension, table));
  const [first] = parts ?? [];
  if (!parts || !first) return null;
  const facet = name === "time";
  if (parts.length === 1) {
    requireSameForm(tables.flatMap((table) => findTableField(table, first.name) ?? []));
    const date = { type: "date", datatype: "date", column: first.name, ...dateForm(first), facet };
    const from: DraftField["from"] = ({ resource }) => columnFrom(first.name, findTableField(resource, first.name));
    return { name, definition: { ...describeField(first), ...date }, column: first.name, from };
  }
  const column = `(${name})`;
  return {
    name,
    definition: { type: "date", label: dimension.name, datatype: "date", column, facet },
    column,
    from: ({ resource }): readonly LayoutColumn[] => {
      const own = parts.map((part) => findTableField(resource, part.name)!.name);
      return [{ name: column, kind: "date", parts: own }];
    },
  };
}
