import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { error, filledTextAt, given, quoted, type Section, sectionAt } from "../../core/model/parse/section.js";
import { didYouMean } from "../../core/model/nearest.js";
import { categoryOf, directionOf, granularityOf, readCurrency } from "./category.js";
import { type PackageDraft, findTableField, warnOfOthers, wholeTable } from "./draft.js";
import { FieldNames } from "./field-names.js";
import { withKey } from "./key.js";
import { draftDimensions } from "./mapped-dimensions.js";
import { draftMeasures, type MappedMeasure, readMeasures } from "./mapped-measures.js";
import type { Package, PackageResource } from "./package.js";
import { draftTime } from "./mapped-time.js";
import { readDimensions } from "./read-dimensions.js";
import { yearsOf } from "./time-field.js";

/** Return the mapping of columns in a Fiscal Data Package up to version 0.3; `undefined` for other packages. */
export function mappingOf({ section }: Package): Section | undefined {
  const key = given(section, "mapping") === undefined ? "model" : "mapping";
  return given(section, key) === undefined ? undefined : sectionAt(section, key);
}

/**
 * Plan a Fiscal Data Package up to version 0.3, whose measures and dimensions are mapped to columns. The main table is
 * the resource that the measures name, or the first. Resources with all mapped columns are loaded too.
 */
export function planMapping(pack: Package, mapping: Section): PackageDraft | null {
  const measures = readMeasures(mapping);
  const dimensions = readDimensions(mapping);
  const main = mainTable(pack, measures);
  const [first] = measures;
  if (!main || !first) return null;
  const columns = [...measures.map(({ source }) => source), ...dimensions.flatMap(({ sources }) => sources)];
  for (const { section, name } of columns) {
    if (findTableField(main, name) !== undefined) continue;
    const known = main.fields.map((field) => field.name);
    const remedy = didYouMean(name, known) || `; joined tables are not read: add the column to "${main.name}"`;
    error(section, "source", errorText("not_a_field_of_resource", { name: quoted(name), name_b: main.name, remedy }));
  }
  const has = (resource: PackageResource): boolean =>
    columns.every(({ name }) => findTableField(resource, name) !== undefined);
  const tables = pack.resources.filter((resource) => resource === main || has(resource));
  const names = new FieldNames();
  const amounts = draftMeasures(measures, tables, names);
  const { time, rest } = draftTime(dimensions, tables, yearsOf(pack, tables), names);
  if (!time) {
    const remedy = phraseText("map_date_or_period");
    error(mapping, "dimensions", errorText("package_without_date", { remedy }));
    return null;
  }
  const others = draftDimensions(rest, tables, names);
  const draft = {
    fields: [...amounts, time, ...others.fields],
    hierarchies: others.hierarchies,
    tables: tables.map((resource) => ({ ...wholeTable(resource), factors: factorsOf(measures) })),
    currency: currencyOf(pack, first),
    category: categoryOf(directionOf(first.section) ?? directionOf(pack.section), granularityOf(pack.section)),
    warnings: warnOfOthers(pack, tables, "lacks_mapped_columns"),
  };
  return withKey(draft, names);
}

function mainTable(pack: Package, measures: readonly MappedMeasure[]): PackageResource | null {
  const named = measures.flatMap(({ section }) => {
    const name = filledTextAt(section, "resource");
    return name === undefined ? [] : [{ section, name }];
  });
  const [first] = named;
  for (const { section, name } of named) {
    if (name !== first!.name)
      error(
        section,
        "resource",
        `${quoted(name)} is not ${quoted(first!.name)}; all measures must be in the same resource`,
      );
  }
  if (!first) return pack.resources[0] ?? null;
  const main = pack.resources.find(({ name }) => name === first.name);
  if (main) return main;
  const remedy =
    didYouMean(
      first.name,
      pack.resources.map(({ name }) => name),
    ) || phraseText("write_resource");
  error(first.section, "resource", errorText("not_a_resource_of_package", { name: quoted(first.name), remedy }));
  return null;
}

/** Return the currency of the amount: other measures may have other currencies, or none. */
function currencyOf({ section }: Package, amount: MappedMeasure): string | null {
  return readCurrency(amount.section) ?? readCurrency(section);
}

function factorsOf(measures: readonly MappedMeasure[]): Readonly<Record<string, string>> {
  const factors = measures.flatMap(({ source, factor }) => (factor === null ? [] : [[source.name, factor] as const]));
  return Object.fromEntries(factors);
}
