import { attributeNameError, fieldNameError } from "../../core/model/parse/names.js";
import { slug } from "../../core/model/values/slug.js";

/** Return `name`, or `name-2`, `name-3` … if it is taken, and mark the result as taken. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count++) unique = `${name}-${count}`;
  taken.add(unique);
  return unique;
}

/** Unique names for the fields of a model. */
export class FieldNames {
  readonly #taken = new Set<string>();

  /**
   * Return a free name for a field, as close to `text` as possible.
   * @param kind measures have more reserved names than dimensions
   */
  take(text: string, kind: "measure" | "dimension" = "dimension"): string {
    const plain = inForm(text);
    const allowed = fieldNameError(kind, plain) === null ? plain : `${plain}_`;
    let name = this.#apart(allowed);
    for (let count = 2; this.#clashes(name); count++) name = `${allowed}-${count}`;
    this.#taken.add(name);
    return name;
  }

  #clashes(name: string): boolean {
    return this.#taken.has(name) || this.#apart(name) !== name;
  }

  /** Change a name so that the model does not have both `x` and `x_id`. */
  #apart(name: string): string {
    const stem = name.endsWith("_id") ? name.slice(0, -3) : null;
    if (stem !== null && this.#taken.has(stem)) return `${stem}-id`;
    return this.#taken.has(`${name}_id`) ? `${name}-name` : name;
  }
}

/** Return a free name for an attribute of a dimension, as close to `text` as possible. */
export function attributeName(text: string, taken: Set<string>): string {
  const plain = inForm(text);
  return uniqueName(attributeNameError(plain) === null ? plain : `${plain}_`, taken);
}

function inForm(text: string): string {
  const trimmed = text.trim();
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(trimmed)) return trimmed;
  const ascii = slug(trimmed).replaceAll("-", "_");
  return /^[a-z_]/.test(ascii) ? ascii : `_${ascii}`;
}
