import type { LayoutColumn } from "../../core/model/layout.js";
import { error, given } from "../../core/model/parse/section.js";
import { LEVELED, type Leveled, LEVELS, OTHERS, type Pair, PAIRS } from "./budget-fields.js";
import { categoryOf, directionOf, granularityOf, oneCurrency, readCurrency } from "./category.js";
import {
  attributeField,
  columnFrom,
  dateForm,
  describeField,
  type PackageDraft,
  type DraftField,
  type DraftHierarchies,
  findTableField,
  lowerName,
  numberForm,
  requireSameForm,
  unionOf,
  warnOfOthers,
  wholeTable,
} from "./draft.js";
import { attributeName, FieldNames } from "./field-names.js";
import type { Package, PackageResource, TableField } from "./package.js";
import { saysYear, timeField, yearsOf } from "./time-field.js";

/** True if a resource is a table of a budget data package: it has the required fields and one of its properties. */
export function isBudgetTable(resource: PackageResource): boolean {
  const { section } = resource;
  const keys = ["fiscalYear", "fiscalPeriod", "granularity", "standard", "status"];
  const isDescribed = keys.some((key) => given(section, key) !== undefined) || directionOf(section) !== null;
  return (
    isDescribed && findTableField(resource, "id") !== undefined && findTableField(resource, "amount") !== undefined
  );
}

/** Plan a budget data package (versions 0.1 and 0.2): `id` is the key, and the fiscal year is the time of entries. */
export function planBudget(pack: Package): PackageDraft {
  const resources = pack.resources.filter(isBudgetTable);
  const years = yearsOf(pack, resources);
  for (const { section } of resources) {
    if (!years.has(section) && !saysYear(section)) error(section, "fiscalYear", 'is missing; write for example "2012"');
  }
  const names = new FieldNames();
  const fields = [
    measureField(resources, names.take("amount", "measure"), ["amount"]),
    rowId(resources, names),
    timeField(names, years),
    ...draftRest(resources, names),
    ...draftDifferences(resources, names),
  ];
  const { section } = resources[0]!;
  return {
    fields,
    hierarchies: Object.fromEntries(LEVELED.flatMap((leveled) => draftHierarchy(leveled, fields))),
    tables: resources.map(wholeTable),
    currency: oneCurrency(resources.map(({ section }) => ({ section, currency: readCurrency(section) }))),
    category: categoryOf(directionOf(section), granularityOf(section)),
    warnings: warnOfOthers(pack, resources, "not_a_budget"),
  };
}

/** Draft the hierarchy of a hierarchical code, if there are fields of its levels. */
function draftHierarchy(
  { dimension, label }: Leveled,
  fields: readonly DraftField[],
): readonly (readonly [string, DraftHierarchies[string]])[] {
  const columns = new Set(LEVELS.map((level) => `${dimension}${level}`));
  const levels = fields.filter(({ column }) => column !== null && columns.has(column)).map(({ name }) => name);
  return levels.length < 2 ? [] : [[dimension, { label, levels }]];
}

function rowId(resources: readonly PackageResource[], names: FieldNames): DraftField {
  const field = findTableField(resources[0]!, "id")!;
  const described = { label: "Row id", description: "Unique row id" };
  const definition = { type: "attribute", ...described, column: field.name, key: true };
  return { ...attributeField(names.take("row_id"), field), definition };
}

function draftRest(resources: readonly PackageResource[], names: FieldNames): readonly DraftField[] {
  const done = new Set(["id", "amount"]);
  return unionOf(resources).flatMap((field): readonly DraftField[] => {
    const name = lowerName(field);
    if (done.has(name)) return [];
    const isOne = (each: string): boolean => each.toLowerCase() === name;
    const pair = PAIRS.find(({ code, name, attributes }) => [...code, ...name, ...attributes].some(isOne));
    const leveled = LEVELED.find(({ fields }) => fields.some(isOne));
    const synonyms = pair
      ? [...pair.code, ...pair.name, ...pair.attributes]
      : (leveled?.fields ?? OTHERS.find((each) => each.some(isOne)) ?? [field.name]);
    for (const each of synonyms) done.add(each.toLowerCase());
    if (pair) return [pairField(pair, resources, names)];
    if (leveled) return LEVELS.map((level) => levelField(leveled, level, names));
    return [otherField(field, synonyms, resources, names)];
  });
}

/** Draft the dimension of a pair. Members' names are slugs of the code, or of the name if there is no code. */
function pairField(pair: Pair, resources: readonly PackageResource[], names: FieldNames): DraftField {
  const has = (which: readonly string[]): boolean => resources.some((resource) => findTableField(resource, ...which));
  const [code, name] = [pair.code[0]!, pair.name[0]!];
  const attributes = pair.attributes.filter((each) => has([each]));
  const taken = new Set(["name", "label"]);
  const column = has(pair.code) ? code : name;
  const { label, description, facet } = pair;
  return {
    name: names.take(pair.dimension),
    definition: {
      type: "compound",
      label,
      description,
      facet,
      attributes: {
        name: { column, datatype: "id", default_value: "" },
        label: { column: has(pair.name) ? name : code, datatype: "string", default_value: "" },
        ...Object.fromEntries(
          attributes.map((each) => [attributeName(each, taken), { column: each, default_value: "" }]),
        ),
      },
    },
    column,
    from: ({ resource }) => [
      ...(has(pair.code) ? columnFrom(code, findTableField(resource, ...pair.code, ...pair.name)) : []),
      ...(has(pair.name) ? columnFrom(name, findTableField(resource, ...pair.name, ...pair.code)) : []),
      ...attributes.flatMap((each) => columnFrom(each, findTableField(resource, each))),
    ],
  };
}

function levelField(leveled: Leveled, level: number, names: FieldNames): DraftField {
  const { dimension, undotted } = leveled;
  const column = `${dimension}${level}`;
  const described = { label: `${leveled.label} ${level}`, description: `${leveled.label}, level ${level}` };
  const own = { column, default_value: "" };
  const compound = { type: "compound", attributes: { name: { ...own, datatype: "id" }, label: own } };
  const shape = dimension === "cofog" ? { ...compound, facet: level === 1 } : { type: "attribute", ...own };
  return {
    name: names.take(column),
    definition: { ...described, ...shape },
    column,
    from: ({ resource }): readonly LayoutColumn[] => {
      const field = findTableField(resource, ...leveled.fields);
      if (!field) return columnFrom(column, field);
      return [{ name: column, kind: "level", column: field.name, level, undotted }];
    },
  };
}

function otherField(
  field: TableField,
  synonyms: readonly string[],
  resources: readonly PackageResource[],
  names: FieldNames,
): DraftField {
  const name = OTHERS.includes(synonyms) ? synonyms[0]!.toLowerCase() : field.name;
  if (/^amount(adjusted|budgeted)$/.test(name)) {
    return measureField(resources, names.take(name, "measure"), synonyms, { default_value: "0" });
  }
  const isDate = /^date/i.test(name) && (OTHERS.includes(synonyms) || field.type.startsWith("date"));
  const from: DraftField["from"] = ({ resource }) =>
    columnFrom(field.name, findTableField(resource, field.name, ...synonyms));
  if (!isDate) return { ...attributeField(names.take(name), field), from };
  requireSameForm(resources.flatMap((resource) => findTableField(resource, ...synonyms) ?? []));
  const definition = {
    type: "date",
    ...describeField(field),
    column: field.name,
    datatype: "date",
    ...dateForm(field),
  };
  return { name: names.take(name), definition, column: field.name, from };
}

function measureField(
  resources: readonly PackageResource[],
  name: string,
  synonyms: readonly string[],
  rest: object = {},
): DraftField {
  const fields = resources.flatMap((resource) => findTableField(resource, ...synonyms) ?? []);
  const [field] = fields as [TableField];
  requireSameForm(fields);
  const number = { datatype: "float", ...numberForm(field), ...rest };
  return {
    name,
    definition: { type: "measure", ...describeField(field), column: field.name, ...number },
    column: field.name,
    from: ({ resource }) => columnFrom(field.name, findTableField(resource, ...synonyms)),
  };
}

/** Properties of whole resources. */
const PROPERTIES = [
  { name: "status", label: "Status", of: ({ section }: PackageResource) => textOf(given(section, "status")) },
  { name: "direction", label: "Direction", of: ({ section }: PackageResource) => directionOf(section) ?? "" },
] as const;

/**
 * Draft key dimensions for the properties in which resources differ: a budget keeps its ids from proposal to
 * execution, and expenditure and revenue have no common total.
 */
function draftDifferences(resources: readonly PackageResource[], names: FieldNames): readonly DraftField[] {
  const differing = PROPERTIES.filter(({ of }) => new Set(resources.map(of)).size > 1);
  return differing.map(({ name, label, of }) => {
    const column = `(${name})`;
    const definition = { type: "attribute", label, column, default_value: "", facet: true, key: true };
    const from: DraftField["from"] = ({ resource }) => [{ name: column, kind: "constant", value: of(resource) }];
    return { name: names.take(name), definition, column, from };
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase() : "";
}
