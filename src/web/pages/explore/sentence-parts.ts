import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { compareState, sideOfState } from "./compare-choice.js";
import { type ChartName, CHARTS, type ExploreState } from "../../../calls/views/pages/explore-state.js";
import { type CutClause, isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import { sayYears } from "../tables/dataset-facts.js";
import { hasTotal } from "../tables/added-members.js";
import { sayFirst, sayPhrase, sayWithin } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";
import { reasonOf } from "./chart-reasons.js";
import { exploreHref, withoutCut } from "./explore-links.js";
import { nameSplitPart, type Option, partsToSplit, sidesToCompare, termsToChoose } from "./form-options.js";
import { filterForm, findForm, yearsForm } from "./part-forms.js";
import type { ChoiceGroup, PartChoice, SentencePart } from "./sentence-part.js";
import { nameOfCut, partsOfLabel, wayOfCut } from "./way-of-cut.js";
import { isOfTime, nameSum, sumsYears } from "./title.js";
import { cutsOfYears, yearsToShow } from "./years-to-show.js";
import { enumerate } from "../parts/enumerate.js";
import { nameColumnWithin } from "../tables/name-column.js";

/** Group options by their headings. */
function groupOptions(options: readonly Option[], choose: (option: Option) => PartChoice): readonly ChoiceGroup[] {
  const headings = [...new Set(options.map(({ group }) => group))];
  return headings.map((heading) => ({
    heading: heading ?? null,
    choices: options.filter(({ group }) => group === heading).map(choose),
  }));
}

/** The part that says which figures are shown. */
export function figurePart(page: Exploration, locale: PageLocale): SentencePart {
  const { state, figure, measures } = page;
  const options = termsToChoose(page, locale, hasTotal(figure), page.otherLabel && sayPhrase(locale, page.otherLabel));
  const [first] = state.measures;
  const drawn = figure.terms?.drawn ?? null;
  const sum = measures.length === 1 ? nameSum(page, locale) : null;
  const own = first === measures[0]?.name && sum !== null ? sum : measures.find(({ name }) => name === first)?.label;
  const text =
    own ??
    (drawn === null
      ? (options.find(({ value }) => value === first)?.label ?? first!)
      : sayFirst(locale, figure.terms!.columns[drawn]!.label));
  const groups = groupOptions(options, ({ value, label }) => ({
    label: value === measures[0]?.name && sum !== null ? sum : label,
    href: exploreHref(page, locale, { measures: [value], order: [] }),
    isChosen: state.measures.length === 1 && value === first,
  }));
  return { id: "part-figure", text, title: locale.words.explore.form.show, groups, forms: [] };
}

/** A cut as a part of the sentence. */
export interface CutPart extends SentencePart {
  readonly cut: CutClause;
  /** Label of its dimension; `null` if the text is clear without it. */
  readonly dimension: string | null;
}

/** The parts that say what the figures are cut to, but for years. */
export function cutParts(page: Exploration, locale: PageLocale): readonly CutPart[] {
  const { cuts } = page.state;
  const ofYears = new Set(cutsOfYears(page));
  return cuts.flatMap((cut, at): readonly CutPart[] => {
    if (ofYears.has(cut)) return [];
    const said = page.cutLabels[at]!;
    const { name, text } = partsOfLabel(locale, said);
    const id = `part-cut-${at}`;
    const others = cuts.filter((each) => each !== cut);
    const siblings = isPlainCut(cut) ? [{ value: cut.value, label: text }, ...page.siblings[at]!] : [];
    const choices = siblings.map(({ value, label }) => ({
      label,
      href: exploreHref(page, locale, {
        cuts: cuts.map((each) => (each === cut ? { field: cut.field, value } : each)),
      }),
      isChosen: value === cut.value,
    }));
    const removal = {
      label: locale.fill(locale.words.lists.removeFilter, { filter: sayPhrase(locale, said) }),
      href: withoutCut(page, locale, cut),
    };
    const dimension = nameOfCut(page, cut);
    const forms = isOfTime(cut.field)
      ? []
      : [findForm(page, locale, { cuts: others }, { id: `${id}-find`, dimension, as: "cut" })];
    return [
      {
        id,
        cut,
        text: wayOfCut(page, cut) === "on" ? locale.within(text) : text,
        dimension: name === null ? null : locale.within(name),
        title: sayPhrase(locale, said),
        groups: [
          { heading: null, choices: [removal] },
          { heading: null, choices: choices.length > 1 ? choices : [] },
        ],
        forms,
      },
    ];
  });
}

/** Most parts that a figure is split by. */
const MAX_PARTS = 3;

/** The parts that say by what the figures are split; the last may be absent. */
export function splitParts(page: Exploration, locale: PageLocale): readonly SentencePart[] {
  const { drilldown } = page.state;
  const { form } = locale.words.explore;
  const options = partsToSplit(page, locale, page.precisions);
  const columns = page.grid ? [...page.figure.columns, page.grid.across] : page.figure.columns;
  const nameOf = (reference: string): string => {
    const column = columns.find((each) => each.reference === reference);
    return column ? nameColumnWithin(locale, column) : nameSplitPart(locale, options, reference);
  };
  const part = (own: string | null, at: number): SentencePart => {
    const title = at === 0 ? form.by : form.andBy;
    const taken = new Set(drilldown.filter((each) => each !== own));
    const rest = own === null ? drilldown : drilldown.filter((each) => each !== own);
    const choices = options
      .filter(({ value }) => !taken.has(value))
      .map(({ value, label }) => ({
        label,
        href: exploreHref(page, locale, {
          drilldown: [...drilldown.slice(0, at), value, ...drilldown.slice(at + 1)],
          order: [],
        }),
        isChosen: value === own,
      }));
    const nothing =
      own === null
        ? []
        : [
            {
              label: at === 0 && rest.length === 0 ? form.nothing : form.nothingElse,
              href: exploreHref(page, locale, { drilldown: rest, order: [] }),
            },
          ];
    return {
      id: `part-split-${at}`,
      text: own === null ? title : nameOf(own),
      title,
      groups: [{ heading: null, choices: [...nothing, ...choices] }],
      forms: [],
      isAbsent: own === null,
    };
  };
  const own = drilldown.map(part);
  return own.length < MAX_PARTS && !page.state.rollup ? [...own, part(null, own.length)] : own;
}

/** The part that says which time the figures are of; `null` for figures of one year. */
export function timePart(page: Exploration, locale: PageLocale): SentencePart | null {
  const { years, state } = page;
  const ofYears = cutsOfYears(page);
  const isOfOthers = ofYears.length === 0 && state.cuts.some(({ field }) => isOfTime(field));
  if ((years.length < 2 && ofYears.length === 0) || isOfOthers) return null;
  const { explore } = locale.words;
  const all = sumsYears(page) ? explore.allYears : sayYears(locale, years[0]!, years.at(-1)!);
  const labels = ofYears.map((cut) => sayPhrase(locale, page.cutLabels[state.cuts.indexOf(cut)]!));
  const others = state.cuts.filter((each) => !ofYears.includes(each));
  const removals = ofYears.map((cut, at) => ({
    label: locale.fill(locale.words.lists.removeFilter, { filter: labels[at]! }),
    href: exploreHref(page, locale, { cuts: state.cuts.filter((each) => each !== cut) }),
  }));
  return {
    id: "part-time",
    text: labels.length > 0 ? enumerate(locale, labels) : all,
    title: explore.year,
    groups: [
      // Most readers want to see how it went.
      { heading: null, choices: yearsToShow(page, locale).toReversed() },
      { heading: null, choices: removals },
    ],
    forms: years.length < 2 ? [] : [yearsForm(page, locale, { cuts: others }, "part-time")],
  };
}

/** The part that says what the figures are compared with. */
export function otherPart(page: Exploration, locale: PageLocale): SentencePart | null {
  const { state, figure, otherLabel } = page;
  const { form } = locale.words.explore;
  const side = otherLabel ?? figure.pair?.other ?? null;
  const options = sidesToCompare(page.comparisons, locale);
  if (side === null && options.length === 0) return null;
  const chosen = sideOfState(page);
  const groups = groupOptions(options, ({ value, label }) => ({
    label,
    href: exploreHref(page, locale, compareState(page, value)),
    isChosen: value === chosen,
  }));
  const nothing =
    side === null
      ? []
      : [
          {
            label: form.nothing,
            href: exploreHref(page, locale, { against: null, measures: state.measures.slice(0, 1) }),
          },
        ];
  const searched = state.cuts.filter((_, at) => page.siblings[at]!.length > 0);
  return {
    id: "part-other",
    text: side === null ? form.compare : sayWithin(locale, side),
    title: form.compare,
    groups: [{ heading: null, choices: nothing }, ...groups],
    forms: searched.map((cut, at) =>
      findForm(
        page,
        locale,
        { against: null },
        { id: `part-other-${at}`, dimension: nameOfCut(page, cut), as: "side" },
      ),
    ),
    isAbsent: side === null,
  };
}

/** Return how a chart is split by default: a calendar by months, unless by months or days already. */
function splitFor({ figure }: Exploration, chart: ChartName): Partial<ExploreState> {
  const isSplit = figure.columns.some(({ isDate, reference }) => isDate || reference.endsWith("yearmonth"));
  return chart === "calendar" && !isSplit ? { drilldown: ["time.yearmonth"], order: [] } : {};
}

/** The part that says which chart is drawn. */
export function chartPart(page: Exploration, locale: PageLocale): SentencePart {
  const { charts, explore } = locale.words;
  const { chart } = page.state;
  const automatic = {
    label: explore.form.automatic,
    href: exploreHref(page, locale, { chart: null }),
    isChosen: chart === null,
  };
  const choices = CHARTS.map((each) => {
    const reason = reasonOf(page, locale, each);
    const isOffered = reason === null || each === chart;
    return {
      label: charts.names[each],
      href: isOffered ? exploreHref(page, locale, { chart: each, ...splitFor(page, each) }) : null,
      isChosen: each === chart,
      reason: reason ?? undefined,
      chart: each,
    };
  });
  const name = chart === null ? explore.form.automatic : charts.names[chart];
  return {
    id: "part-chart",
    text: locale.fill(explore.sentence.isAs, { chart: name }),
    title: explore.form.chart,
    groups: [{ heading: null, choices: [automatic, ...choices] }],
    forms: [],
    isAbsent: true,
  };
}

/** The part that adds a filter. */
export function filterPart(page: Exploration, locale: PageLocale): SentencePart {
  const { filter } = locale.words.explore.sentence;
  return {
    id: "part-filter",
    text: filter,
    title: filter,
    groups: [],
    forms: [filterForm(page, locale, "part-filter")],
    isAbsent: true,
  };
}
