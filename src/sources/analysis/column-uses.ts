import { kindOf } from "../../core/model/parse/fields.js";
import { isObject } from "../../core/model/parse/section.js";

/** A part of a model's JSON. */
export type Definition = Readonly<Record<string, unknown>>;

/** The place of a column in the model; `attribute` is `null` unless the field is a compound dimension. */
export interface ColumnPlace {
  readonly field: string;
  readonly attribute: string | null;
}

/** A place where a model reads a column. */
export interface ColumnUse extends ColumnPlace {
  readonly column: string;
  readonly kind: ReturnType<typeof kindOf>;
  /** Definition of the attribute, or of the field if it has no attributes. */
  readonly definition: Definition;
  readonly fieldDefinition: Definition;
}

/** List every place where a mapping names a column, in mapping order. Ignores invalid definitions. */
export function columnUses(mapping: Definition): readonly ColumnUse[] {
  return Object.entries(mapping).flatMap(([field, fieldDefinition]) => {
    if (!isObject(fieldDefinition)) return [];
    const kind = kindOf({ path: "", json: fieldDefinition, errors: [] }, field);
    const parts =
      kind === "compound" ? Object.entries(attributesOf(fieldDefinition)) : [[null, fieldDefinition] as const];
    return parts.flatMap(([attribute, definition]) => {
      const column = isObject(definition) ? definition.column : null;
      if (typeof column !== "string" || column.trim() === "") return [];
      return [{ column: column.trim(), kind, field, attribute, definition: definition as Definition, fieldDefinition }];
    });
  });
}

/** Return the attributes of a compound dimension, written as `attributes` or in the older form, `fields`. */
export function attributesOf({ attributes, fields }: Definition): Definition {
  if (isObject(attributes)) return attributes;
  if (!Array.isArray(fields)) return {};
  const named = fields.filter((each): each is Definition => isObject(each) && typeof each.name === "string");
  return Object.fromEntries(named.map(({ name, ...definition }) => [name, definition]));
}
