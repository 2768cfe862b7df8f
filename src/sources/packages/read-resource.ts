import { errorText } from "../../core/errors/error-text.js";
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { Address } from "../ingest/fetch/address.js";
import {
  asSection,
  error,
  filledTextAt,
  given,
  quoted,
  type Section,
  sectionAt,
  textAt,
  textsAt,
} from "../../core/model/parse/section.js";
import { isKnownEncoding } from "../../core/model/encodings.js";
import type { PackageResource, TableField } from "./package.js";
import { uniqueName } from "./field-names.js";

const NO_PATH = "must be the path or the URL of a file";

const OUTSIDE = "is outside the folder of the descriptor; write a path within it, or a URL";

/** Read one resource of a package; errors are stored in its section. */
export function readResource(section: Section, base: Address, names: Set<string>): PackageResource {
  const schema = readSchema(section);
  checkForm(section);
  return {
    section,
    name: uniqueName(filledTextAt(section, "name") ?? "resource", names),
    addresses: locate(section, base),
    fields: schema ? readFields(schema) : [],
    primaryKey: schema ? readKey(schema) : [],
  };
}

function readSchema(section: Section): Section | undefined {
  const schema = given(section, "schema");
  if (typeof schema === "string") {
    error(section, "schema", errorText("schema_not_fetched", { schema: quoted(schema) }));
    return undefined;
  }
  if (schema === undefined) error(section, "schema", 'is missing; write { "fields": [ … ] }');
  return sectionAt(section, "schema");
}

/** Refuse declared formats other than CSV. Other files that are not CSV are refused when they are read. */
function checkForm(section: Section): void {
  const format = filledTextAt(section, "format");
  if (format !== undefined && !/^\.?(csv|tsv|txt|csv\.gz|tsv\.gz|gz)$/i.test(format.trim())) {
    error(section, "format", errorText("format_not_supported", { format: quoted(format) }));
  }
  const encoding = filledTextAt(section, "encoding");
  if (encoding !== undefined && !isKnownEncoding(encoding.trim())) {
    error(section, "encoding", errorText("unknown_resource_encoding", { encoding: quoted(encoding) }));
  }
}

/** Maximum number of fields, as in a model. */
const MAX_FIELDS = 500;

function readFields(schema: Section): readonly TableField[] {
  const list = given(schema, "fields");
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_FIELDS) {
    const wrong =
      list === undefined
        ? "is missing"
        : Array.isArray(list)
          ? `has ${list.length} entries, but must have 1 to ${MAX_FIELDS}`
          : `${quoted(list)} is not a list`;
    error(schema, "fields", `${wrong}; write a list with an object for each column`);
    return [];
  }
  const names = new Set<string>();
  return list.flatMap((item: unknown, at) => {
    const section = asSection(item, `${schema.path}.fields[${at}]`, schema.errors);
    const field = section && readField(section);
    if (!field) return [];
    if (names.has(field.name))
      error(field.section, "name", errorText("field_appears_twice", { name: quoted(field.name) }));
    names.add(field.name);
    return [field];
  });
}

/** Read one column, or one of the `extraFields` of a Fiscal Data Package 1.0; `undefined` without a name. */
export function readField(section: Section): TableField | undefined {
  // Trimmed like the headers of files.
  const name = filledTextAt(section, "name")?.trim();
  if (name === undefined) {
    if (typeof (given(section, "name") ?? "") === "string")
      error(section, "name", "is missing; write the column's header");
    return undefined;
  }
  return {
    section,
    name,
    type: (filledTextAt(section, "type") ?? "string").trim().toLowerCase(),
    title: filledTextAt(section, "title") ?? null,
    description: filledTextAt(section, "description") ?? null,
    format: readFormat(section),
    decimal: filledTextAt(section, "decimalChar") ?? null,
    thousands: textAt(section, "groupChar") ?? null,
    columnType: (filledTextAt(section, "columnType") ?? filledTextAt(section, "osType"))?.trim().toLowerCase() ?? null,
  };
}

function readFormat(section: Section): string | null {
  const format = given(section, "format");
  if (typeof format !== "string") return null;
  const pattern = format.replace(/^fmt:/, "");
  return pattern.includes("%") ? pattern : null;
}

function readKey(schema: Section): readonly string[] {
  const key = given(schema, "primaryKey") ?? given(schema, "primaryKeys") ?? [];
  const names = Array.isArray(key) ? key : [key];
  if (names.every((name) => typeof name === "string")) return names.map((name) => name.trim());
  error(schema, "primaryKey", errorText("not_a_field_name", { key: quoted(key) }));
  return [];
}

/**
 * Return the addresses of a resource's files: its `path`, which is one or more paths relative to the descriptor, or
 * URLs; or else its `url`. Paths outside the descriptor's folder are refused, so that a package cannot read other files.
 * @param base address of the descriptor
 */
export function locate(resource: Section, base: Address): readonly Address[] {
  const key = given(resource, "path") === undefined ? "url" : "path";
  const value = given(resource, key);
  const texts = Array.isArray(value) ? (textsAt(resource, key) ?? []) : [value];
  if (value === undefined || texts.length === 0) {
    const inline = given(resource, "data") === undefined ? "" : "; data within the descriptor is not read";
    error(resource, "path", `is missing; write the path of the CSV file, relative to the descriptor${inline}`);
    return [];
  }
  return texts.flatMap((text) => {
    const address = typeof text === "string" && !text.includes("\0") ? locateFile(text, base) : NO_PATH;
    if (typeof address === "string") error(resource, key, `${quoted(text)} ${address}`);
    return typeof address === "string" ? [] : [address];
  });
}

function locateFile(text: string, base: Address): Address | string {
  if (text.trim() === "") return NO_PATH;
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
    return isWeb ? { kind: "url", url: new URL(text).href } : "cannot be fetched: only http and https URLs can";
  }
  return (base.kind === "file" ? besideFile(text, base.path) : besideUrl(text, base.url)) ?? OUTSIDE;
}

function besideFile(path: string, descriptor: string): Address | null {
  const folder = resolve(dirname(descriptor));
  const file = resolve(folder, path);
  const home = withoutLinks(folder);
  const inner = relative(home, withoutLinks(resolve(home, path)));
  const isInside = inner !== "" && !isAbsolute(path) && !isAbsolute(inner) && inner.split(/[\\/]/)[0] !== "..";
  return isInside ? { kind: "file", path: file } : null;
}

/** Follow the links of a path; one that does not exist is left as it is. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function besideUrl(path: string, descriptor: string): Address | null {
  const folder = new URL(".", descriptor);
  const url = new URL(path, descriptor);
  const isInside = url.origin === folder.origin && url.pathname.startsWith(folder.pathname) && !/^[\\/?#]/.test(path);
  return isInside && url.pathname !== folder.pathname ? { kind: "url", url: url.href } : null;
}
