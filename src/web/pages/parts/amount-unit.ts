import type { AmountUnit } from "../../../calls/views/pages/page-adjusting.js";
import { sayPhrase } from "./say-phrase.js";
import { enumerate, type FigureSpeech } from "./enumerate.js";

/** Write what amounts are per person, a share of, or in prices of, as the end of a caption; empty for amounts as paid. */
export function writeUnit(locale: FigureSpeech, { per, shareOf, prices }: Omit<AmountUnit, "currency">): string {
  const { words, fill } = locale;
  const { units } = words.figures;
  return enumerate(locale, [
    ...(shareOf === null ? [] : [fill(units.shareOf, { whole: shareOf })]),
    ...(per === null ? [] : [writePer(locale, per)]),
    ...(prices === null ? [] : [fill(units.prices, { period: sayPhrase(locale, prices) })]),
  ]);
}

/** Write what amounts are divided by: people, in the one text that a language has for it, or a unit of the data. */
export function writePer({ words, fill }: FigureSpeech, unit: string): string {
  const { per, perPerson } = words.figures.units;
  return unit === "person" ? perPerson : fill(per, { unit });
}

/** Add the unit of amounts to a title, unless it has it. */
export function withUnit({ words, fill }: FigureSpeech, title: string, unit: string): string {
  return unit === "" || title.endsWith(unit) ? title : fill(words.said.and, { first: title, second: unit });
}
