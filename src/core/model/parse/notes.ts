import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { readCalendarValue } from "../calendar-values.js";
import { type Attribute, type Dimension, type Note, NOTE_KINDS, type NoteCut, type NoteKind } from "../cube.js";
import { readClauses } from "../clauses.js";
import { didYouMean } from "../nearest.js";
import { findReference } from "../references.js";
import { requireDouble } from "../values/convert.js";
import { decimalNumber } from "../values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../values/numbers.js";
import { listForms } from "../values/unicode-form.js";
import { isError, type ValueError } from "../values/value.js";
import type { Fields } from "./fields.js";
import { asSection, error, filledTextAt, requiredTextAt, given, quoted, type Section } from "./section.js";
import { checkReference } from "./views.js";

/** Number of errors after which reading stops: finding similar names for each error costs time. */
const MAX_ERRORS = 1000;

/** Matches the value of a clause that other calls read as a range. */
const RANGE = /^[[{].*\sTO\s.*[\]}]$/s;

/**
 * Read the notes of a model.
 * @param isLoaded true for a model that an earlier version may have loaded: what it took for a text stays one
 */
export function readNotes(document: Section, fields: Fields, isLoaded: boolean): readonly Note[] {
  const list = given(document, "notes");
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    error(document, "notes", errorText("not_a_list_of_notes", { value: quoted(list) }));
    return [];
  }
  const notes: Note[] = [];
  for (const [id, item] of list.entries()) {
    if (item === null) continue;
    if (document.errors.length > MAX_ERRORS) break;
    const section = asSection(item, `notes[${id}]`, document.errors);
    if (section) notes.push(readNote(section, id, fields, isLoaded));
  }
  return notes;
}

function readNote(section: Section, id: number, fields: Fields, isLoaded: boolean): Note {
  const on = readOn(section, fields, isLoaded);
  const kind = readKind(section);
  const text = requiredTextAt(section, "text", "what readers of the figures must know");
  return { id, kind, text: text.trim(), on };
}

function readKind(section: Section): NoteKind {
  const text = filledTextAt(section, "kind")?.trim() ?? "note";
  const kind = NOTE_KINDS.find((known) => known === text);
  if (!kind) {
    const remedy =
      didYouMean(text, NOTE_KINDS) || phraseText("write_known", { known: '"break", "provisional" or "note"' });
    error(section, "kind", errorText("not_a_kind_of_note", { value: quoted(text), remedy }));
  }
  return kind ?? "note";
}

/** A cut of a note, as it is read. */
interface ReadCut extends NoteCut {
  readonly values: (string | number)[];
}

/** Read the cut of a note; values of one attribute are united, as those of cuts. */
function readOn(section: Section, fields: Fields, isLoaded: boolean): readonly NoteCut[] {
  const text = requiredTextAt(section, "on", 'a cut, such as "year:2010"');
  const cuts = new Map<string, ReadCut>();
  const reported = section.errors.length;
  const clauses = readClauses<string>(text, (sentence) => error(section, "on", sentence));
  if (text !== "" && clauses.length === 0 && section.errors.length === reported) {
    error(section, "on", `${quoted(text)} is empty; write a cut, such as "year:2010"`);
  }
  for (const { field, value } of clauses) {
    if (field.startsWith("!") || RANGE.test(value.trim())) {
      error(section, "on", errorText("not_a_value_in_a_note", { detail: quoted(`${field}:${value}`) }));
      continue;
    }
    const before = section.errors.length;
    checkReference(section, "on", field, fields);
    const found = findReference(fields, field);
    if (!found || section.errors.length > before) continue;
    const { dimension, attribute = null } = found;
    const target = attribute ?? dimension.identity;
    const read = readValue(dimension, target, value);
    if (isError(read) && !isLoaded) error(section, "on", read.error);
    const { in: name, value: typed } = isError(read) ? { in: target.name, value } : read;
    const key = `${dimension.index}.${target.index}`;
    const cut = cuts.get(key) ?? { dimension: dimension.name, attribute: name, values: [] };
    if (cut.attribute !== name && !isLoaded)
      error(section, "on", errorText("mixed_precisions_in_a_note", { value: quoted(text), field: quoted(field) }));
    for (const form of listForms(typed)) if (!cut.values.includes(form)) cut.values.push(form);
    cuts.set(key, cut);
  }
  return [...cuts.values()];
}

/** A value, and the attribute that has it. */
interface PlacedValue {
  readonly in: string;
  readonly value: string | number;
}

/** Read a value: numbers as such, dates and parts of them as cuts do. A year or a month of days is one of their attributes. */
function readValue(dimension: Dimension, attribute: Attribute, text: string): PlacedValue | ValueError {
  const { name, type } = attribute;
  if (type === "number") {
    const number = parseDecimal(text, PLAIN_NUMBERS);
    if (isError(number))
      return { error: errorText("not_one_of_the_numbers", { name: quoted(name), value: quoted(text) }) };
    const kept = requireDouble(number);
    return isError(kept) ? { error: `${quoted(text)} ${kept.error}` } : { in: name, value: decimalNumber(number) };
  }
  const read = dimension.kind === "date" ? readCalendarValue(dimension, attribute, text) : null;
  if (read === null || text === "") return { in: name, value: text };
  if (isError(read)) return { error: `${quoted(text)} ${read.error}` };
  if (read.isWhole) return { in: name, value: read.text };
  return read.text.length === 4
    ? { in: "year", value: read.text }
    : { in: "yearmonth", value: read.text.replace("-", "") };
}
