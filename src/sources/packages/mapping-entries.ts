import { errorText } from "../../core/errors/error-text.js";
import {
  asSection,
  error,
  filledTextAt,
  given,
  isObject,
  pathOf,
  quoted,
  type Section,
} from "../../core/model/parse/section.js";

/** Read named parts of a mapping: an object or, as in drafts of the specification, a list of objects with a `name`. */
export function entriesAt(
  section: Section,
  key: string,
): readonly { readonly name: string; readonly section: Section }[] {
  const value = given(section, key);
  if (value === undefined) return [];
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, item]) => {
      const entry = item === null ? undefined : asSection(item, pathOf(section, `${key}.${name}`), section.errors);
      return entry ? [{ name, section: entry }] : [];
    });
  }
  if (!Array.isArray(value)) {
    error(section, key, errorText("not_an_object", { value: quoted(value) }));
    return [];
  }
  return value.flatMap((item: unknown, at) => {
    const entry = asSection(item, pathOf(section, `${key}[${at}]`), section.errors);
    const name = entry && filledTextAt(entry, "name");
    if (entry && name === undefined) error(entry, "name", "is missing");
    return entry && name !== undefined ? [{ name, section: entry }] : [];
  });
}
