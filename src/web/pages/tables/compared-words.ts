import type { Sides } from "../../../calls/views/pages/sides.js";
import { isolate } from "../parts/isolate.js";
import type { PageReader } from "../parts/reader.js";

/** Amounts that differ by less are about the same. */
const SAME = 0.0005;
/** Differences above this are written as a factor. */
const TIMES = 10;

/**
 * Write how an amount compares with the other side, in words that are true of what the sides are: times rise and fall,
 * plans are reached, and members have more or less.
 * @param change 0.1 is a tenth more
 */
export function writeCompared({ numbers }: PageReader, sides: Sides | undefined, change: number): string {
  const { kind, other } = sides ?? { kind: "time", other: "" };
  const than = isolate(other);
  if (kind === "plan") return `${numbers.share(1 + change)} of the plan`;
  if (kind === "whole") return `${numbers.share(1 + change)} of ${lowerFirst(than)}`;
  const by = numbers.share(Math.abs(change));
  const isSame = Math.abs(change) < SAME;
  if (kind === "time") {
    const since = than === "" ? "" : ` on ${than}`;
    if (isSame) return `as much as in ${than || "the period before"}`;
    if (change > TIMES) return `${numbers.ratio(Math.round(change + 1))} times as much as in ${than}`;
    return change > 0 ? `rose by ${by}${since}` : `fell by ${by}${since}`;
  }
  if (isSame) return `as much as ${than}`;
  if (change > TIMES) return `${numbers.ratio(Math.round(change + 1))} times as much as ${than}`;
  return `${by} ${change > 0 ? "more" : "less"} than ${than}`;
}

function lowerFirst(text: string): string {
  return text.startsWith("All of ") ? `all of ${text.slice("All of ".length)}` : text;
}
