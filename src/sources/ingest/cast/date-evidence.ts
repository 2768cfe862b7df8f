import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import {
  DATE_READINGS,
  type DateReading,
  explainReading,
  formatFor,
  isYear,
  mayBeYears,
  onlyDay,
  type PossibleDays,
  readInWays,
  SERIAL_DAYS,
  YEAR_DASH_NEXT,
} from "../../../core/model/values/date-readings.js";
import { isError } from "../../../core/model/values/value.js";
import { parseIsoDate } from "../../../core/model/values/dates.js";
import { shownCell } from "./cell-error.js";
import { remembering } from "./memo.js";

/** Reading of a column without a `format`: one way to read it, or none. */
export type DateVerdict =
  | { readonly reading: DateReading; readonly example: string }
  /** The end of a sentence that begins with the column. */
  | { readonly error: string };

/** Cells of a column that allow the same readings. */
interface CellGroup {
  readonly readings: ReadonlySet<DateReading>;
  count: number;
  /** The first different cells whose day depends on the reading, or that have only one. */
  readonly telling: Example[];
  /** The first cell. */
  first: Example | null;
}

/** A cell's group, and whether its readings differ in the day. */
interface SortedCell {
  readonly group: CellGroup;
  readonly isTelling: boolean;
}

interface Example {
  readonly row: number;
  readonly text: string;
}

const MAX_EXAMPLES = 3;
const MEMORY = 2 ** 16;

/**
 * How many times as many cells must prove one reading as prove another, for the others to be errors of their own.
 * Otherwise the column mixes the two, and reading either would be a guess.
 */
const CLEARLY = 10;

/** Counts what the cells of a column say about how its dates are written. Its memory does not grow with the column. */
export class DateEvidence {
  readonly #groups = new Map<string, CellGroup>();
  /** Pairs of readings that gave different days for a cell. */
  readonly #differing = new Map<DateReading, Set<DateReading>>();
  /** Texts such as `2009-10` that may be years or months, up to two, and the first month that can be no years. */
  readonly #yearsOrMonths = new Set<string>();
  #month: string | null = null;
  /** The first year alone. */
  #year: Example | null = null;
  readonly #sorted = remembering(MEMORY, (cell) => this.#sort(cell.trim()));

  /** Count a cell that is not blank. */
  take(cell: string, row: number): void {
    if (this.#year === null && isYear(cell.trim())) this.#year = { row, text: cell.trim() };
    const sorted = this.#sorted(cell);
    if (sorted === null) return;
    const { group, isTelling } = sorted;
    group.count++;
    group.first ??= { row, text: cell.trim() };
    if (!isTelling || group.telling.length >= MAX_EXAMPLES) return;
    const text = cell.trim();
    if (group.telling.every((each) => each.text !== text)) group.telling.push({ row, text });
  }

  /** Decide how the column is read. @returns `null` if it has ISO dates only, or none at all */
  decide(): DateVerdict | null {
    const readings = [...new Set([...this.#groups.values()].flatMap((group) => [...group.readings]))];
    if (readings.length === 0) return this.#decideYears();
    const rivals = readings.filter((reading) => !readings.some((other) => this.#isClearlyBetter(other, reading)));
    const left = rivals.filter(({ behind }) => !rivals.some(({ name }) => name === behind));
    const [reading] = left;
    if (reading && left.every((other) => other === reading || this.#agree(reading, other))) {
      const example = this.#examplesOf([reading])[0]?.text ?? reading.example;
      if (reading.name === YEAR_DASH_NEXT && this.#month !== null) {
        const written = { text: shownCell(example), form: reading.name, value: this.#month };
        const ways = phraseText("years_and_month", written);
        return { error: errorText("years_mixed", { ways, example: example.replace("-", "/") }) };
      }
      if (reading.name === SERIAL_DAYS && this.#year !== null) return { error: this.#describeMixed([reading]) };
      if (!reading.needsFormat) return { reading, example };
      const values = { examples: this.#list([reading]), format: formatFor(reading, example) };
      return { error: errorText("dates_without_format", values) };
    }
    return { error: this.#describeRivals(left) };
  }

  /** Decide that a column with ISO dates only has years: `2009-10`, `2010-11`, and nothing that can only be a month. */
  #decideYears(): DateVerdict | null {
    const [example] = this.#yearsOrMonths;
    if (this.#month !== null || example === undefined || this.#yearsOrMonths.size < 2) return null;
    return { reading: DATE_READINGS.find(({ name }) => name === YEAR_DASH_NEXT)!, example };
  }

  #noteMonth(text: string): void {
    if (mayBeYears(text)) {
      if (this.#yearsOrMonths.size < 2) this.#yearsOrMonths.add(text);
    } else if (text.length > 4) this.#month ??= text;
  }

  /** Find the group of a cell; `null` for an ISO date, and for what is not a date. */
  #sort(text: string): SortedCell | null {
    if (!isError(parseIsoDate(text))) {
      this.#noteMonth(text);
      return null;
    }
    const days = readInWays(text, DATE_READINGS);
    if (days.size === 0) return null;
    this.#noteDifferences(days);
    const key = [...days.keys()].map(({ name }) => name).join();
    const group = this.#groups.get(key) ?? { readings: new Set(days.keys()), count: 0, telling: [], first: null };
    this.#groups.set(key, group);
    return { group, isTelling: days.size === 1 || onlyDay(days) === null };
  }

  #noteDifferences(days: PossibleDays): void {
    for (const [one, day] of days) {
      for (const [other, its] of days) {
        if (day === its) continue;
        const differing = this.#differing.get(one) ?? new Set();
        this.#differing.set(one, differing.add(other));
      }
    }
  }

  #isClearlyBetter(one: DateReading, other: DateReading): boolean {
    const proofs = this.#countProofs(one, other);
    return proofs > 0 && proofs >= CLEARLY * this.#countProofs(other, one);
  }

  /** Count the cells that allow one reading and not the other. */
  #countProofs(one: DateReading, other: DateReading): number {
    let count = 0;
    for (const { readings, count: cells } of this.#groups.values()) {
      if (readings.has(one) && !readings.has(other)) count += cells;
    }
    return count;
  }

  /** True if two readings give the same day for every cell. */
  #agree(one: DateReading, other: DateReading): boolean {
    const isSame = this.#countProofs(one, other) === 0 && this.#countProofs(other, one) === 0;
    return isSame && !this.#differing.get(one)?.has(other);
  }

  /** Return the first cells that allow all of some readings, telling ones if there are any. */
  #examplesOf(readings: readonly DateReading[]): readonly Example[] {
    const groups = [...this.#groups.values()].filter((group) => readings.every((each) => group.readings.has(each)));
    const telling = groups.flatMap((group) => group.telling);
    const examples = telling.length > 0 ? telling : groups.flatMap(({ first }) => first ?? []);
    return examples.toSorted((a, b) => a.row - b.row).slice(0, MAX_EXAMPLES);
  }

  #list(readings: readonly DateReading[]): string {
    const shown = this.#examplesOf(readings).map(({ row, text }) =>
      phraseText("text_in_row", { text: shownCell(text), row }),
    );
    const examples = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown[0];
    return phraseText("such_as", { examples });
  }

  #describeRivals(rivals: readonly DateReading[]): string {
    const isMixed = rivals.some((one) => rivals.some((other) => this.#countProofs(one, other) > 0));
    const [shared] = this.#examplesOf(rivals);
    if (!isMixed && shared) {
      const names = rivals.map(({ name }) => name).join(" or ");
      const remedies = rivals.map((rival) => explainReading(rival, `"format": "${formatFor(rival, shared.text)}"`));
      const remedy = remedies.join(", or ");
      return errorText("dates_in_two_ways", { examples: this.#list(rivals), ways: names, remedy });
    }
    return this.#describeMixed(rivals);
  }

  #describeMixed(rivals: readonly DateReading[]): string {
    const examples = rivals.map((rival) => [rival, this.#mostTelling(rival, rivals)] as const);
    const sayWay = (form: string, { row, text }: Example): string =>
      phraseText("text_in_row_is", { text: shownCell(text), row, form });
    const isOfYears = this.#year !== null && rivals.every(({ name }) => name === SERIAL_DAYS);
    const ways = [
      ...(isOfYears ? [sayWay(phraseText("form_year"), this.#year!)] : []),
      ...examples.map(([{ name }, example]) => sayWay(name, example)),
    ];
    const format = examples.map(([rival, { text }]) => formatFor(rival, text)).find((each) => each !== null);
    return errorText("dates_mixed", { ways: ways.join(", "), format: format ?? (isOfYears ? "%Y" : "%Y-%m-%d") });
  }

  /** Return the first cell that allows a reading and the fewest of its rivals. */
  #mostTelling(reading: DateReading, rivals: readonly DateReading[]): Example {
    const own = [...this.#groups.values()].filter(({ readings }) => readings.has(reading));
    const count = ({ readings }: CellGroup): number => rivals.filter((rival) => readings.has(rival)).length;
    return own.toSorted((a, b) => count(a) - count(b) || a.first!.row - b.first!.row)[0]!.first!;
  }
}
