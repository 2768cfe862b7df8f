import { errorText } from "../../core/errors/error-text.js";
import { error } from "../../core/model/parse/section.js";
import { categoryOf, directionOf, granularityOf, oneCurrency, readCurrency } from "./category.js";
import {
  attributeField,
  columnFrom,
  describeField,
  type PackageDraft,
  type DraftField,
  findTableField,
  numberForm,
  requireSameForm,
  unionOf,
  warnOfOthers,
  wholeTable,
} from "./draft.js";
import { FieldNames } from "./field-names.js";
import { withKey } from "./key.js";
import type { Package, PackageResource, TableField } from "./package.js";
import { saysYear, timeField, yearsOf } from "./time-field.js";

/** Find the field with the amounts of a plain table. */
export function amountOf(resource: PackageResource): TableField | undefined {
  return findTableField(resource, "amount", "value");
}

/** Find the field with the dates of a plain table: by a usual name, or else the first with a date type. */
function dateOf(resource: PackageResource): TableField | undefined {
  const named = findTableField(resource, "time", "date", "year", "fiscalYear", "fiscal_year");
  return named ?? resource.fields.find(({ type }) => /^(date|datetime|year|yearmonth)$/.test(type));
}

/** Plan a plain tabular data package: an amount, the time and the key; all other columns become attributes. */
export function planTable(pack: Package): PackageDraft {
  const resources = pack.resources.filter(amountOf);
  const years = yearsOf(pack, resources);
  const dates = new Map(
    resources.flatMap((resource) => {
      const field = dateOf(resource);
      return field ? [[resource.section, field] as const] : [];
    }),
  );
  for (const { section } of resources) {
    if (dates.has(section) || years.has(section) || saysYear(section)) continue;
    error(section, "schema.fields", errorText("resource_without_date"));
  }
  const names = new FieldNames();
  const time = timeField(names, years, dates);
  const amount = amountField(resources, names);
  const used = new Set(resources.flatMap((resource) => [amountOf(resource), dates.get(resource.section)]));
  const rest = unionOf(resources)
    .filter((field) => !used.has(field) && !isTaken(field, [time, amount]))
    .map((field) => attributeField(names.take(field.name.toLowerCase() === "id" ? "row_id" : field.name), field));
  const { section } = resources[0]!;
  const direction = directionOf(section) ?? directionOf(pack.section);
  const draft = {
    fields: [amount, time, ...rest],
    tables: resources.map(wholeTable),
    currency:
      oneCurrency(resources.map(({ section }) => ({ section, currency: readCurrency(section) }))) ??
      readCurrency(pack.section),
    category: categoryOf(direction, granularityOf(section) ?? granularityOf(pack.section)),
    warnings: warnOfOthers(pack, resources, "no_field_of_amount"),
  };
  return withKey(draft, names);
}

/** True if a field already reads the column, ignoring case. */
function isTaken(field: TableField, fields: readonly DraftField[]): boolean {
  return fields.some(({ column }) => column?.toLowerCase() === field.name.toLowerCase());
}

function amountField(resources: readonly PackageResource[], names: FieldNames): DraftField {
  const fields = resources.map((resource) => amountOf(resource)!);
  const [field] = fields as [TableField];
  requireSameForm(fields);
  return {
    name: names.take("amount", "measure"),
    definition: {
      type: "measure",
      ...describeField(field),
      column: field.name,
      datatype: "float",
      ...numberForm(field),
    },
    column: field.name,
    from: ({ resource }) => columnFrom(field.name, amountOf(resource)),
  };
}
