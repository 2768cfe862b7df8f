import { errorText } from "../../core/errors/error-text.js";
import { given, type Section, error, isObject, quoted } from "../../core/model/parse/section.js";
import { columnFrom, dateForm, type DraftField, requireSameForm } from "./draft.js";
import type { FieldNames } from "./field-names.js";
import type { Package, PackageResource, TableField } from "./package.js";
import { isError } from "../../core/model/values/value.js";
import { parseIsoDate } from "../../core/model/values/dates.js";

/** Return the fiscal years of resources, by section: their own, or that of the package. */
export function yearsOf(pack: Package, resources: readonly PackageResource[]): ReadonlyMap<Section, string> {
  const ofPackage = readFiscalYear(pack.section);
  return new Map(
    resources.flatMap(({ section }): [Section, string][] => {
      const year = readFiscalYear(section) ?? ofPackage;
      return year === null ? [] : [[section, year]];
    }),
  );
}

/** True if a fiscal year is given, valid or not. */
export function saysYear(section: Section): boolean {
  return ["fiscalYear", "fiscalPeriod"].some((key) => given(section, key) !== undefined);
}

/**
 * Draft the time of entries: a column of dates, or the fiscal year of the resource.
 * @param fields columns of dates, by section of their resource
 */
export function timeField(
  names: FieldNames,
  years: ReadonlyMap<Section, string>,
  fields: ReadonlyMap<Section, TableField> = new Map(),
): DraftField {
  const [first] = fields.values();
  requireSameForm([...fields.values()]);
  const column = first?.name ?? "(fiscal year)";
  const label = first ? (first.title ?? first.name) : "Fiscal year";
  const form = first ? dateForm(first) : {};
  return {
    name: names.take("time"),
    definition: { type: "date", label, column, datatype: "date", ...form, facet: true },
    column,
    from: ({ resource: { section } }) => {
      const field = fields.get(section);
      return field ? columnFrom(column, field) : [{ name: column, kind: "constant", value: years.get(section) ?? "" }];
    },
  };
}

/**
 * Read the start of the fiscal year, `2012` or `2012-04-01`, for tables without dates; `null` if it is not given.
 * @param section a resource or a package, with `fiscalYear` or, in later versions, `fiscalPeriod`
 */
function readFiscalYear(section: Section): string | null {
  for (const key of ["fiscalYear", "fiscalPeriod"]) {
    const value = given(section, key);
    if (value === undefined) continue;
    const written = isObject(value) ? value.start : value;
    const year = typeof written === "string" || typeof written === "number" ? beginOf(String(written).trim()) : null;
    if (year !== null) return year;
    error(section, key, errorText("not_year", { value: quoted(written) }));
  }
  return null;
}

/**
 * Return the start of a fiscal year; `null` if the text is not one. `2011/12`, `2011-12` and `2011/2012` span two
 * calendar years; `2011-04-01/2012-03-31` is a period.
 */
function beginOf(text: string): string | null {
  const years = /^(\d{4})\s*[/\u2013-]\s*(?:\d{2})?(\d{2})$/.exec(text);
  if (years && (Number(years[1]) + 1) % 100 === Number(years[2])) return years[1]!;
  const [begin = ""] = text.split("/");
  return isError(parseIsoDate(begin)) ? null : begin.trim();
}
