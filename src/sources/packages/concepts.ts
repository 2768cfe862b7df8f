import { errorText } from "../../core/errors/error-text.js";
import { error, given, isObject, quoted, scalarText, type Section, sectionAt } from "../../core/model/parse/section.js";
import { type Table, wholeTable } from "./draft.js";
import type { PackageResource, TableField } from "./package.js";
import { readField } from "./read-resource.js";

/** Column type of amounts. */
export const VALUE = "value";

/** A column and its column type. Extra fields of a descriptor are columns with the same value in all rows. */
export interface Concept {
  /** Column type; from the second column of the same type on, with a number appended. */
  readonly type: string;
  readonly field: TableField;
  /** `null` for a column of the file. */
  readonly constant: string | null;
}

/**
 * Return the tables of a resource: none without amounts, usually one. If the descriptor says how to turn columns of
 * amounts into rows (`normalize`), there is one table for each such column.
 */
export function tablesOf(resource: PackageResource): readonly Table[] {
  const pivoted = resource.fields.flatMap((field) => {
    const normalize = given(field.section, "normalize");
    return isObject(normalize) ? [{ amount: field, constants: readConstants(field.section) }] : [];
  });
  const extra = extraFields(resource);
  const isTarget = ({ section, columnType }: TableField): boolean =>
    given(section, "normalizationTarget") === true && (columnType === VALUE || columnType === null);
  if (pivoted.length > 0 && extra.some(isTarget)) return pivoted.map((part) => ({ ...wholeTable(resource), part }));
  return resource.fields.some(({ columnType }) => columnType === VALUE) ? [wholeTable(resource)] : [];
}

/** Return the typed columns of a table, in order; without the column of amounts if the table is one of several. */
export function conceptsOf({ resource, part }: Table): readonly Concept[] {
  const counts = new Map<string, number>();
  const numbered = (type: string): string => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return count === 1 ? type : `${type} ${count}`;
  };
  const own = resource.fields.flatMap((field): Concept[] => {
    const isAmount = field.columnType === VALUE && part !== null;
    if (field.columnType === null || isAmount) return [];
    return [{ type: numbered(field.columnType), field, constant: null }];
  });
  const extra = extraFields(resource).flatMap((field): Concept[] => {
    const constant = part?.constants.get(field.name) ?? scalarText(given(field.section, "constant"));
    if (field.columnType === null || constant === undefined) return [];
    return [{ type: numbered(field.columnType), field, constant }];
  });
  return [...own, ...extra];
}

function extraFields({ section }: PackageResource): readonly TableField[] {
  const schema = given(section, "schema");
  const list = isObject(schema) && Object.hasOwn(schema, "extraFields") ? schema.extraFields : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, at) => {
    const path = `${section.path}.schema.extraFields[${at}]`;
    const field = isObject(item) ? readField({ path, json: item, errors: section.errors }) : undefined;
    return field ?? [];
  });
}

function readConstants(section: Section): ReadonlyMap<string, string> {
  const normalize = sectionAt(section, "normalize")!;
  return new Map(
    Object.entries(normalize.json).flatMap(([name, value]): [string, string][] => {
      const text = scalarText(value);
      if (text === undefined) error(normalize, name, errorText("not_a_text_or_number", { value: quoted(value) }));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
