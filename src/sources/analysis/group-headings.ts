import { type HeadingParts, type HeadingPeriod, splitHeading, splitUndated } from "./split-heading.js";

/** A heading of amounts of a period, and what tells it from others of its group. */
export interface TurnedHeading {
  readonly heading: string;
  readonly kind: HeadingPeriod["kind"];
  readonly period: string;
  readonly phase: string;
  readonly direction: string;
}

/** Headings of the same amounts. */
export interface HeadingGroup {
  /** The text that they have in common; may be empty. */
  readonly label: string;
  readonly columns: readonly TurnedHeading[];
}

interface Split extends HeadingParts {
  readonly heading: string;
  readonly period: HeadingPeriod;
}

/** Group the headings that name periods by what else they say; none if no two belong together. */
export function groupHeadings(headings: readonly string[]): readonly HeadingGroup[] {
  return groupSplit(asMonths(splitAll(headings, splitHeading)));
}

/** Fewest columns that are the quarters, or the months, of a year. */
const FEWEST = 3;

/**
 * Group the headings that name quarters or months without a year.
 * @param year that they are of; `null` for that of another column: then a period is `Q1` or `01`
 */
export function groupUndated(headings: readonly string[], year: string | null): readonly HeadingGroup[] {
  const split = splitAll(headings, (heading) => splitUndated(heading, year ?? ANY_YEAR)).map((each) => {
    const { kind, text } = each.period;
    return year === null ? { ...each, period: { kind, text: text.slice(ANY_YEAR.length + 1) } } : each;
  });
  const kinds = new Set(split.map(({ period }) => period.kind));
  return kinds.size === 1 ? groupSplit(split).filter(({ columns }) => columns.length >= FEWEST) : [];
}

/** Year in place of one that is not known. */
const ANY_YEAR = "2000";

function splitAll(headings: readonly string[], split: (heading: string) => HeadingParts): readonly Split[] {
  return headings.flatMap((heading): readonly Split[] => {
    const parts = split(heading);
    return parts.period === null ? [] : [{ ...parts, heading, period: parts.period }];
  });
}

function groupSplit(split: readonly Split[]): readonly HeadingGroup[] {
  const isOf = ({ phase, direction }: Split, hasPhase: boolean): boolean => (hasPhase ? phase : direction) !== "";
  // "Appropriations 2014" and "Expenditures 2014" are two measures, not a phase and a direction of one.
  const areMixed =
    split.some((each) => isOf(each, true) && !isOf(each, false)) &&
    split.some((each) => isOf(each, false) && !isOf(each, true));
  const groups = groupBy(split, areMixed ? asLabel : asParts);
  const areDistinct = groups.every(({ columns }) => new Set(columns.map(placeOf)).size === columns.length);
  return belongingTogether(areDistinct ? groups : groupBy(split, asLabel));
}

type Place = (split: Split) => { readonly label: string; readonly column: TurnedHeading };

function asParts({ heading, period, phase, direction, rest, currency, factor }: Split): ReturnType<Place> {
  const column = { heading, kind: period.kind, period: period.text, phase, direction };
  return { label: JSON.stringify([rest, currency, factor]), column };
}

/** Take all that a heading says beside the period as what its group has in common. */
function asLabel({ heading, period, phase, direction, rest, currency, factor }: Split): ReturnType<Place> {
  const label = [phase, direction, rest].filter((each) => each !== "").join(" ");
  const column = { heading, kind: period.kind, period: period.text, phase: "", direction: "" };
  return { label: JSON.stringify([label, currency, factor]), column };
}

function groupBy(split: readonly Split[], place: Place): readonly HeadingGroup[] {
  const groups = new Map<string, TurnedHeading[]>();
  for (const each of split) {
    const { label, column } = place(each);
    groups.set(label, [...(groups.get(label) ?? []), column]);
  }
  return [...groups].map(([label, columns]) => ({ label: String((JSON.parse(label) as unknown[])[0]), columns }));
}

function placeOf({ period, phase, direction }: TurnedHeading): string {
  return JSON.stringify([period, phase, direction]);
}

/** Keep the groups of several columns, and single columns that share their place with one of these. */
function belongingTogether(groups: readonly HeadingGroup[]): readonly HeadingGroup[] {
  const isUsable = ({ columns }: HeadingGroup): boolean =>
    columns.length > 1 && new Set(columns.map(placeOf)).size === columns.length;
  const places = new Set(groups.filter(isUsable).flatMap(({ columns }) => columns.map(placeOf)));
  return groups.filter(
    (group) => isUsable(group) || (group.columns.length === 1 && places.has(placeOf(group.columns[0]!))),
  );
}

/** Read `2009-10` as a month where other headings are months that can be no years. */
function asMonths(split: readonly Split[]): readonly Split[] {
  if (!split.some(({ period, heading }) => period.kind === "Month" && /\d{4}-\d\d/.test(heading))) return split;
  return split.map((each) => {
    const [, year, month] = /(\d{4})-(0[1-9]|1[0-2])(?!\d)/.exec(each.heading) ?? [];
    return month === undefined ? each : { ...each, period: { kind: "Month", text: `${year}-${month}` } };
  });
}
