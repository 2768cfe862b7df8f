/** A part of a model file that is being read: an object, where it stands, and where its faults go. */
export interface Section {
  /** As faults name it: `mapping.cofog1.attributes.name`. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Every fault of the model so far; shared by all its sections. */
  readonly errors: string[];
}

/** Report a fault of a section, or of one of its keys. */
export function error(section: Section, key: string | null, sentence: string): void {
  section.errors.push(`${pathOf(section, key)}: ${sentence}`);
}

/** What stands under a key; `undefined` for what is missing or `null`. Names from outside never meet a prototype. */
export function given(section: Section, key: string): unknown {
  return Object.hasOwn(section.json, key) ? (section.json[key] ?? undefined) : undefined;
}

/** A text; `undefined` where there is none, and where something else stands there, which is reported. */
export function textAt(section: Section, key: string): string | undefined {
  const value = given(section, key);
  if (value === undefined || typeof value === "string") return value;
  error(section, key, `${quoted(value)} must be a text in quotes`);
  return undefined;
}

/** A text with something in it besides white space. */
export function filledTextAt(section: Section, key: string): string | undefined {
  const text = textAt(section, key);
  return text === undefined || text.trim() === "" ? undefined : text;
}

export function flagAt(section: Section, key: string): boolean {
  const value = given(section, key);
  if (value === undefined || typeof value === "boolean") return value ?? false;
  error(section, key, `${quoted(value)} must be true or false`);
  return false;
}

/** A list of texts, without nulls, with the position of each. */
export function textsAt(section: Section, key: string): readonly string[] | undefined {
  const list = given(section, key);
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) {
    const remedy = typeof list === "string" ? `; write [${quoted(list)}]` : "";
    error(section, key, `${quoted(list)} must be a list of texts${remedy}`);
    return undefined;
  }
  const texts: string[] = [];
  list.forEach((item: unknown, i) => {
    if (typeof item === "string") texts.push(item);
    else if (item !== null) error(section, `${key}[${i}]`, `${quoted(item)} must be a text in quotes`);
  });
  return texts;
}

/** An object as a section of its own. */
export function sectionAt(section: Section, key: string): Section | undefined {
  const value = given(section, key);
  return value === undefined ? undefined : asSection(value, pathOf(section, key), section.errors);
}

/** `value` as a section; reported when it is not an object. */
export function asSection(value: unknown, path: string, errors: string[]): Section | undefined {
  if (isObject(value)) return { path, json: value, errors };
  errors.push(`${path}: ${quoted(value)} must be an object, { … }`);
  return undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text, number or truth value as text, as constants, defaults and cuts may be written; `undefined` for others. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A value for a message, shortened. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Where a key of a section stands. */
export function pathOf(section: Section, key: string | null): string {
  if (key === null) return section.path;
  const short = key.length > 120 ? `${key.slice(0, 119)}…` : key;
  return section.path === "" ? short : `${section.path}.${short}`;
}
