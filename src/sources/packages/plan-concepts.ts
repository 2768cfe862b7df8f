import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { currencyCode } from "../../core/model/parse/codes.js";
import { error, given, isObject, quoted } from "../../core/model/parse/section.js";
import { categoryOf, directionOf, granularityOf, oneCurrency, readCurrency } from "./category.js";
import { draftConcepts } from "./concept-fields.js";
import { type Concept, conceptsOf, tablesOf } from "./concepts.js";
import {
  attributeField,
  type PackageDraft,
  type DraftField,
  findTableField,
  type Table,
  warnOfOthers,
} from "./draft.js";
import { FieldNames } from "./field-names.js";
import { withKey } from "./key.js";
import type { Package, PackageResource, TableField } from "./package.js";
import { saysYear, yearsOf } from "./time-field.js";

/** True if a resource is a table of a Fiscal Data Package 1.0: a column type marks its amounts. */
export function isConceptTable(resource: PackageResource): boolean {
  return tablesOf(resource).length > 0;
}

/** Plan a Fiscal Data Package 1.0 by the types of its columns. Columns without a type are left out. */
export function planConcepts(pack: Package): PackageDraft {
  const tables = pack.resources.flatMap(tablesOf);
  const resources = [...new Set(tables.map(({ resource }) => resource))];
  const concepts = new Map(tables.map((table) => [table, conceptsOf(table)]));
  const years = yearsOf(pack, resources);
  for (const [{ resource }, known] of concepts) {
    const { section } = resource;
    if (known.some(({ type }) => type.startsWith("date:")) || years.has(section) || saysYear(section)) continue;
    const remedy = phraseText("give_date_or_year");
    error(section, "schema.fields", errorText("package_without_date", { remedy }));
  }
  const names = new FieldNames();
  const { fields, hierarchies } = draftConcepts(concepts, years, names);
  const [first] = resources as [PackageResource];
  const direction = [...concepts.values()]
    .flat()
    .find(({ type }) => type === "direction")
    ?.constant?.toLowerCase();
  const granularity = granularityOf(pack.section) ?? granularityOf(first.section);
  return withKey(
    {
      fields: [...fields, ...joined(tables, names)],
      hierarchies,
      tables,
      currency: currencyOf(pack, concepts),
      category: categoryOf(direction ?? directionOf(pack.section), granularity),
      warnings: warnOfOthers(pack, resources, "no_column_of_value"),
    },
    names,
  );
}

function currencyOf(pack: Package, concepts: ReadonlyMap<Table, readonly Concept[]>): string | null {
  const ofConcepts = [...concepts.values()].flatMap((known) =>
    known.flatMap(({ type, field: { section }, constant }) => {
      if (type !== "value-currency:code" || constant === null) return [];
      const found = currencyCode(constant);
      if ("code" in found) return [{ section, currency: found.code }];
      error(section, "constant", errorText("not_a_known_code", { value: quoted(constant), remedy: found.remedy }));
      return [];
    }),
  );
  const ofResources = [...concepts.keys()].map(({ resource: { section } }) => ({
    section,
    currency: readCurrency(section),
  }));
  return oneCurrency([...ofConcepts, ...ofResources]) ?? readCurrency(pack.section);
}

/** Draft attributes for foreign keys: the referenced tables are not read, but the keys themselves are. */
function joined(tables: readonly Table[], names: FieldNames): readonly DraftField[] {
  const fields = tables.flatMap(({ resource }) => {
    const schema = given(resource.section, "schema");
    const keys = isObject(schema) && Array.isArray(schema.foreignKeys) ? schema.foreignKeys : [];
    return keys.flatMap((key: unknown): TableField[] => {
      const columns = isObject(key) ? [key.fields].flat() : [];
      return columns.flatMap((name) => (typeof name === "string" ? (findTableField(resource, name) ?? []) : []));
    });
  });
  const unmapped = new Map(fields.filter(({ columnType }) => columnType === null).map((field) => [field.name, field]));
  return [...unmapped.values()].map((field) => attributeField(names.take(field.name), field));
}
