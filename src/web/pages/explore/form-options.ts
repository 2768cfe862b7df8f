import type { Comparison } from "../../../calls/views/pages/comparisons.js";
import type { ExploreForm } from "../../../calls/views/pages/forms.js";
import { yearBefore } from "../../../calls/views/pages/explore-state.js";
import { FUNCTION_NAMES, joinsParts, MEASURE_FUNCTIONS } from "../../../core/model/measure-functions.js";
import { isPlainCut, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { isTimeline } from "../tables/timeline.js";
import type { EnglishWords } from "../../words/english.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";
import { withinSentence } from "../parts/within-sentence.js";
import { DATE_PARTS } from "../../../calls/views/pages/figure-columns.js";
import { isYearReference } from "./title.js";

/** A choice of a list. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Heading of the choices that it is one of. */
  readonly group?: string;
  /** Cuts that its members lie within. */
  readonly within?: string;
  /** Why it would not be true of the figure; absent for a choice that can be made. */
  readonly refusal?: string;
}

/** Add the chosen value to the options if it is missing: the address of the page may name anything. */
export function withChosen(options: readonly Option[], chosen: string, label = chosen): readonly Option[] {
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label }];
}

/**
 * List the parts to split by: of dates the year, the fiscal year unless the source has only years, which are the same
 * parts, and, if the source has them, months and days.
 */
export function partsToSplit(
  { dimensions }: ExploreForm,
  { words, fill }: PageLocale,
  precisions: Readonly<Record<string, string>> = {},
): readonly Option[] {
  return dimensions.flatMap(({ name, label, type, attributes }) => {
    if (type !== "date") return [{ value: name, label }];
    const { options } = words.explore;
    const part = (attribute: string, text: keyof typeof options.ofDate): Option => ({
      value: `${name}.${attribute}`,
      label: name === "time" ? options[text] : fill(options.ofDate[text], { date: label }),
    });
    const precision = precisions[name] ?? "year";
    return [
      part("year", "year"),
      ...("fiscal_year" in attributes && precisions[name] !== "year" ? [part("fiscal_year", "fiscalYear")] : []),
      ...(precision === "year" ? [] : [part("yearmonth", "month")]),
      ...(precision === "day" ? [part("name", "day")] : []),
    ];
  });
}

/** Name what is split by, as `region`, `time.year` or `year`. @param options of all parts */
export function nameSplitPart({ words }: PageLocale, options: readonly Option[], reference: string): string {
  const named = options.find(({ value }) => value === reference);
  const part = DATE_PARTS.get(reference.replace(/^time\./, ""));
  return named?.label ?? (part === undefined ? reference : words.explore.options[part]);
}

/** Name what is split by within a sentence. */
function nameSplitPartWithin(form: ExploreForm, locale: PageLocale, options: readonly Option[], part: string): string {
  const name = nameSplitPart(locale, options, part);
  return form.dimensions.some((each) => each.name === part) ? locale.within(name) : withinSentence(name, locale.spoken);
}

/**
 * List the figures to show: each measure, its functions, and the formulas of the model.
 * @param hasShares false if shares of the total mean nothing
 * @param other name of the other side of the comparison; `null` without one
 */
export function termsToChoose(
  { measures, formulas, typed }: ExploreForm,
  { words, fill }: PageLocale,
  hasShares: boolean,
  other: string | null,
): readonly Option[] {
  const time = typed.drilldown.find(isTimeline);
  const isCompared = time === undefined && (typed.against !== null || yearBefore(typed.cuts) !== null);
  const { options } = words.explore;
  const change =
    typed.against === null
      ? options.changeOnYear
      : other === null
        ? options.changeOnOther
        : fill(options.changeOn, { other });
  const own = measures.flatMap(({ name, label }): readonly Option[] => {
    const group = measures.length > 1 ? { group: label } : {};
    return [
      { value: name, label: measures.length > 1 ? label : options.amount, ...group },
      ...(hasShares
        ? sharesToChoose(words, name, time, typed.drilldown.length).map((each) => ({ ...each, ...group }))
        : []),
      ...(isCompared ? [{ value: `${name}.change`, label: change, ...group }] : []),
      ...(time === undefined ? [] : [{ value: `${name}.change@${time}`, label: options.changeOnPeriod, ...group }]),
      ...FUNCTION_NAMES.flatMap((each): readonly Option[] => {
        const { choice } = MEASURE_FUNCTIONS[each];
        return choice === null || (typed.adjust && !joinsParts(each))
          ? []
          : [{ value: `${name}.${each}`, label: options[choice], ...group }];
      }),
    ];
  });
  return [...own, ...formulas.map(({ name, label }) => ({ value: name, label, group: options.formulas }))];
}

/** List the shares of a measure: of the total, or of each period. */
function sharesToChoose(
  { explore: { options } }: EnglishWords,
  name: string,
  time: string | undefined,
  numParts: number,
): readonly Option[] {
  if (time === undefined) return [{ value: `${name}.share`, label: options.share }];
  return numParts > 1
    ? [{ value: `${name}.share@${time}`, label: isYearReference(time) ? options.shareOfYear : options.shareOfPeriod }]
    : [];
}

/** List how many of the largest to keep, in all or in each member of the first part. */
export function numbersToKeep(form: ExploreForm, locale: PageLocale): readonly Option[] {
  const { fill } = locale;
  const { options } = locale.words.explore;
  const [first, second] = form.typed.drilldown;
  const all = [3, 5, 10, 20].map((count) => ({
    value: String(count),
    label: fill(options.largest, { number: count }),
  }));
  if (first === undefined || second === undefined) return all;
  const name = nameSplitPartWithin(form, locale, partsToSplit(form, locale), first);
  const each = [1, 3, 5, 10].map((count) => ({
    value: `${count}@${first}`,
    label: fill(options.inEach, { number: count, part: name }),
  }));
  return [...all, ...each];
}

/** List the other sides to compare with. */
export function sidesToCompare(comparisons: readonly Comparison[], locale: PageLocale): readonly Option[] {
  const { groups } = locale.words.explore;
  return comparisons.map(({ value, label, group }) => ({
    value,
    label: sayPhrase(locale, label),
    group: typeof group === "object" ? group.dimension : groups[group],
  }));
}

/** List the orders of rows. */
export function ordersToChoose(form: ExploreForm, locale: PageLocale): readonly Option[] {
  const { typed } = form;
  const { options } = locale.words.explore;
  const parts = partsToSplit(form, locale);
  return [
    { value: `${typed.measures[0]!}:asc`, label: options.smallestFirst },
    { value: "num_entries:desc", label: options.mostEntries },
    ...typed.drilldown.map((each) => ({
      value: `${each}:asc`,
      label: locale.fill(options.byPart, { part: nameSplitPartWithin(form, locale, parts, each) }),
    })),
  ];
}

/** List the fields to filter by: of dimensions with labels the label, of dates the year. */
export function fieldsToCut({ dimensions, typed }: ExploreForm, { words, fill }: PageLocale): readonly Option[] {
  return dimensions.map((dimension) => {
    const { name, label, type, attributes } = dimension;
    const within = printCuts(typed.cuts.filter((cut) => isPlainCut(cut) && isAbove(dimensions, dimension, cut.field)));
    const attribute = type === "date" ? ".year" : type !== "attribute" && "label" in attributes ? ".label" : "";
    return {
      value: `${name}${attribute}`,
      label: type === "date" ? fill(words.explore.options.ofDate.year, { date: label }) : label,
      within,
    };
  });
}

/** True if a field is, or belongs to, a level above a dimension. */
function isAbove(
  dimensions: ExploreForm["dimensions"],
  { hierarchies = [] }: Pick<ExploreForm["dimensions"][number], "hierarchies">,
  field: string,
): boolean {
  return hierarchies.some(({ name, parent }) => {
    if (parent === null) return false;
    const above = dimensions
      .flatMap((each) => each.hierarchies ?? [])
      .filter((each) => each.name === name && each.level === parent);
    return field === parent || field === `${parent}.label` || isAbove(dimensions, { hierarchies: above }, field);
  });
}
