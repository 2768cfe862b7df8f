import { given, type Section } from "../../core/model/parse/section.js";
import { columnFrom, dateForm, type DraftField, requireSameForm } from "./draft.js";
import type { FieldNames } from "./field-names.js";
import { readFiscalYear } from "./fiscal-year.js";
import type { Package, PackageResource, TableField } from "./package.js";

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
