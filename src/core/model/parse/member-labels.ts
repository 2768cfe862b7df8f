import { errorText } from "../../errors/error-text.js";
import type { LabelsByLanguage } from "../member-labels.js";
import { composeText, withForms } from "../values/unicode-form.js";
import { languageCode } from "./codes.js";
import { error, quoted, scalarText, sectionAt, type Section } from "./section.js";

/** Read the labels of members by name that a dimension has for languages, as `labels_fr`. What is no language is ignored. */
export function readMemberLabels(section: Section): LabelsByLanguage {
  const labels = new Map<string, ReadonlyMap<string, string>>();
  for (const key of Object.keys(section.json)) {
    const language = /^labels_([a-z]{2})$/.exec(key)?.[1];
    if (language === undefined || !("code" in languageCode(language))) continue;
    const own = textMapAt(section, key, "a label");
    if (own) labels.set(language, own);
  }
  return labels;
}

/**
 * Read an object of texts, without `null`, by the Unicode forms of their names; `null` if it is missing or not an object.
 * Wrong values are reported.
 */
export function textMapAt(section: Section, key: string, expected: string): ReadonlyMap<string, string> | null {
  const written = sectionAt(section, key);
  if (!written) return null;
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(written.json)) {
    if (value === null) continue;
    const text = scalarText(value)?.trim();
    if (text) texts.set(name, composeText(text));
    else error(written, name, errorText("not_as_expected", { value: quoted(value), expected }));
  }
  return withForms(texts);
}
