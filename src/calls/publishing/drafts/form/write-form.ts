import { labelOf } from "../../../../core/model/values/readable-name.js";
import type { TableAnalysis } from "../../../../sources/analysis/table-analysis.js";
import type { NumberFormat } from "../../../../core/model/values/value.js";
import { kindOf } from "../../../../core/model/parse/fields.js";
import { isObject } from "../../../../core/model/parse/section.js";
import { fittingFormat, formatKeys } from "./cell-format.js";
import { type ColumnChoice, isLeader, columnPlaceOf, tidyChoices } from "./column-choice.js";
import { attributesOf, type ColumnPlace, type Definition } from "../../../../sources/analysis/column-uses.js";
import { writeDatasetFields } from "./dataset-fields.js";
import { dropLostLevels } from "./drop-levels.js";
import { type DraftErrors, findErrors } from "./find-errors.js";
import type { ModelForm } from "./model-form.js";
import { readPageChoice, writePageChoice } from "./page-choice.js";
import { partsOf, readForm, readNumbers } from "./read-form.js";
import { writeSuggestions } from "./write-suggestions.js";

/** A choice, its place in the model, and the choice of the same column before. */
interface Chosen {
  readonly choice: ColumnChoice;
  readonly place: ColumnPlace;
  readonly before: ColumnChoice | null;
}

/**
 * Write a form into its document. Everything that the form did not change or cannot show (constants, defaults,
 * descriptions, views) stays as it is.
 * @param document the JSON that the form was read from
 * @returns the changed document, or the errors of a form that cannot be written
 */
export function writeForm(
  document: unknown,
  form: ModelForm,
  analysis: TableAnalysis | null,
): { readonly document: Definition } | { readonly errors: DraftErrors } {
  const before = readForm(document, analysis, form.date);
  const after = { ...form, columns: tidyChoices(promoteCodes(tidyChoices(form.columns))) };
  const errors = findErrors(after.columns);
  if (errors.columns.size > 0) return { errors };
  const { dataset, mapping } = partsOf(document);
  const nextDataset = writeDatasetFields(dataset, form.dataset);
  const context = { before: pair(before.columns), after, analysis, numbers: readNumbers(nextDataset) };
  const rest: Definition = isObject(document) ? document : {};
  const written = { ...rest, dataset: nextDataset, mapping: writeMapping(mapping, context) };
  const suggested = analysis ? writeSuggestions(rest, written, form, analysis) : written;
  const shown = readPageChoice(rest);
  const pages = writePageChoice(shown, form.pages ?? shown, suggested, renames(before.columns, after.columns));
  return { document: dropLostLevels(pages, mapping) };
}

interface Writing {
  /** Choices by column, in order. */
  readonly before: ReadonlyMap<string, readonly ColumnChoice[]>;
  readonly after: ModelForm;
  readonly analysis: TableAnalysis | null;
  readonly numbers: NumberFormat | null;
}

/** Make a dimension that also has labels or attributes the code of that dimension. */
function promoteCodes(columns: readonly ColumnChoice[]): readonly ColumnChoice[] {
  const parts = new Set(
    columns.flatMap((choice) => {
      const place = columnPlaceOf(choice);
      return place?.attribute ? [place.field] : [];
    }),
  );
  return columns.map((choice) =>
    choice.role === "dimension" && parts.has(choice.name) ? { ...choice, role: "code" } : choice,
  );
}

/** Return how fields are called now, by the columns that they are read from. */
function renames(before: readonly ColumnChoice[], after: readonly ColumnChoice[]): (field: string) => string {
  const now = pair(after);
  const names = new Map<string, string>();
  for (const [column, choices] of pair(before)) {
    for (const [at, choice] of choices.entries()) {
      const [was, is] = [choice, now.get(column)?.[at]].map((each) => each && columnPlaceOf(each));
      if (was && is && was.attribute !== "label") names.set(was.field, is.field);
    }
  }
  return (field) => names.get(field) ?? field;
}

function pair(choices: readonly ColumnChoice[]): ReadonlyMap<string, readonly ColumnChoice[]> {
  const byColumn = new Map<string, ColumnChoice[]>();
  for (const choice of choices) byColumn.set(choice.column, [...(byColumn.get(choice.column) ?? []), choice]);
  return byColumn;
}

function writeMapping(mapping: Definition, writing: Writing): Definition {
  const groups = groupChoices(writing);
  const claimed = new Map<string, string>();
  const origins = (name: string): readonly string[] => {
    const places = groups.get(name)!.flatMap(({ before }) => (before && columnPlaceOf(before)?.field) ?? []);
    return [...(Object.hasOwn(mapping, name) ? [name] : []), ...places];
  };
  // A field that keeps its name keeps its definition; only then may a renamed field take over a definition.
  for (const name of groups.keys()) if (origins(name)[0] === name) claimed.set(name, name);
  for (const name of groups.keys()) {
    if ([...claimed.values()].includes(name)) continue;
    const origin = origins(name).find((each) => !claimed.has(each));
    if (origin !== undefined) claimed.set(origin, name);
  }
  const written: [string, unknown][] = [];
  for (const [name, definition] of Object.entries(mapping)) {
    const next = claimed.get(name);
    if (next !== undefined) written.push([next, writeField(definition as Definition, name, next, groups, writing)]);
    else if (!readsColumns(name, writing)) written.push([name, definition]);
  }
  const isWritten = new Set(written.map(([name]) => name));
  for (const name of groups.keys()) {
    if (!isWritten.has(name)) written.push([name, writeField({}, name, name, groups, writing)]);
  }
  return Object.fromEntries(written);
}

type Groups = ReadonlyMap<string, readonly Chosen[]>;

/** Group the choices by field. */
function groupChoices({ after, before }: Writing): Groups {
  const seen = new Map<string, number>();
  const groups = new Map<string, Chosen[]>();
  for (const choice of after.columns) {
    const at = seen.get(choice.column) ?? 0;
    seen.set(choice.column, at + 1);
    const place = columnPlaceOf(choice);
    if (!place) continue;
    const chosen = { choice, place, before: before.get(choice.column)?.[at] ?? null };
    groups.set(place.field, [...(groups.get(place.field) ?? []), chosen]);
  }
  return groups;
}

/** True if the form showed columns of a field. Other fields are not the form's to change. */
function readsColumns(name: string, { before }: Writing): boolean {
  return [...before.values()].some((choices) => choices.some((choice) => columnPlaceOf(choice)?.field === name));
}

function writeField(origin: Definition, from: string, name: string, groups: Groups, writing: Writing): Definition {
  const group = groups.get(name)!;
  if (from === name && isUnchanged(name, group, writing)) return origin;
  const lead = group.find(({ choice }) => isLeader(writing.after.columns, choice)) ?? group[0]!;
  const leader = lead.choice;
  // A label that was empty before is derived from the column; one that the user has deleted stays empty.
  const hadLabel = lead.before !== null && lead.before.label !== "";
  const label = leader.label === "" && !hadLabel ? labelOf(leader.column) : leader.label;
  const isCompound = group[0]!.place.attribute !== null;
  const common = {
    ...(label === "" ? {} : { label }),
    ...(leader.isFacet && !isSummed(leader) ? { facet: true } : {}),
    ...(leader.isKey ? { key: true } : {}),
  };
  if (isCompound) {
    const rest = without(origin, [...FIELD_KEYS, ...SOURCE_KEYS, "column", "constant", "default_value"]);
    const type = kindOf({ path: "", json: origin, errors: [] }, from) === "compound" ? origin.type : undefined;
    return { ...rest, type: type ?? "compound", ...common, attributes: writeAttributes(origin, group, writing) };
  }
  const rest = without(origin, [...FIELD_KEYS, "taxonomy"]);
  const type = TYPES[leader.role as keyof typeof TYPES];
  return { ...writeSource(rest, group[0]!, writing), type, ...common };
}

const FIELD_KEYS = ["label", "facet", "key", "attributes", "fields"];
const SOURCE_KEYS = ["type", "datatype", "format", "decimal", "thousands"];

function without(definition: Definition, keys: readonly string[]): Definition {
  return Object.fromEntries(Object.entries(definition).filter(([key]) => !keys.includes(key)));
}

const TYPES = { amount: "measure", measure: "measure", time: "date", date: "date", dimension: "attribute" } as const;

function isUnchanged(name: string, group: readonly Chosen[], { before }: Writing): boolean {
  const count = [...before.values()].flat().filter((choice) => columnPlaceOf(choice)?.field === name).length;
  return count === group.length && group.every((each) => isSame(each.choice, each.before));
}

function isSame(one: ColumnChoice, other: ColumnChoice | null): boolean {
  return other !== null && (Object.keys(one) as (keyof ColumnChoice)[]).every((key) => one[key] === other[key]);
}

/** Write the attributes of a dimension: name and label first, then the others; constants stay. */
function writeAttributes(origin: Definition, group: readonly Chosen[], writing: Writing): Definition {
  const old = attributesOf(origin);
  const constants = Object.entries(old).filter(([, each]) => (each as Definition | null)?.column == null);
  const rank = ({ place }: Chosen): number => (place.attribute === "name" ? 0 : place.attribute === "label" ? 1 : 2);
  const read = group
    .toSorted((a, b) => rank(a) - rank(b))
    .map((chosen): [string, Definition] => {
      const was = chosen.before && columnPlaceOf(chosen.before);
      const definition = was?.attribute ? old[was.attribute] : undefined;
      const source = writeSource((definition ?? {}) as Definition, chosen, writing);
      if (chosen.choice.role !== "attribute") return [chosen.place.attribute!, source];
      const { facet: _, ...rest } = source;
      return [chosen.place.attribute!, { ...rest, ...(chosen.choice.isFacet ? { facet: true } : {}) }];
    });
  return Object.fromEntries([...read, ...constants.filter(([name]) => read.every(([each]) => each !== name))]);
}

/** Write the column and the format of an attribute or a field. */
function writeSource(old: Definition, { choice, before }: Chosen, { analysis, numbers }: Writing): Definition {
  const isNew = before === null || before.role !== choice.role;
  const rest = without(old, [...SOURCE_KEYS, "default_value"]);
  const found = analysis?.columns.find(({ heading }) => heading === choice.column);
  const isChosen = before === null || before.format !== choice.format || before.role === choice.role;
  const keys = formatKeys(fittingFormat(choice.role, choice.format, isChosen, found, numbers));
  const proposed = isNew ? (isSummed(choice) && (found?.empty ?? 0) > 0 ? "0" : undefined) : old.default_value;
  const typed = choice.empty ?? "";
  const own = typed === (before?.empty ?? "") ? proposed : typed === "" ? undefined : typed;
  return { ...rest, column: choice.column, ...keys, ...(own === undefined ? {} : { default_value: own }) };
}

function isSummed({ role }: ColumnChoice): boolean {
  return role === "amount" || role === "measure";
}
