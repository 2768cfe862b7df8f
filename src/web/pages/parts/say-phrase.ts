import type { SaidPhrase, PhraseName } from "../../../calls/views/pages/phrase.js";
import type { Fill } from "../../words/fill.js";
import type { FigureSpeech } from "./enumerate.js";

/** Write a phrase in the locale's language. */
export function sayPhrase(locale: FigureSpeech, said: SaidPhrase): string {
  if (typeof said === "string") return said;
  const texts: Readonly<Record<PhraseName, string>> = locale.words.said;
  const isWhole = said.say === "allOf" || said.say === "allOfWithin";
  const write = (each: SaidPhrase): string => {
    const text = sayPhrase(locale, each);
    return isWhole ? (locale.within?.(text) ?? text) : text;
  };
  const values = Object.fromEntries(Object.entries(said.values).map(([name, each]) => [name, write(each)]));
  // The names of slots are those of the phrase.
  return (locale.fill as (text: string, values: object) => ReturnType<Fill>)(texts[said.say], values);
}

/** Write a phrase within a sentence: a whole begins with a small letter there. */
export function sayWithin(locale: FigureSpeech, said: SaidPhrase): string {
  const isWhole = typeof said !== "string" && said.say === "allOf";
  return sayPhrase(locale, isWhole ? { ...said, say: "allOfWithin" } : said);
}

/** Write a phrase as it begins a line. */
export function sayFirst(locale: FigureSpeech & { readonly spoken: string }, said: SaidPhrase): string {
  const text = sayPhrase(locale, said);
  return typeof said === "string" ? text : text.charAt(0).toLocaleUpperCase(locale.spoken) + text.slice(1);
}
