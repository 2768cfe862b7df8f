import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
/** An object in a model file, with its path and the list of errors. */
export interface Section {
  /** Path as written in messages: `mapping.cofog1.attributes.name`. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** All errors of the model so far; shared by all its sections. */
  readonly errors: string[];
}

/** Report an error of a section, or of one of its keys. */
export function error(section: Section, key: string | null, sentence: string): void {
  section.errors.push(`${pathOf(section, key)}: ${sentence}`);
}

/** Return the value of a key; `undefined` if it is missing or `null`. Inherited properties are never returned. */
export function given(section: Section, key: string): unknown {
  return Object.hasOwn(section.json, key) ? (section.json[key] ?? undefined) : undefined;
}

/** Return a key's text; `undefined` if it is missing. Values of other types are reported, and give `undefined`. */
export function textAt(section: Section, key: string): string | undefined {
  const value = given(section, key);
  if (value === undefined || typeof value === "string") return value;
  error(section, key, errorText("not_a_text", { value: quoted(value) }));
  return undefined;
}

/** Return a key's text; `undefined` if it is missing or only white space. */
export function filledTextAt(section: Section, key: string): string | undefined {
  const text = textAt(section, key);
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** Return a key's text; a missing or empty one is reported and becomes empty. @param expected what to write */
export function requiredTextAt(section: Section, key: string, expected: string): string {
  const before = section.errors.length;
  const text = filledTextAt(section, key);
  if (text === undefined && section.errors.length === before)
    error(section, key, errorText("key_missing", { expected }));
  return text ?? "";
}

/** Return a key's flag; false if it is missing. Values of other types are reported. */
export function flagAt(section: Section, key: string): boolean {
  const value = given(section, key);
  if (value === undefined || typeof value === "boolean") return value ?? false;
  error(section, key, errorText("not_a_flag", { value: quoted(value) }));
  return false;
}

/** Return a key's list of texts, without `null`; `undefined` if it is missing. Wrong items are reported by position. */
export function textsAt(section: Section, key: string): readonly string[] | undefined {
  const list = given(section, key);
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) {
    const remedy = typeof list === "string" ? phraseText("write_known", { known: `[${quoted(list)}]` }) : "";
    error(section, key, errorText("not_a_list_of_texts", { value: quoted(list), remedy }));
    return undefined;
  }
  const texts: string[] = [];
  list.forEach((item: unknown, i) => {
    if (typeof item === "string") texts.push(item);
    else if (item !== null) error(section, `${key}[${i}]`, errorText("not_a_text", { value: quoted(item) }));
  });
  return texts;
}

/** Return a key's object as a section; `undefined` if it is missing. Values of other types are reported. */
export function sectionAt(section: Section, key: string): Section | undefined {
  const value = given(section, key);
  return value === undefined ? undefined : asSection(value, pathOf(section, key), section.errors);
}

/** Return an object as a section; anything else is reported, and gives `undefined`. */
export function asSection(value: unknown, path: string, errors: string[]): Section | undefined {
  if (isObject(value)) return { path, json: value, errors };
  errors.push(`${path}: ${errorText("not_an_object", { value: quoted(value) })}`);
  return undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return a text, number or boolean as text, for constants, defaults and cuts; `undefined` for other types. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Print a value for a message, shortened. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Return the path of a section, or of one of its keys, shortened. */
export function pathOf(section: Section, key: string | null): string {
  if (key === null) return section.path;
  const short = key.length > 120 ? `${key.slice(0, 119)}…` : key;
  return section.path === "" ? short : `${section.path}.${short}`;
}
