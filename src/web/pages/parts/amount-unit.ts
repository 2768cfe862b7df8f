import type { AmountUnit } from "../../../calls/views/pages/amount-unit.js";
import { sayPhrase } from "./say-phrase.js";
import { enumerate, type FigureSpeech } from "./enumerate.js";
import type { Names } from "./names.js";

/** The words of a language with its names of countries. */
export interface UnitSpeech extends FigureSpeech {
  readonly names: Pick<Names, "territory" | "list">;
}

/** Write what amounts are per person, a share of, or in prices of, as the end of a caption; empty for amounts as paid. */
export function writeUnit(locale: UnitSpeech, unit: Omit<AmountUnit, "currency">): string {
  const { words, fill } = locale;
  const { units } = words.figures;
  const { per, places, shareOf, prices } = unit;
  return enumerate(locale, [
    ...(shareOf === null ? [] : [fill(units.shareOf, { whole: shareOf })]),
    ...(per === null ? [] : [writePerOf(locale, per, places)]),
    ...(prices === null ? [] : [fill(units.prices, { period: sayPhrase(locale, prices) })]),
  ]);
}

/** Write what amounts are divided by: people, in the one text that a language has for it, or a unit of the data. */
export function writePer({ words, fill }: FigureSpeech, unit: string): string {
  const { per, perPerson } = words.figures.units;
  return unit === "person" ? perPerson : fill(per, { unit });
}

/** The same with the countries that all people are of, where the dataset may be of others. */
export function writePerOf(locale: UnitSpeech, unit: string, places: readonly string[] = []): string {
  const per = writePer(locale, unit);
  const { names, words, fill } = locale;
  return places.length === 0
    ? per
    : fill(words.figures.units.perOf, { per, place: names.list(places.map(names.territory)) });
}

/** Add the unit of amounts to a title, unless it has it. */
export function withUnit({ words, fill }: FigureSpeech, title: string, unit: string): string {
  return unit === "" || title.endsWith(unit) ? title : fill(words.said.and, { first: title, second: unit });
}
