import { MAX_SUBTOTALS, type ExploreState, printState } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { Tree } from "../../../calls/views/pages/tree.js";
import type { FigureKey, PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { Grid } from "../../../calls/views/pages/grid.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { hasPeriods } from "../tables/timeline.js";
import { entriesHref } from "../tables/row-links.js";
import type { MemberLinks } from "../tables/added-members.js";
import { queryOf, unlessTooLong } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { makeSound } from "./sound-state.js";
import { nameOfCut } from "./way-of-cut.js";

/** Write a state as a query for the addresses of the explorer, the embedded chart and the image. */
export function stateQuery(page: Pick<Exploration, "state" | "measures">, changes: Partial<ExploreState> = {}): string {
  const names = page.measures.map(({ name }) => name);
  const state = { ...page.state, ...changes };
  const query = queryOf(printState(names, state));
  // An address that names neither is that of the preset.
  const isTotal = state.drilldown.length === 0 && state.cuts.length === 0 && state.all.length === 0;
  return isTotal ? `${query === "" ? "?" : `${query}&`}drilldown=` : query;
}

/** Return the address of the explorer with other choices, without those that these leave no meaning. */
export function exploreHref(page: Exploration, locale: PageLocale, changes: Partial<ExploreState>): string {
  const query = stateQuery(page, makeSound(page, { ...page.state, ...changes }));
  return `${locale.href(`${page.dataset.html_url}/explore`)}${query}`;
}

/**
 * Return the target of a click on a row: its values become cuts, and the next dimension splits it, or its entries are
 * listed.
 */
export function intoRow(page: Exploration, locale: PageLocale): (row: Pick<PageTableRow, "keys">) => string | null {
  const { state, next } = page;
  // A map is of places alone.
  const isOfPlaces = page.dimensions.some(({ name, role }) => role === "geography" && name === next?.split(".")[0]);
  const chart = state.chart === "map" && !isOfPlaces ? null : state.chart;
  return ({ keys }) => {
    // No cut selects missing values.
    if (keys.length === 0 || keys.some(({ value }) => value === null)) return null;
    const into = keys.map(({ value }, at) => ({ field: state.drilldown[at]!, value: value! }));
    const kept = state.cuts.filter(({ field }) => !state.drilldown.includes(field));
    const cuts = [...kept, ...into];
    const href =
      next === null
        ? entriesOfState(page, locale, cuts)
        : exploreHref(page, locale, { cuts, drilldown: [next], order: [], chart });
    return unlessTooLong(href);
  };
}

/** Return the target of a click on a part of several levels: its own parts in the same chart, or what it consists of. */
export function intoPart(
  page: Exploration,
  locale: PageLocale,
  { columns }: Tree,
): (keys: readonly FigureKey[]) => string | null {
  const { state, next } = page;
  const levels = columns.map(({ reference }) => reference);
  const kept = state.cuts.filter(({ field }) => !levels.includes(field));
  return (keys) => {
    const cuts = [...kept, ...keys.map(({ value }, at) => ({ field: levels[at]!, value: value! }))];
    const below = levels.slice(keys.length);
    if (below.length > 0) {
      const drilldown = state.drilldown.length > 1 ? below : below.slice(0, 1);
      return unlessTooLong(exploreHref(page, locale, { cuts, drilldown, order: [] }));
    }
    if (next === null || levels.includes(next)) return unlessTooLong(entriesOfState(page, locale, cuts));
    return unlessTooLong(exploreHref(page, locale, { cuts, drilldown: [next], order: [] }));
  };
}

/** Return the target of a click on the name of a row of a crosstab: the next dimension splits it, across the same columns. */
export function intoGridRow(
  page: Exploration,
  locale: PageLocale,
  { reference }: PageTableColumn,
): (row: string) => string | null {
  const { state, next } = page;
  const kept = state.cuts.filter(({ field }) => field !== reference);
  return (value) => {
    const cuts = [...kept, { field: reference, value }];
    if (next === null) return unlessTooLong(entriesOfState(page, locale, cuts));
    const drilldown = state.drilldown.map((each) => (each === reference ? next : each));
    return unlessTooLong(exploreHref(page, locale, { cuts, drilldown, order: [] }));
  };
}

/** Return the target of a click on a cell of a crosstab: the entries of its row and column. */
export function intoCell(page: Exploration, locale: PageLocale, grid: Grid): (row: string, column: string) => string {
  const { state, dimensions } = page;
  const isOn = (cut: CutClause, { dimension, reference }: PageTableColumn): boolean =>
    cut.field === reference ||
    (dimensions.some(({ name }) => name === dimension) && nameOfCut(page, cut) === dimension);
  const sides = [grid.down, grid.across].filter((side) => side !== null);
  const kept = state.cuts.filter((cut) => !sides.some((side) => isOn(cut, side)));
  return (row, column) =>
    entriesOfState(page, locale, [
      ...kept,
      ...sides.map(({ reference }, at) => ({ field: reference, value: at === 0 && sides.length > 1 ? row : column })),
    ]);
}

/** Return the address with subtotals of all levels, or without them; `null` if there is only one level. */
export function levelsHref(page: Exploration, locale: PageLocale): string | null {
  const { state, path, figure } = page;
  if (state.rollup) return exploreHref(page, locale, { rollup: false });
  // Years are not added up.
  if (figure.columns.some(hasPeriods)) return null;
  const drilldown =
    state.drilldown.length > 1 ? state.drilldown : [path.drilldown, ...path.under].slice(0, MAX_SUBTOTALS);
  const order = state.drilldown.length > 1 ? state.order : [];
  if (drilldown.length < 2) return null;
  return exploreHref(page, locale, {
    drilldown,
    order,
    rollup: true,
    chart: null,
    top: null,
    having: [],
    against: null,
  });
}

/** Return the address of a level above the one that is shown. @param numOpened cuts on levels that it keeps */
export function hrefOfLevel(page: Exploration, locale: PageLocale, numOpened: number): string {
  const { state, path } = page;
  const dropped = new Set<CutClause>(path.opened.slice(numOpened));
  const cuts = state.cuts.filter((cut) => !dropped.has(cut));
  return exploreHref(page, locale, {
    cuts,
    drilldown: [path.above[numOpened]!, ...state.drilldown.slice(1)],
    order: [],
  });
}

/** Return the address of the entries that cuts select. */
export function entriesOfState({ dataset }: Exploration, locale: PageLocale, cuts: readonly CutClause[]): string {
  return entriesHref(dataset.html_url, locale, cuts);
}

/** Return the address without a cut. Where the model would cut to its default member instead, it says not to. */
export function withoutCut(page: Exploration, locale: PageLocale, cut: CutClause): string {
  const { cuts, all } = page.state;
  const cutName = nameOfCut(page, cut);
  const isPreset = page.dimensions.some(
    ({ name, additive, default: preset }) => name === cutName && additive === false && preset !== undefined,
  );
  return exploreHref(page, locale, {
    cuts: cuts.filter((each) => each !== cut),
    all: isPreset ? [...all.filter((each) => each !== cutName), cutName] : all,
  });
}

/** Link to the state that is cut to each member that the figure adds up. */
export function linkToMembers(page: Exploration, locale: PageLocale): readonly MemberLinks[] {
  return page.choices.map(({ dimension, members }) => ({
    dimension,
    links: members.map(({ value, label }) => ({ label, href: intoMember(page, locale, dimension, value!) })),
  }));
}

function intoMember(page: Exploration, locale: PageLocale, dimension: string, member: string): string {
  const { cuts, all } = page.state;
  return exploreHref(page, locale, {
    cuts: [...cuts.filter((cut) => nameOfCut(page, cut) !== dimension), { field: dimension, value: member }],
    all: all.filter((each) => each !== dimension),
  });
}

/** Return the address one level up: without the last cut, split by its field. @returns `null` without such a cut */
export function upHref(page: Exploration, locale: PageLocale): string | null {
  const { cuts } = page.state;
  const isLevel = (cut: CutClause): boolean =>
    page.dimensions.every(({ name, additive }) => additive !== false || name !== nameOfCut(page, cut));
  const last = cuts.findLast(isLevel);
  if (!last) return null;
  return exploreHref(page, locale, { cuts: cuts.filter((each) => each !== last), drilldown: [last.field], order: [] });
}
