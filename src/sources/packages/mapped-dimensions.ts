import { filledTextAt } from "../../core/model/parse/section.js";
import {
  attributeField,
  columnFrom,
  type DraftedFields,
  type DraftField,
  type DraftHierarchies,
  findTableField,
} from "./draft.js";
import { attributeName, type FieldNames, uniqueName } from "./field-names.js";
import { draftDate } from "./mapped-time.js";
import type { PackageResource, TableField } from "./package.js";
import type { MappedAttribute, MappedDimension } from "./read-dimensions.js";

/**
 * Draft dimensions from mapped ones. Each key attribute becomes a dimension, together with its label. If a mapped
 * dimension has several levels, each is called `dimension_level`; those with a `parent` form a hierarchy.
 */
export function draftDimensions(
  dimensions: readonly MappedDimension[],
  tables: readonly PackageResource[],
  names: FieldNames,
): DraftedFields {
  const fields: DraftField[] = [];
  const hierarchies: [string, DraftHierarchies[string]][] = [];
  const taken = new Set<string>();
  for (const dimension of dimensions) {
    const date = draftDate(dimension, tables, names);
    const drafted = date ? [] : draftLevels(dimension, tables[0]!, names);
    fields.push(...(date ? [date] : drafted.map(({ field }) => field)));
    const label = filledTextAt(dimension.section, "title") ?? dimension.name;
    for (const levels of listChains(drafted)) hierarchies.push([uniqueName(dimension.name, taken), { label, levels }]);
  }
  return { fields, hierarchies: Object.fromEntries(hierarchies) };
}

interface DraftedLevel {
  readonly code: MappedAttribute;
  readonly field: DraftField;
}

/** List the levels that are above one another by `parent`, from the top, for each lowest one. */
function listChains(levels: readonly DraftedLevel[]): readonly (readonly string[])[] {
  const parentOf = ({ code }: DraftedLevel): DraftedLevel | undefined =>
    levels.find((each) => each.code.name === code.parent);
  const lowest = levels.filter((level) => !levels.some((each) => parentOf(each) === level));
  return lowest.flatMap((level) => {
    const chain = [level];
    for (let above = parentOf(level); above && !chain.includes(above); above = parentOf(above)) chain.unshift(above);
    return chain.length < 2 ? [] : [chain.map(({ field }) => field.name)];
  });
}

interface Level {
  readonly code: MappedAttribute;
  readonly label: MappedAttribute | undefined;
  readonly others: readonly MappedAttribute[];
}

function draftLevels(dimension: MappedDimension, table: PackageResource, names: FieldNames): readonly DraftedLevel[] {
  const levels = levelsOf(dimension);
  const title = filledTextAt(dimension.section, "title") ?? dimension.name;
  return levels.flatMap((level) => {
    const name = names.take(levels.length === 1 ? dimension.name : `${dimension.name}_${level.code.name}`);
    const label = levels.length === 1 ? title : `${title}: ${level.code.name}`;
    const field = level.code.source === null ? undefined : findTableField(table, level.code.source);
    const { code } = level;
    if (code.constant !== null) return [{ code, field: constantField(name, label, code.constant) }];
    if (!field) return [];
    if (!level.label && level.others.length === 0) return [{ code, field: attributeField(name, field, { label }) }];
    return [{ code, field: compoundField(name, label, field, level, table) }];
  });
}

/** Split attributes into levels: labels go with the level that they name, all other attributes with the last level. */
function levelsOf({ attributes, primaryKey }: MappedDimension): readonly Level[] {
  const isCode = ({ name }: MappedAttribute): boolean =>
    primaryKey.includes(name) || attributes.some(({ labelFor }) => labelFor === name);
  const found = attributes.filter(isCode);
  const codes = found.length > 0 ? found : attributes.filter(({ labelFor }) => labelFor === null);
  const others = attributes.filter(
    (each) => !codes.includes(each) && !codes.some(({ name }) => name === each.labelFor),
  );
  return codes.map((code, at) => {
    const rest = at === codes.length - 1 ? others : [];
    const own = attributes.find(({ name, labelFor }) => labelFor === code.name && name !== code.name);
    const label = own ?? (codes.length === 1 ? rest.find(({ name }) => /^(label|title|name)$/i.test(name)) : undefined);
    return { code, label, others: rest.filter((each) => each !== label) };
  });
}

function constantField(name: string, label: string, constant: string): DraftField {
  return {
    name,
    definition: { type: "attribute", label, constant, datatype: "constant" },
    column: null,
    from: () => [],
  };
}

/** Draft a compound dimension. Codes are not turned into slugs, since two codes may have the same slug. */
function compoundField(
  name: string,
  label: string,
  code: TableField,
  level: Level,
  table: PackageResource,
): DraftField {
  const taken = new Set(["name", "label"]);
  const columns = new Set([code.name]);
  const define = (attribute: MappedAttribute): Record<string, unknown> => {
    if (attribute.constant !== null) return { constant: attribute.constant, datatype: "constant" };
    const column = findTableField(table, attribute.source!)?.name ?? attribute.source!;
    columns.add(column);
    return { column, default_value: "" };
  };
  const attributes = {
    name: { column: code.name, datatype: "string", default_value: "" },
    ...(level.label ? { label: define(level.label) } : {}),
    ...Object.fromEntries(level.others.map((each) => [attributeName(each.name, taken), define(each)])),
  };
  return {
    name,
    definition: { type: "compound", label, attributes },
    column: code.name,
    from: ({ resource }) => [...columns].flatMap((column) => columnFrom(column, findTableField(resource, column))),
  };
}
