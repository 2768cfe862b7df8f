import type { FormatOf } from "../ingest/tables/column-formats.js";
import type { ColumnFormat } from "../ingest/decode/sheet-formats.js";
import { hasLedgerMark } from "../../core/model/values/number-signs.js";
import { isBlank } from "../ingest/csv/blank.js";
import { codeOfCurrency, currencyInCell } from "../../core/model/parse/currencies.js";
import type { Budget } from "./budget.js";
import { findCodeLevels } from "./code-levels.js";
import { isCode } from "./column-forms.js";
import { areCurrencies, codeOfText } from "./currency-names.js";
import { DateCounter, findDates } from "./date-counter.js";
import { DecimalsCounter } from "./decimals-counter.js";
import { DistinctTexts } from "./distinct-texts.js";
import { isAmountHeading, isCodeHeading, spaceOut } from "./headings.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { isMissingMark } from "./missing-marks.js";
import { findNumbers, NumberCounter } from "./number-counter.js";
import { findPersonalData } from "./persons.js";
import { shorten } from "./shorten.js";
import type { CodeLevel, ColumnAnalysis, ColumnType } from "./table-analysis.js";
import { scanPlainNumber } from "../ingest/cast/plain-amount.js";
import { TRIAL } from "./trial.js";

const SAMPLES = 5;
/** A column with at most so many values, none of them long, has them in its analysis. */
const FEW_VALUES = 100;
const LONG_VALUE = 60;
/** Codes of a classification repeat: there are at least so many rows per code. */
const REPEATS = 3;

/** Number of values that are looked at for data of persons. */
const PERSONAL = 500;

/** Percentage of filled cells that must be numbers (or dates) in a column of numbers (or dates): some never are. */
const NEARLY_ALL = 90;
/** Filled cells of a column called an amount for each of them that is not a number, at least. */
const LEAST_AMOUNTS = 4;

/** Analyses a column cell by cell. A text that comes again is only counted, and read once more with its number at the end. */
export class ColumnCounter {
  readonly #index: number;
  readonly #heading: string;
  readonly #texts: DistinctTexts;
  readonly #numbers = new NumberCounter();
  readonly #dates = new DateCounter();
  readonly #decimals = new DecimalsCounter();
  /** Currencies beside numbers, up to two; `null` for cells without one. */
  readonly #currencies = new Set<string | null>();
  #filled = 0;
  #empty = 0;
  #longest = 0;
  #spaced = 0;
  #colors = 0;
  #ledgerMarks = 0;
  /** Cells that say that a value is missing. */
  #missing = 0;

  constructor(index: number, heading: string, budget: Budget) {
    this.#index = index;
    this.#heading = heading;
    this.#texts = new DistinctTexts(budget);
  }

  take(cell: string): void {
    if (isBlank(cell)) {
      this.#empty++;
      return;
    }
    const text = cell.trim();
    let known = this.#texts.find(text);
    if (known?.isSettled) {
      known.more++;
      return;
    }
    if (known) this.#texts.repeats++;
    else known = this.#texts.add(text);
    const isSettled = this.#read(text, 1);
    if (known && isSettled) known.isSettled = true;
  }

  /** Read a text of some cells. @returns true if it does not depend on their places what is found in more of them */
  #read(text: string, cells: number): boolean {
    this.#filled += cells;
    if (text.length > this.#longest) this.#longest = text.length;
    this.#decimals.take(text, cells);
    if (scanPlainNumber(text, ".")) {
      if (this.#currencies.size < 2) this.#currencies.add(null);
    } else {
      if (/\s/.test(text)) this.#spaced += cells;
      if (/^#[0-9a-f]{6}$/i.test(text)) this.#colors += cells;
      if (hasLedgerMark(text)) this.#ledgerMarks += cells;
      if (isMissingMark(text)) this.#missing += cells;
      if (this.#currencies.size < 2) this.#currencies.add(/[\p{L}\p{Sc}]/u.test(text) ? currencyInCell(text) : null);
    }
    const isNumberNoted = this.#numbers.take(text, cells);
    const isDateNoted = this.#dates.take(text, cells);
    return this.#filled > TRIAL && !isNumberNoted && !isDateNoted;
  }

  /**
   * @param delimiter of the table: decimal commas are rare if the delimiter is a comma
   * @param formatOf number formats of a spreadsheet
   */
  finish(delimiter: string, formatOf: FormatOf): ColumnAnalysis {
    for (const [text, { more }] of this.#texts.kept) {
      if (more === 0) continue;
      this.#texts.repeats += more;
      this.#read(text, more);
    }
    const values = [...take(this.#texts.kept.keys(), SAMPLES)];
    const format = formatOf(this.#heading);
    const type = this.#type(delimiter, format !== null);
    const currency = this.#currency(values) ?? currencyOfFormat(format);
    const personal = findPersonalData(this.#heading, [...take(this.#texts.kept.keys(), PERSONAL)]);
    const odd = type.kind === "number" ? this.#decimals.findOdd(type.numbers.decimal) : null;
    const levels = this.#levels({ type, heading: this.#heading, currency });
    return {
      index: this.#index,
      heading: this.#heading,
      filled: this.#filled,
      empty: this.#empty,
      distinct: this.#texts.size,
      isDistinctExact: !this.#texts.isFull,
      isUnique: this.#filled > 0 && this.#empty === 0 && this.#texts.repeats === 0,
      samples: values.map(shorten),
      ...(this.#areFew() ? { values: [...this.#texts.kept.keys()] } : {}),
      ...(levels.length > 0 ? { levels } : {}),
      currency,
      ...(format === null ? {} : { format }),
      ...(type.kind === "number" && this.#ledgerMarks > 0 ? { ledgerMarks: this.#ledgerMarks } : {}),
      ...(personal === null ? {} : { personal }),
      ...(odd === null ? {} : { oddDecimals: odd }),
      type,
    };
  }

  #areFew(): boolean {
    return !this.#texts.isFull && this.#texts.size <= FEW_VALUES && this.#longest <= LONG_VALUE;
  }

  #levels(column: Parameters<typeof isCode>[0]): readonly CodeLevel[] {
    const isClassified = !this.#texts.isFull && this.#texts.size * REPEATS <= this.#filled && isCode(column);
    return isClassified ? findCodeLevels([...this.#texts.kept.keys()]) : [];
  }

  #type(delimiter: string, areStored: boolean): ColumnType {
    if (this.#filled === 0) return { kind: "empty" };
    const numbers = findNumbers(this.#numbers, this.#filled, delimiter, areStored);
    const dates = this.#areAmounts(numbers) ? null : findDates(this.#dates, this.#filled, this.#heading);
    if (dates && this.#areNearlyAll(dates.misfits.count, dates.impossible ?? 0)) return dates;
    if (numbers && (this.#areNearlyAll(numbers.misfits.count) || this.#areCalledAmounts(numbers.misfits.count)))
      return numbers;
    const isCode = this.#spaced === 0 && this.#longest <= 24;
    const form = this.#colors === this.#filled ? "colors" : isCode ? "codes" : "words";
    const are = numbers && numbers.misfits.count * 2 <= this.#filled ? this.#filled - numbers.misfits.count : 0;
    const mixed = are > 0 ? { numbers: { count: are, others: numbers!.misfits.samples } } : {};
    return { kind: "text", longest: this.#longest, form, ...mixed };
  }

  /**
   * True if nearly all cells that say something have a type, and more than half of all.
   * @param misfits cells without the type
   * @param alike those of them that have its shape
   */
  #areNearlyAll(misfits: number, alike = 0): boolean {
    const most = (100 - NEARLY_ALL) / 100;
    const others = misfits - alike;
    if (others <= this.#filled * most) return alike === 0 || misfits * 2 < this.#filled;
    if (isCodeHeading(this.#heading) || misfits * 2 >= this.#filled) return false;
    return others - this.#missing <= (this.#filled - this.#missing) * most;
  }

  /** True if most cells of a column that is called an amount are numbers: the load then names the others. */
  #areCalledAmounts(misfits: number): boolean {
    return isAmountHeading(this.#heading) && misfits * LEAST_AMOUNTS <= this.#filled;
  }

  /** True for amounts that might all be years, such as 2000 and 1950, under a heading that says what they are. */
  #areAmounts(numbers: ReturnType<typeof findNumbers>): boolean {
    const { years, months } = this.#dates;
    if (!numbers || months > 0 || years < this.#filled - numbers.misfits.count) return false;
    return isAmountHeading(this.#heading) && !hasWord(spaceOut(this.#heading), "year", "fiscalYear");
  }

  #currency(values: readonly string[]): string | null {
    const [name = null] = this.#currencies;
    if (this.#currencies.size === 1 && name !== null) return codeOfCurrency(name);
    if (this.#texts.size !== 1 || this.#texts.isFull) return null;
    return areCurrencies(this.#heading, values) ? codeOfText(values[0]!) : null;
  }
}

/** Return the currency that all number formats of a column with one show, unless its sign is that of several. */
function currencyOfFormat(format: ColumnFormat | null): string | null {
  const [name, ...others] = format?.currencies ?? [];
  if (name === undefined || others.length > 0 || name === "$" || name === "¥") return null;
  return codeOfText(name);
}

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const value of values) {
    if (left-- <= 0) return;
    yield value;
  }
}
