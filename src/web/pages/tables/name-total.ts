import { enumerate, type FigureSpeech } from "../parts/enumerate.js";

/** Name a total: one that adds up several years, which are budgets of the same things, says so. */
export function nameTotal(locale: FigureSpeech, { addsYears = false }: { readonly addsYears?: boolean }): string {
  const { total, yearsTogether } = locale.words.figures;
  return addsYears ? enumerate(locale, [total, yearsTogether]) : total;
}
