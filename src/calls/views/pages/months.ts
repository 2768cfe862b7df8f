/** The number of entries of a month. */
export interface MonthCount {
  readonly year: string;
  /** From 1 to 12. */
  readonly month: number;
  readonly numEntries: number;
}

/** The months of a year that entries are of, from 1 to 12, ascending, if these are a part of it only. */
export type YearPart = readonly number[];

/** Parts of years, by year; whole years are missing. */
export type YearParts = ReadonlyMap<string, YearPart>;

/** The years of which only a part is there. */
export interface FoundParts {
  readonly parts: YearParts;
  /** True if entries are so many, or come so regularly, that a month without any is a gap. */
  readonly isDense: boolean;
}

const MONTHS = 12;
const ALL_MONTHS: readonly number[] = Array.from({ length: MONTHS }, (_, at) => at + 1);

/**
 * Find the years of which only a part is there. A whole year has the months that most years have; if most differ, those
 * of a regular pattern, such as one of each quarter, or else all twelve. Where entries are few and come at random, a
 * month without any says nothing: then only the first year can begin later than the others, and the last one end earlier.
 * @param months in chronological order
 * @param isPayer true for the entries of one payer, whose months without any are gaps of what it published, also where
 * these are most
 */
export function findParts(months: readonly MonthCount[], isPayer = false): FoundParts {
  const years = new Map<string, number[]>();
  for (const { year, month } of months) {
    const list = years.get(year);
    if (list) list.push(month);
    else years.set(year, [month]);
  }
  const list = [...years];
  const isDense = (coverMost(months, list) && comeRegularly(months)) || (isPayer && comeRegularly(months, MIN_PAID));
  const whole = monthsOfWhole(list);
  const isPart = isDense
    ? ([, own]: (typeof list)[number]) => whole.some((month) => !own.includes(month))
    : (each: (typeof list)[number], at: number) => isCutOff(list, each, at);
  return { parts: new Map(list.filter(isPart)), isDense };
}

/** Least number of entries a month from which one without any is no chance. */
const MANY = 5;
/** Least number of months a year with entries, and least part of the months between the first and the last one. */
const MIN_MONTHS = 3;
const MIN_COVERAGE = 0.75;

/** Least number of entries a month of a payer with months that are alike. */
const MIN_PAID = 2;

function coverMost(months: readonly MonthCount[], years: readonly (readonly [string, readonly number[]])[]): boolean {
  const spans = years.reduce((sum, [, own]) => sum + own.at(-1)! - own[0]! + 1, 0);
  return months.length >= MIN_MONTHS * years.length && months.length >= MIN_COVERAGE * spans;
}

/** True if months have many entries, or more alike numbers than chance gives. @param least number a month of the latter */
function comeRegularly(months: readonly MonthCount[], least = 0): boolean {
  if (months.length === 0) return false;
  const mean = months.reduce((sum, { numEntries }) => sum + numEntries, 0) / months.length;
  const variance = months.reduce((sum, { numEntries }) => sum + (numEntries - mean) ** 2, 0) / months.length;
  // Independent events have a variance of about their mean.
  return mean >= MANY || (mean >= least && variance < mean / 2);
}

/** Return the months that a whole year has. */
function monthsOfWhole(years: readonly (readonly [string, readonly number[]])[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const [, own] of years) counts.set(own.join(), (counts.get(own.join()) ?? 0) + 1);
  const usual = years.find(([, own]) => counts.get(own.join())! > Math.max(1, years.length / 2));
  if (usual) return usual[1];
  const all = ALL_MONTHS.filter((month) => years.some(([, own]) => own.includes(month)));
  const step = MONTHS / all.length;
  const isRegular = Number.isInteger(step) && all.length > 1 && all.every((month, at) => month === all[0]! + at * step);
  return isRegular ? all : ALL_MONTHS;
}

/** True for the first year if it begins later than others, and for the last one if it ends earlier. */
function isCutOff(
  years: readonly (readonly [string, readonly number[]])[],
  [year, own]: readonly [string, readonly number[]],
  at: number,
): boolean {
  const others = years.filter(([other]) => other !== year).map(([, months]) => months);
  const begin = others.length === 0 ? 1 : Math.min(...others.map((months) => months[0]!));
  const end = others.length === 0 ? MONTHS : Math.max(...others.map((months) => months.at(-1)!));
  return (at === 0 && own[0]! > begin) || (at === years.length - 1 && own.at(-1)! < end);
}
