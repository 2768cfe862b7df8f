import { COMMA_NUMBERS, POINT_NUMBERS } from "../ingest/cast/separator-tally.js";
import { isBlank } from "../ingest/csv/blank.js";
import { scanPlainNumber } from "../ingest/cast/plain-amount.js";
import { planUnits } from "../ingest/csv/clean-cells.js";
import { parseDecimal } from "../../core/model/values/numbers.js";
import { areNoDay, numbersOfDate } from "../../core/model/values/calendar.js";
import { isSerial } from "../../core/model/values/date-readings.js";
import { isError } from "../../core/model/values/value.js";
import { isMissingMark } from "./missing-marks.js";
import { noteMarkIn } from "../../core/model/parse/note-marks.js";
import { codeOfCurrency, currencyInCell } from "../../core/model/parse/currencies.js";

/** Maximum number of different texts that are kept; a column with more is one of texts. */
const MAX_TEXTS = 20;

interface TextCount {
  count: number;
  /** Row of the first one. */
  readonly row: number;
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** Counts the cells of a column of a file by what could be read from them if the table were repaired. */
export class RawColumn {
  filled = 0;
  numbers = 0;
  dates = 0;
  serials = 0;
  /** Cells with a number and a currency, or the mark of a note. */
  withUnit = 0;
  readonly units: Map<string, TextCount & { readonly cell: string }> = new Map();
  /** Numbers by the mark of a note behind them. */
  readonly marks: Map<string, TextCount & { readonly cell: string }> = new Map();
  /** Numbers by the code of the currency beside them, or its name if that stands for several. */
  readonly currencies = new Map<string, TextCount & { readonly cell: string }>();
  /** Other cells. */
  readonly others = new Map<string, TextCount>();
  /** Cells that are written as dates of three numbers and are no day in any order: `30.02.2023`. */
  readonly impossible = new Map<string, TextCount>();
  firstSerial = "";
  /** The first number, as it is written; empty if there is none. */
  firstNumber = "";
  /** True if a number has decimals or a sign, as amounts have. */
  hasFractions = false;
  /** True if a number begins with zeros, as codes do. */
  hasZeros = false;
  #isText = false;
  /** True if a currency stands in other cells, too: it is counted for each of them. */
  #othersWithUnit = false;

  /** True if most cells that say something are numbers, with a currency or without, and half of all. */
  get isNumbers(): boolean {
    const numbers = this.numbers + this.withUnit;
    return !this.#isText && numbers > 0 && this.#areMost(numbers) && numbers * 2 >= this.filled;
  }

  /** True if most cells that say something are dates of three numbers, and half of all. */
  get isDates(): boolean {
    return this.dates > 0 && this.#areMost(this.dates) && this.dates * 2 >= this.filled;
  }

  #areMost(cells: number): boolean {
    const missing = [...this.others].reduce((sum, [text, { count }]) => (isMissingMark(text) ? sum + count : sum), 0);
    return cells * 10 >= (this.filled - missing) * 6;
  }

  take(cell: string, row: number): void {
    if (isBlank(cell)) return;
    const text = cell.trim();
    this.filled++;
    const first = text.charCodeAt(0);
    if (first >= DIGIT_0 && first <= DIGIT_9) {
      if (isSerial(text)) {
        this.serials++;
        if (this.firstSerial === "") this.firstSerial = text;
      }
      const parts = numbersOfDate(text);
      if (parts) {
        this.dates++;
        if (areNoDay(parts)) this.#note(this.impossible, text, row);
        return;
      }
    }
    if (this.#isText) return;
    if (scanPlainNumber(text, ".")) {
      this.#takeNumber(text);
      return;
    }
    const seen = this.others.get(text);
    if (seen && !this.#othersWithUnit) {
      seen.count++;
      return;
    }
    const unit = /[\p{L}\p{Sc}]/u.test(text) ? currencyInCell(text) : null;
    if (unit !== null) count(this.currencies, codeOfCurrency(unit) ?? unit, row, text);
    if (isNumber(text)) {
      this.#takeNumber(text);
      return;
    }
    const beside = unit ?? noteMarkIn(text);
    if (beside !== null && isNumber(planUnits([beside])(text))) {
      this.withUnit++;
      count(unit === null ? this.marks : this.units, beside, row, text);
      return;
    }
    if (unit !== null) this.#othersWithUnit = true;
    if (seen) seen.count++;
    else if (this.others.size < MAX_TEXTS) this.others.set(text, { count: 1, row });
    else this.#isText = true;
  }

  #note(texts: Map<string, TextCount>, text: string, row: number): void {
    const seen = texts.get(text);
    if (seen) seen.count++;
    else if (texts.size < MAX_TEXTS) texts.set(text, { count: 1, row });
  }

  #takeNumber(text: string): void {
    this.numbers++;
    if (this.firstNumber === "") this.firstNumber = text;
    if (/[-.,()]/.test(text)) this.hasFractions = true;
    if (/^0\d+$/.test(text)) this.hasZeros = true;
  }
}

function count(seen: RawColumn["units"], name: string, row: number, cell: string): void {
  const known = seen.get(name);
  if (known) known.count++;
  else seen.set(name, { count: 1, row, cell });
}

/** True if a text is a number in one of the usual formats. */
export function isNumber(text: string): boolean {
  return [POINT_NUMBERS, COMMA_NUMBERS].some((format) => !isError(parseDecimal(text, format)));
}
