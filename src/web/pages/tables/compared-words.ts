import { sayPhrase, sayWithin } from "../parts/say-phrase.js";
import type { Sides } from "../../../calls/views/pages/sides.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Amounts that differ by less are about the same. */
export const SAME_CHANGE = 0.0005;
/** Differences above this are written as a factor. */
export const MAX_CHANGE = 10;

/**
 * Write how an amount compares with the other side, in words that are true of what the sides are: amounts rise and
 * fall to later times, plans are reached, and members and earlier times have more or less.
 * @param change 0.1 is a tenth more
 */
export function writeCompared(locale: PageLocale, sides: Sides | undefined, change: number): string {
  const { numbers, words, fill } = locale;
  const { kind, other, isLater } = sides ?? { kind: "time", other: "", isLater: true };
  const than = isolate(sayPhrase(locale, other));
  const { compared } = words.figures;
  if (sides?.uneven) return compared.unlikeMonths;
  if (kind === "plan") return fill(compared.ofPlan, { share: numbers.share(1 + change) });
  if (kind === "whole")
    return fill(compared.ofWhole, { share: numbers.share(1 + change), whole: isolate(sayWithin(locale, other)) });
  const by = numbers.share(Math.abs(change));
  const times = numbers.ratio(Math.round(change + 1));
  const isSame = Math.abs(change) < SAME_CHANGE;
  if (isLater) {
    if (isSame) return than === "" ? compared.sameAsBefore : fill(compared.sameInTime, { period: than });
    if (change > MAX_CHANGE) return fill(compared.timesInTime, { times, period: than });
    if (than === "") return fill(change > 0 ? compared.rose : compared.fell, { share: by });
    return fill(change > 0 ? compared.roseOn : compared.fellOn, { share: by, period: than });
  }
  if (isSame) return fill(compared.same, { other: than });
  if (change > MAX_CHANGE) return fill(compared.times, { times, other: than });
  return fill(change > 0 ? compared.more : compared.less, { share: by, other: than });
}
