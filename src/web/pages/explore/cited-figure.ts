import { parseAdjustments } from "../../../core/query/aggregate/adjustments.js";
import { parameters } from "../../../core/query/parameters.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { sayFirst } from "../parts/say-phrase.js";
import { hasTotal, isWhole } from "../tables/added-members.js";
import { nameOthers } from "../tables/row-names.js";
import { writeTerm } from "../tables/term-cells.js";
import { stateQuery } from "./explore-links.js";
import { titleOfState } from "./title.js";

/**
 * Write the amounts that the citation of a state is of, with what they are and all their digits: those of a state that is
 * split by nothing, and of the row of all others below the largest cells of two splits; `null` for other states.
 */
export function textOfFigure(page: Exploration, locale: PageLocale): string | null {
  const { figure, state, dataset, adjusting } = page;
  if (state.drilldown.length > 1) return textOfRest(page, locale);
  if (state.drilldown.length > 0 || figure.numEntries === 0 || !hasTotal(figure)) return null;
  const { words, fill } = locale;
  const money = locale.numbers.money(dataset.currency, adjusting.unit);
  const title = titleOfState(page, locale);
  const sums = figure.totals.map(
    (total, at) => [isolate(figure.measures[at]!.label), money.of(figure.measures[at]).exact(total)] as const,
  );
  const terms = (figure.terms?.columns ?? []).flatMap(({ label, format, unit }, at) => {
    const total = figure.terms!.totals[at];
    if (total == null) return [];
    const own = money.of({ unit });
    const shown = format === "amount" ? own.exact(total) : writeTerm(locale, format, total, own);
    return [[sayFirst(locale, label), shown] as const];
  });
  const all = [...sums, ...terms];
  const named = all.map(([label, value]) => fill(words.explore.fact, { label, value }));
  return fill(words.explore.fact, { label: title, value: all.length === 1 ? all[0]![1] : named.join("; ") });
}

/** Write the amounts of the others below so many largest cells, which only their table tells; `null` without such a row. */
function textOfRest(page: Exploration, locale: PageLocale): string | null {
  const { figure, state, dataset, adjusting } = page;
  const { rest } = figure;
  if (!/^\d+$/.test(state.top ?? "") || rest.cells === 0 || !isWhole(figure)) return null;
  const { fill } = locale;
  const { fact } = locale.words.explore;
  const money = locale.numbers.money(dataset.currency, adjusting.unit);
  const sums = rest.amounts.map((amount, at) => {
    const measure = figure.measures[at]!;
    const text = money.of(measure).exact(amount);
    return rest.amounts.length === 1 ? text : fill(fact, { label: isolate(measure.label), value: text });
  });
  const value = fill(fact, { label: nameOthers(locale, rest.cells), value: sums.join("; ") });
  return fill(fact, { label: titleOfState(page, locale), value });
}

/** Return the address that the citation of a state leads to. */
export function addressOfState(page: Exploration): string {
  const adjust = parseAdjustments(parameters(page.adjusting.cited), []);
  return `${page.dataset.html_url}/explore${stateQuery(page, { adjust })}`;
}
