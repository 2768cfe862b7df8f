import { kindOf } from "../../../model/parse/fields.js";
import { isObject } from "../../../model/parse/section.js";
import type { ColumnPlace } from "./column-choice.js";

/** A part of a model's JSON. */
export type Definition = Readonly<Record<string, unknown>>;

/** Where a model reads a column. */
export interface ColumnUse extends ColumnPlace {
  readonly column: string;
  readonly kind: ReturnType<typeof kindOf>;
  /** Of the attribute, or of the field where it has none. */
  readonly definition: Definition;
  readonly fieldDefinition: Definition;
}

/** Every place where a mapping names a column, in its order; what is no definition is left out. */
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

/** The attributes of a compound dimension, written in the newer form or in the older one. */
export function attributesOf({ attributes, fields }: Definition): Definition {
  if (isObject(attributes)) return attributes;
  if (!Array.isArray(fields)) return {};
  const named = fields.filter((each): each is Definition => isObject(each) && typeof each.name === "string");
  return Object.fromEntries(named.map(({ name, ...definition }) => [name, definition]));
}
