import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { MAX_CORRECTED, type MemberCorrections } from "../member-corrections.js";
import { composeText } from "../values/unicode-form.js";
import { error, quoted, scalarText, sectionAt, type Section } from "./section.js";

/**
 * Read the corrections of a dimension's members; `undefined` without any. Wrong ones are reported.
 * @param hasLabels true if members have labels beside their names
 */
export function readCorrections(section: Section, hasLabels: boolean): MemberCorrections | undefined {
  const written = sectionAt(section, "corrections");
  if (!written) return undefined;
  for (const key of Object.keys(written.json)) {
    if (key !== "values" && key !== "labels") error(written, key, errorText("unknown_key_of_corrections"));
  }
  const values = readTexts(written, "values");
  const labels = readTexts(written, "labels");
  for (const [name, member] of values) {
    const next = values.get(member);
    if (name === member) error(written, `values.${name}`, errorText("corrected_to_itself", { name: quoted(name) }));
    else if (next !== undefined) {
      const remedy =
        next === name ? phraseText("write_one_of_the_two") : phraseText("write_value", { value: quoted(next) });
      error(written, `values.${name}`, errorText("corrected_twice", { member: quoted(member), remedy }));
    }
  }
  for (const name of labels.keys()) {
    const member = values.get(name);
    if (!hasLabels) error(written, `labels.${name}`, errorText("corrected_without_labels"));
    else if (member !== undefined) {
      error(written, `labels.${name}`, errorText("label_of_corrected", { member: quoted(member) }));
    }
  }
  return values.size + labels.size === 0 ? undefined : { values, labels };
}

/** Read texts by names, without `null`, both in NFC, in which members are compared. */
function readTexts(section: Section, key: string): ReadonlyMap<string, string> {
  const written = sectionAt(section, key);
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(written?.json ?? {})) {
    if (value === null) continue;
    const text = scalarText(value);
    if (text === undefined || text.trim() === "") {
      error(written!, name, errorText("not_as_expected", { value: quoted(value), expected: "a text" }));
    } else if (text.length > MAX_CORRECTED) {
      error(written!, name, errorText("corrected_text_too_long", { maximum: MAX_CORRECTED, length: text.length }));
    } else texts.set(composeText(name), composeText(text));
  }
  return texts;
}
