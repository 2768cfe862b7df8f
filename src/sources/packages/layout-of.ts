import { type GivenHeader, type LayoutColumn, PLAIN_LAYOUT, type SourceLayout } from "../../core/model/layout.js";
import { filledTextAt, given, isObject, type Section } from "../../core/model/parse/section.js";
import type { DraftField, Table } from "./draft.js";
import { RESOURCE } from "./key.js";
import type { PackageResource } from "./package.js";

/**
 * Return the layout in which one file of a table is read.
 * @param part index of the file in the resource
 * @param fields of the model, which all tables share
 */
export function layoutOf(table: Table, part: number, fields: readonly DraftField[]): SourceLayout {
  const { resource } = table;
  const { section, name, addresses } = resource;
  const column = table.part ? `: ${table.part.amount.name}` : "";
  const file = `${addresses.length > 1 ? `${name}/${part + 1}` : name}${column}`;
  const isNamed = fields.some(({ column }) => column === RESOURCE);
  const own: LayoutColumn[] = isNamed ? [{ name: RESOURCE, kind: "constant", value: file }] : [];
  const columns = [...fields.flatMap(({ from }) => from(table)), ...own];
  const dialect = dialectOf(section);
  return {
    ...PLAIN_LAYOUT,
    ...dialect,
    encoding: filledTextAt(section, "encoding")?.trim() ?? null,
    header: headerOf(resource, part),
    missing: missingOf(section),
    columns: [...new Map(columns.map((column) => [column.name, column])).values()],
    factors: table.factors,
  };
}

type Dialect = Pick<SourceLayout, "delimiter" | "quote" | "escape" | "comment" | "trimStart">;

/** Read the CSV dialect; missing properties are `null` and are detected, or get defaults, when the file is read. */
function dialectOf(section: Section): Dialect {
  const dialect = objectAt(section, "dialect");
  const character = (key: string): string | null => {
    const value = dialect[key];
    return typeof value === "string" && [...value].length === 1 && !/[\r\n]/.test(value) ? value : null;
  };
  const isTabs = /^\.?tsv/i.test(filledTextAt(section, "format") ?? "");
  return {
    delimiter: character("delimiter") ?? (isTabs ? "\t" : null),
    quote: character("quoteChar"),
    escape: dialect.doubleQuote === true ? null : character("escapeChar"),
    comment: character("commentChar"),
    trimStart: dialect.skipInitialSpace === true,
  };
}

/** Return the header to assume. Of several files, only the first must have its own. */
function headerOf({ section, fields }: PackageResource, part: number): GivenHeader | null {
  const names = fields.map(({ name }) => name);
  if (objectAt(section, "dialect").header === false) return { names, optional: false };
  return part === 0 ? null : { names, optional: true };
}

function missingOf(section: Section): readonly string[] {
  const { missingValues } = objectAt(section, "schema");
  const list = Array.isArray(missingValues) ? missingValues : [];
  return list.filter((value): value is string => typeof value === "string" && value !== "");
}

function objectAt(section: Section, key: string): Readonly<Record<string, unknown>> {
  const value = given(section, key);
  // A copy without a prototype has only the keys that the descriptor has.
  return isObject(value) ? Object.assign(Object.create(null), value) : Object.create(null);
}
