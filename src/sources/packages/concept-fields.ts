import type { LayoutColumn } from "../../core/model/layout.js";
import type { Section } from "../../core/model/parse/section.js";
import { type Concept, VALUE } from "./concepts.js";
import {
  columnFrom,
  dateForm,
  describeField,
  type DraftedFields,
  type DraftField,
  type DraftHierarchies,
  numberForm,
  requireSameForm,
  type Table,
} from "./draft.js";
import { attributeName, type FieldNames, uniqueName } from "./field-names.js";

type Concepts = ReadonlyMap<Table, readonly Concept[]>;

/** Draft the fields and hierarchies of the model from the typed columns of all tables. */
export function draftConcepts(
  concepts: Concepts,
  years: ReadonlyMap<Section, string>,
  names: FieldNames,
): DraftedFields {
  const all = [...concepts.values()].flat();
  const types = [...new Set(all.map(({ type }) => type))];
  const time = TIMES.map((pattern) => types.find((type) => pattern.test(type))).find((type) => type !== undefined);
  const values = types.filter((type) => type.split(" ")[0] === VALUE);
  const amount = amountField(concepts, names.take("amount", "measure"));
  const timeOf = { ...conceptDate(concepts, time ?? "date:fiscal-year", names.take("time"), years) };
  const measures = values.slice(1).map((type) => {
    const { field } = all.find((concept) => concept.type === type)!;
    const column = columnOf(concepts, type);
    const definition = { type: "measure", ...describeField(field), column, datatype: "float", ...numberForm(field) };
    return { name: names.take(field.name, "measure"), definition, column, from: from(concepts, type, column) };
  });
  const isCurrency = (type: string): boolean =>
    type === "value-currency:code" && all.every((concept) => concept.type !== type || concept.constant !== null);
  const rest = types.filter((type) => type !== time && !values.includes(type) && !isCurrency(type));
  const dimensions = draftDimensions(concepts, rest, names);
  return { ...dimensions, fields: [amount, timeOf, ...measures, ...dimensions.fields] };
}

/** Column types for the time of entries, the most suitable first. */
const TIMES = [/^date:fiscal-year$/, /^date:generic$/, /^date:/];

/** Draft the amount: the first column of amounts or, if each is a table of its own, that of the table. */
function amountField(concepts: Concepts, name: string): DraftField {
  const amounts = [...concepts].flatMap(
    ([{ part }, known]) => part?.amount ?? known.find(({ type }) => type === VALUE)?.field ?? [],
  );
  const [first] = amounts;
  requireSameForm(amounts);
  const isPivoted = [...concepts.keys()].some(({ part }) => part !== null);
  const column = isPivoted ? "(value)" : first!.name;
  const described = isPivoted ? { label: "Amount" } : describeField(first!);
  return {
    name,
    definition: { type: "measure", ...described, column, datatype: "float", ...numberForm(first!) },
    column,
    from: (table) => columnFrom(column, table.part?.amount ?? find(concepts, table, VALUE)?.field),
  };
}

function conceptDate(
  concepts: Concepts,
  type: string,
  name: string,
  years: ReadonlyMap<Section, string> = new Map(),
): DraftField {
  const fields = [...concepts.values()].flatMap((known) => known.find((concept) => concept.type === type)?.field ?? []);
  const [first] = fields;
  requireSameForm(fields);
  const column = columnOf(concepts, type);
  const described = first ? { ...describeField(first), ...dateForm(first) } : { label: "Fiscal year" };
  return {
    name,
    definition: { type: "date", datatype: "date", column, ...described, facet: name === "time" },
    column,
    from: (table): readonly LayoutColumn[] => {
      if (find(concepts, table, type)) return from(concepts, type, column)(table);
      return [{ name: column, kind: "constant", value: years.get(table.resource.section) ?? "" }];
    },
  };
}

/** Ends of column types that name an attribute of a dimension. */
const CODE = /:(code|id)$/;
const LABEL = /:(label|title|name)$/;
const OTHER = /:(description|codelist)$/;

function draftDimensions(concepts: Concepts, types: readonly string[], names: FieldNames): DraftedFields {
  const dates = types.filter((type) => type.startsWith("date:"));
  const groups = new Map<string, string[]>();
  for (const type of types.filter((each) => !dates.includes(each))) {
    const base = [CODE, LABEL, OTHER].reduce((text, ending) => text.replace(ending, ""), type);
    groups.set(base, [...(groups.get(base) ?? []), type]);
  }
  const others = dates.map((type) => conceptDate(concepts, type, names.take(nameOf(type))));
  const drafted = new Map(
    [...groups].map(([base, members]) => [base, draftDimension(concepts, names.take(nameOf(base)), members)]),
  );
  return { fields: [...others, ...drafted.values()], hierarchies: draftHierarchies(drafted) };
}

/** Words at the end of column types for the levels of a classification, from the top; `level1`, `level2` … also are. */
const LEVEL_WORDS = [
  ["division", "group", "class"],
  ["program", "subprogram"],
];

/** Draft hierarchies of dimensions, given by their column types without the end that names an attribute. */
function draftHierarchies(dimensions: ReadonlyMap<string, DraftField>): DraftHierarchies {
  const classifications = new Map<string, { readonly rank: number; readonly name: string }[]>();
  for (const [base, { name }] of dimensions) {
    const [, stem, word] = /^(.*):([^:]+)$/.exec(base) ?? [];
    const number = /^level(\d+)$/.exec(word ?? "");
    const words = LEVEL_WORDS.find((each) => each.includes(word ?? ""));
    const rank = number ? Number(number[1]) : words ? words.indexOf(word!) : null;
    if (stem === undefined || rank === null) continue;
    const key = JSON.stringify([stem, words?.[0] ?? "level"]);
    classifications.set(key, [...(classifications.get(key) ?? []), { rank, name }]);
  }
  const taken = new Set<string>();
  const drafted = [...classifications].flatMap(([key, levels]): [string, DraftHierarchies[string]][] => {
    const name = nameOf((JSON.parse(key) as [string])[0]);
    const words = name.replaceAll(/[-_]/g, " ");
    const label = words.charAt(0).toUpperCase() + words.slice(1);
    const sorted = levels.toSorted((a, b) => a.rank - b.rank).map((level) => level.name);
    return sorted.length < 2 ? [] : [[uniqueName(name, taken), { label, levels: sorted }]];
  });
  return Object.fromEntries(drafted);
}

/** Turn `administrative-classification:generic:level1` into `administrative-classification_level1`. */
function nameOf(base: string): string {
  return base
    .split(":")
    .filter((part) => part !== "generic")
    .join("_")
    .replaceAll(" ", "-");
}

/** Draft a dimension. Codes are not turned into slugs, since two codes may have the same slug. */
function draftDimension(concepts: Concepts, name: string, types: readonly string[]): DraftField {
  const code = types.find((type) => CODE.test(type)) ?? types[0]!;
  const label = types.find((type) => LABEL.test(type) && type !== code);
  const others = types.filter((type) => type !== code && type !== label);
  const { field } = [...concepts.values()].flat().find(({ type }) => type === code)!;
  const column = columnOf(concepts, code);
  const define = (type: string): object => ({ column: columnOf(concepts, type), default_value: "" });
  const taken = new Set(["name", "label"]);
  const attributes = {
    name: { ...define(code), datatype: "string" },
    ...(label === undefined ? {} : { label: define(label) }),
    ...Object.fromEntries(others.map((type) => [attributeName(type.split(":").at(-1)!, taken), define(type)])),
  };
  const shape = types.length === 1 ? { type: "attribute", ...define(code) } : { type: "compound", attributes };
  return {
    name,
    definition: { ...describeField(field), ...shape },
    column,
    from: (table) => types.flatMap((type) => from(concepts, type, columnOf(concepts, type))(table)),
  };
}

function find(concepts: Concepts, table: Table, type: string): Concept | undefined {
  return concepts.get(table)!.find((concept) => concept.type === type);
}

/** Return the name of the column in the model: that of the first file that has it. */
function columnOf(concepts: Concepts, type: string): string {
  const own = [...concepts.values()].flat().find((concept) => concept.type === type && concept.constant === null);
  return own?.field.name ?? `(${type})`;
}

function from(concepts: Concepts, type: string, column: string): DraftField["from"] {
  return (table) => {
    const concept = find(concepts, table, type);
    if (concept?.constant == null) return columnFrom(column, concept?.field);
    return [{ name: column, kind: "constant", value: concept.constant }];
  };
}
