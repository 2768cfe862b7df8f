import type { SaidPhrase, PhraseName } from "../../../calls/views/pages/phrase.js";
import type { Fill } from "../../words/fill.js";
import type { PageReader } from "./reader.js";

/** Write a phrase in the reader's language. */
export function sayPhrase(reader: Pick<PageReader, "words" | "fill">, said: SaidPhrase): string {
  if (typeof said === "string") return said;
  const texts: Readonly<Record<PhraseName, string>> = reader.words.said;
  const values = Object.fromEntries(Object.entries(said.values).map(([name, each]) => [name, sayPhrase(reader, each)]));
  // The names of slots are those of the phrase.
  return (reader.fill as (text: string, values: object) => ReturnType<Fill>)(texts[said.say], values);
}

/** Write a phrase as it begins a line. */
export function sayFirst(reader: Pick<PageReader, "words" | "fill" | "spoken">, said: SaidPhrase): string {
  const text = sayPhrase(reader, said);
  return typeof said === "string" ? text : text.charAt(0).toLocaleUpperCase(reader.spoken) + text.slice(1);
}
