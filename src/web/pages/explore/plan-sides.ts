import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { sayFirst } from "../parts/say-phrase.js";

/** Names of a plan and of its outturn. */
export type PlanSides = readonly [plan: string, outturn: string];

/** Name the plan and the outturn that a figure compares; `null` if it compares neither. */
export function planSides(locale: PageLocale, { terms, pair }: Pick<PageTable, "terms" | "pair">): PlanSides | null {
  const sides = terms?.sides ?? pair;
  return sides ? [sayFirst(locale, sides.other), sayFirst(locale, sides.own)] : null;
}

/** Say in words that a chart has two columns for each. */
export function explainSides({ words, fill }: PageLocale, sides: PlanSides | null): readonly string[] {
  if (!sides) return [];
  return [fill(words.charts.planned.columns, { other: isolate(sides[0]), own: isolate(sides[1]) })];
}

/** Name both sides in the title of a chart. */
export function labelSides({ words, fill }: PageLocale, title: string, [other, own]: PlanSides): string {
  return fill(words.charts.planned.title, { title, other: isolate(other), own: isolate(own) });
}
