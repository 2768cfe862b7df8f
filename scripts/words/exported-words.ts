import type { Text } from "#src/web/words/text.js";
import { formsWithExamples, tagsOf } from "./check-words.js";
import { SECTIONS, TRANSLATABLE } from "./sections.js";
import { listTexts } from "./list-texts.js";
import { ERROR_SLOTS } from "./error-slots.js";
import { SLOTS, SLOTS_OF_TEXTS } from "./slots.js";
import { readWords } from "./words-file.js";

/** What translators get: every text in English, what it is for, and its translation as far as there is one. */
export interface ExportedWords {
  readonly language: string;
  readonly note: string;
  /** The plural forms of the language, each with numbers that it goes with. */
  readonly forms: Readonly<Record<string, string>>;
  readonly texts: readonly ExportedText[];
}

export interface ExportedText {
  readonly key: string;
  readonly english: Text;
  /** Where it stands. */
  readonly context: string;
  /** What stands in for `<name>`. */
  readonly slots?: Readonly<Record<string, string>>;
  /** The forms that a translation must have. */
  readonly forms?: readonly string[];
  /** Empty where there is none yet. */
  readonly translation: Text;
}

const NOTE =
  'Write translations into "translation" and nothing else. <name> stands for a value and must stay as it is, anywhere in the sentence; <name>…</name> surrounds words that become a link or are emphasized: translate what is between. Where a text has forms, write each of them; "forms" above says with which numbers each goes.';

/** Gather the words of a language for translators. */
export function exportWords(language: string): ExportedWords {
  const present = new Map(listTexts(readWords(language) ?? {}));
  const forms = formsWithExamples(language);
  const texts = [...listTexts(TRANSLATABLE)].map(([key, english]): ExportedText => {
    const isPlural = typeof english !== "string";
    const slots = [...new Set((isPlural ? Object.values(english) : [english]).flatMap(tagsOf))].filter(
      (tag) => !tag.startsWith("/"),
    );
    const empty = isPlural ? (Object.fromEntries(Object.keys(forms).map((form) => [form, ""])) as Text) : "";
    return {
      key,
      english,
      context: SECTIONS[key.split(".", 1)[0] as keyof typeof SECTIONS],
      ...(slots.length > 0 && {
        slots: Object.fromEntries(slots.map((name) => [name, meaningOf(name, english, key)])),
      }),
      ...(isPlural && { forms: Object.keys(forms) }),
      translation: present.get(key) ?? empty,
    };
  });
  return { language, note: NOTE, forms, texts };
}

function meaningOf(name: string, english: Text, key: string): string {
  const isPair = (typeof english === "string" ? [english] : Object.values(english)).some((text) =>
    text.includes(`</${name}>`),
  );
  return isPair ? "surrounds words" : (SLOTS_OF_TEXTS[key]?.[name] ?? SLOTS[name] ?? ERROR_SLOTS[name] ?? "");
}
