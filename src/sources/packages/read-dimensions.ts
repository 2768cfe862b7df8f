import { errorText } from "../../core/errors/error-text.js";
import { error, filledTextAt, given, quoted, scalarText, type Section } from "../../core/model/parse/section.js";
import type { MappedSource } from "./mapped-measures.js";
import { entriesAt } from "./mapping-entries.js";

/** A dimension of a Fiscal Data Package up to version 0.3. */
export interface MappedDimension {
  readonly section: Section;
  readonly name: string;
  /** `datetime`, `entity`, `classification` … in lower case; empty if not given. */
  readonly type: string;
  readonly attributes: readonly MappedAttribute[];
  /** Names of the attributes that identify its members. */
  readonly primaryKey: readonly string[];
  readonly sources: readonly MappedSource[];
}

/** An attribute, read from a column or the same in all rows. */
export interface MappedAttribute {
  readonly section: Section;
  readonly name: string;
  readonly source: string | null;
  readonly constant: string | null;
  /** Name of the attribute that it labels. */
  readonly labelFor: string | null;
  /** Name of the attribute of the level above. */
  readonly parent: string | null;
}

export function readDimensions(mapping: Section): readonly MappedDimension[] {
  return entriesAt(mapping, "dimensions").map(({ name, section }) => {
    const key = given(section, "attributes") === undefined ? "fields" : "attributes";
    const attributes = entriesAt(section, key).flatMap((entry) => readAttribute(entry.section, entry.name));
    if (given(section, key) === undefined)
      error(section, "attributes", "is missing; write the columns of the dimension");
    return {
      section,
      name,
      type: (filledTextAt(section, "dimensionType") ?? "").trim().toLowerCase(),
      attributes,
      primaryKey: readPrimaryKey(section, attributes),
      sources: attributes.flatMap((each) => (each.source === null ? [] : { section: each.section, name: each.source })),
    };
  });
}

function readAttribute(section: Section, name: string): MappedAttribute[] {
  const source = filledTextAt(section, "source")?.trim() ?? null;
  const constant = scalarText(given(section, "constant")) ?? null;
  if (source === null && constant === null) {
    error(section, "source", 'is missing; write the name of a field, or a "constant"');
    return [];
  }
  const labelFor = filledTextAt(section, "labelfor") ?? filledTextAt(section, "labelFor") ?? null;
  const parent = filledTextAt(section, "parent")?.trim() ?? null;
  return [{ section, name, source, constant: source === null ? constant : null, labelFor, parent }];
}

function readPrimaryKey(section: Section, attributes: readonly MappedAttribute[]): readonly string[] {
  const key = given(section, "primaryKey") ?? [];
  const names: readonly unknown[] = Array.isArray(key) ? key : [key];
  return names.flatMap((name) => {
    if (attributes.some((attribute) => attribute.name === name)) return [name as string];
    error(section, "primaryKey", errorText("not_an_attribute_of_dimension", { name: quoted(name) }));
    return [];
  });
}
