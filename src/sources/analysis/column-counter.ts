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
import { findNumbers, NumberCounter } from "./number-counter.js";
import { findPersonalData } from "./persons.js";
import { shorten } from "./shorten.js";
import type { CodeLevel, ColumnAnalysis, ColumnType } from "./table-analysis.js";

/** Maximum number of distinct values stored per column. */
const MAX_VALUES = 200_000;
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

/** Analyses a column cell by cell. */
export class ColumnCounter {
  readonly #index: number;
  readonly #heading: string;
  readonly #budget: Budget;
  readonly #values = new Set<string>();
  readonly #numbers = new NumberCounter();
  readonly #dates = new DateCounter();
  /** Currencies beside numbers, up to two; `null` for cells without one. */
  readonly #currencies = new Set<string | null>();
  #isFull = false;
  #filled = 0;
  #empty = 0;
  #repeats = 0;
  #longest = 0;
  #spaced = 0;
  #colors = 0;
  #ledgerMarks = 0;

  constructor(index: number, heading: string, budget: Budget) {
    this.#index = index;
    this.#heading = heading;
    this.#budget = budget;
  }

  take(cell: string): void {
    if (isBlank(cell)) {
      this.#empty++;
      return;
    }
    const text = cell.trim();
    this.#filled++;
    this.#store(text);
    this.#longest = Math.max(this.#longest, text.length);
    if (/\s/.test(text)) this.#spaced++;
    if (/^#[0-9a-f]{6}$/i.test(text)) this.#colors++;
    if (hasLedgerMark(text)) this.#ledgerMarks++;
    if (this.#currencies.size < 2) this.#currencies.add(/[\p{L}\p{Sc}]/u.test(text) ? currencyInCell(text) : null);
    this.#numbers.take(text);
    this.#dates.take(text);
  }

  /**
   * @param delimiter of the table: decimal commas are rare if the delimiter is a comma
   * @param formatOf number formats of a spreadsheet
   */
  finish(delimiter: string, formatOf: FormatOf): ColumnAnalysis {
    const values = [...take(this.#values, SAMPLES)];
    const format = formatOf(this.#heading);
    const type = this.#type(delimiter, format !== null);
    const currency = this.#currency(values) ?? currencyOfFormat(format);
    const personal = findPersonalData(this.#heading, [...take(this.#values, PERSONAL)]);
    const levels = this.#levels({ type, heading: this.#heading, currency });
    return {
      index: this.#index,
      heading: this.#heading,
      filled: this.#filled,
      empty: this.#empty,
      distinct: this.#values.size,
      isDistinctExact: !this.#isFull,
      isUnique: this.#filled > 0 && this.#empty === 0 && this.#repeats === 0,
      samples: values.map(shorten),
      ...(this.#areFew() ? { values: [...this.#values] } : {}),
      ...(levels.length > 0 ? { levels } : {}),
      currency,
      ...(format === null ? {} : { format }),
      ...(type.kind === "number" && this.#ledgerMarks > 0 ? { ledgerMarks: this.#ledgerMarks } : {}),
      ...(personal === null ? {} : { personal }),
      type,
    };
  }

  #areFew(): boolean {
    return !this.#isFull && this.#values.size <= FEW_VALUES && this.#longest <= LONG_VALUE;
  }

  #levels(column: Parameters<typeof isCode>[0]): readonly CodeLevel[] {
    const isClassified = !this.#isFull && this.#values.size * REPEATS <= this.#filled && isCode(column);
    return isClassified ? findCodeLevels([...this.#values]) : [];
  }

  #store(text: string): void {
    if (this.#values.has(text)) this.#repeats++;
    else if (!this.#isFull && this.#values.size < MAX_VALUES && this.#budget.take()) this.#values.add(text);
    else this.#isFull = true;
  }

  #type(delimiter: string, areStored: boolean): ColumnType {
    if (this.#filled === 0) return { kind: "empty" };
    const least = (this.#filled * NEARLY_ALL) / 100;
    const dates = findDates(this.#dates, this.#filled, this.#heading);
    if (dates && this.#filled - dates.misfits.count >= least) return dates;
    const numbers = findNumbers(this.#numbers, this.#filled, delimiter, areStored);
    if (numbers && this.#filled - numbers.misfits.count >= least) return numbers;
    const isCode = this.#spaced === 0 && this.#longest <= 24;
    const form = this.#colors === this.#filled ? "colors" : isCode ? "codes" : "words";
    const are = numbers && numbers.misfits.count * 2 <= this.#filled ? this.#filled - numbers.misfits.count : 0;
    const mixed = are > 0 ? { numbers: { count: are, others: numbers!.misfits.samples } } : {};
    return { kind: "text", longest: this.#longest, form, ...mixed };
  }

  #currency(values: readonly string[]): string | null {
    const [name = null] = this.#currencies;
    if (this.#currencies.size === 1 && name !== null) return codeOfCurrency(name);
    if (this.#values.size !== 1 || this.#isFull) return null;
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
