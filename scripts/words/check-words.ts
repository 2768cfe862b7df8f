import type { Text } from "#src/web/words/text.js";
import { listTexts } from "./list-texts.js";
import { MAY_BE_ENGLISH, TRANSLATABLE } from "./sections.js";

/** Numbers of things, of which texts are; in Hebrew, the form of 1 is also that of fractions, which nobody counts. */
const COUNTS: readonly number[] = [...Array.from({ length: 1002 }, (_, n) => n), 1e6, 2e6];

/** Numbers by whose plural categories the forms of a language are known, with fractions. */
const COUNTED: readonly number[] = [...COUNTS, 0.5, 1.5, 10.1];

/** List what is wrong with the words of a language, each with its key; nothing if they are complete. */
export function checkWords(words: unknown, language: string): readonly string[] {
  if (typeof words !== "object" || words === null) return ["must be an object of sections"];
  const given = new Map(listTexts(words));
  const english = new Map(listTexts(TRANSLATABLE));
  const forms = formsOf(language);
  return [
    ...[...english].flatMap(([key, text]) => checkText(key, text, given.get(key), forms)),
    ...[...given.keys()].filter((key) => !english.has(key)).map((key) => `${key}: there is no such text in English`),
  ];
}

/** The plural categories of a language, and whether each is of one number only. */
type Forms = ReadonlyMap<string, { readonly isOneNumber: boolean }>;

function formsOf(language: string): Forms {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  return new Map(
    pluralCategories
      .toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map((category) => [category, { isOneNumber: COUNTS.filter((n) => rules.select(n) === category).length === 1 }]),
  );
}

const ORDER: readonly string[] = ["zero", "one", "two", "few", "many", "other"];

/** Return the plural categories of a language, each with numbers that it goes with. */
export function formsWithExamples(language: string): Readonly<Record<string, string>> {
  const rules = new Intl.PluralRules(language);
  const examplesOf = (form: string): string => {
    const numbers = COUNTED.filter((n) => rules.select(n) === form);
    return `${numbers.slice(0, EXAMPLES).join(", ")}${numbers.length > EXAMPLES ? ", …" : ""}`;
  };
  return Object.fromEntries([...formsOf(language).keys()].map((form) => [form, examplesOf(form)]));
}

/** Number of examples for a form. */
const EXAMPLES = 8;

function checkText(key: string, english: Text, text: Text | undefined, forms: Forms): readonly string[] {
  if (text === undefined && MAY_BE_ENGLISH.has(key.split(".", 1)[0]!)) return [];
  if (text === undefined || (typeof text === "string" && text.trim() === "")) return [`${key}: the text is missing`];
  if (typeof english === "string") {
    return typeof text === "string"
      ? checkSlots(key, tagsOf(english), text, true)
      : [`${key}: must be one text, without forms`];
  }
  const tags = [...new Set(Object.values(english).flatMap(tagsOf))];
  const given: Readonly<Record<string, string>> = typeof text === "string" ? {} : text;
  if (Object.keys(given).toSorted().join() !== [...forms.keys()].toSorted().join()) {
    return [`${key}: must have the form${forms.size === 1 ? "" : "s"} ${[...forms.keys()].join(", ")}`];
  }
  return Object.entries(given).flatMap(([form, each]) =>
    each.trim() === ""
      ? [`${key}.${form}: the text is missing`]
      : checkSlots(`${key}.${form}`, tags, each, !forms.get(form)!.isOneNumber),
  );
}

/** @param isWhole false for the form of one number, which may be written without it */
function checkSlots(key: string, english: readonly string[], text: string, isWhole: boolean): readonly string[] {
  const given = tagsOf(text);
  const lacking = english.filter((tag) => !given.includes(tag));
  return [
    ...(isWhole || lacking.length > 1 ? lacking : []).map((tag) => `${key}: <${tag}> is missing`),
    ...given.filter((tag) => !english.includes(tag)).map((tag) => `${key}: <${tag}> is no slot of the English text`),
  ];
}

/** List what stands in angle brackets in a text. */
export function tagsOf(text: string): readonly string[] {
  return [...text.matchAll(/<(\/?[a-z]\w*)>/gi)].map(([, tag]) => tag!);
}
