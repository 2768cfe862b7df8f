import type { AmountUnit } from "../../../calls/views/pages/page-adjusting.js";
import type { EnglishWords } from "../../words/english.js";
import { enumerate, type FigureSpeech } from "./enumerate.js";

/** Write what amounts are per person, a share of, or in prices of, as the end of a caption; empty for amounts as paid. */
export function writeUnit(
  { words, fill }: FigureSpeech,
  { per, shareOf, prices }: Omit<AmountUnit, "currency">,
): string {
  const { units } = words.figures;
  return enumerate({ words, fill }, [
    ...(shareOf === null ? [] : [fill(units.shareOf, { whole: shareOf })]),
    ...(per === null ? [] : [fill(units.per, { unit: nameUnit(units, per) })]),
    ...(prices === null ? [] : [fill(units.prices, { period: prices })]),
  ]);
}

/** Name a unit that amounts are divided by: a person, or one of the data. */
export function nameUnit({ person }: EnglishWords["figures"]["units"], unit: string): string {
  return unit === "person" ? person : unit;
}

/** Add the unit of amounts to a title, unless it has it. */
export function withUnit({ words, fill }: FigureSpeech, title: string, unit: string): string {
  return unit === "" || title.endsWith(unit) ? title : fill(words.said.and, { first: title, second: unit });
}
