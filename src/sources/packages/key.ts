import { errorText } from "../../core/errors/error-text.js";
import { error, quoted } from "../../core/model/parse/section.js";
import { attributeField, type PackageDraft, type DraftField, findTableField } from "./draft.js";
import type { FieldNames } from "./field-names.js";

/**
 * Add the key of entries: the common primary key of the tables, or else the row number. If there are several tables or
 * files, the resource is part of the key too, since each has its own rows.
 */
export function withKey(draft: PackageDraft, names: FieldNames): PackageDraft {
  const { tables } = draft;
  const keys = tables.map(({ resource }) => resource.primaryKey);
  const [key = []] = keys;
  const isCommon =
    key.length > 0 && keys.every((each) => each.join("\0").toLowerCase() === key.join("\0").toLowerCase());
  const several = tables.length > 1 || tables.some(({ resource }) => resource.addresses.length > 1);
  const fields = isCommon ? keyedFields(draft, key, names) : [...draft.fields, rowField(names)];
  return { ...draft, fields: several ? [...fields, resourceField(names)] : fields };
}

function keyedFields(
  { fields, tables }: PackageDraft,
  key: readonly string[],
  names: FieldNames,
): readonly DraftField[] {
  const { resource } = tables[0]!;
  const keyed = new Set<DraftField>();
  const added: DraftField[] = [];
  for (const name of key) {
    const field = findTableField(resource, name);
    const known = fields.find(({ column }) => column !== null && column === field?.name);
    if (known) keyed.add(known);
    else if (field) added.push(asKey(attributeField(names.take(nameOf(field.name)), field)));
    else error(resource.section, "schema.primaryKey", errorText("key_not_among_fields", { name: quoted(name) }));
  }
  return [...fields.map((field) => (keyed.has(field) ? asKey(field) : field)), ...added];
}

function nameOf(name: string): string {
  return name.toLowerCase() === "id" ? "row_id" : name;
}

/** Make a field part of the key. Its default is removed: an empty cell in a key is an error. */
function asKey(field: DraftField): DraftField {
  const { default_value: _, ...definition } = field.definition;
  return { ...field, definition: { ...definition, key: true } };
}

function rowField(names: FieldNames): DraftField {
  const column = "(row)";
  return {
    name: names.take("row"),
    definition: { type: "attribute", label: "Row", description: "Number of the row in its file", column, key: true },
    column,
    from: () => [{ name: column, kind: "row" }],
  };
}

function resourceField(names: FieldNames): DraftField {
  const column = RESOURCE;
  return {
    name: names.take("resource"),
    definition: { type: "attribute", label: "Resource", description: "Resource of the package", column, key: true },
    column,
    // The layout of each file adds its value.
    from: () => [],
  };
}

/** Column with the name of the resource, and the number of the file if the resource has several. */
export const RESOURCE = "(resource)";
