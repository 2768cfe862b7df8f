import { scanPlainNumber } from "../ingest/cast/plain-amount.js";
import { COMMA_NUMBERS, POINT_NUMBERS, SeparatorTally } from "../ingest/cast/separator-tally.js";
import { type NumberFormat, isError } from "../../core/model/values/value.js";
import {
  decimalText,
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  ZERO,
} from "../../core/model/values/decimal.js";
import { parseDecimal } from "../../core/model/values/numbers.js";
import { noteMisfit, stillTried, type Trial } from "./trial.js";
import type { NumberColumnAnalysis } from "./table-analysis.js";

/** A number `integer` / 10^`scale` of at most 15 digits. */
interface Plain {
  readonly integer: number;
  readonly scale: number;
}

/** Decimals of plain numbers. */
const SCALES = 16;

/** A number format, and statistics of the cells that it fits. */
interface Reading extends Trial {
  readonly numbers: NumberFormat;
  readonly range: NumberRange;
}

/** A counter that tries to read each cell of a column as a number in every format, until a format proves wrong. */
export class NumberCounter {
  readings: readonly Reading[] = [POINT_NUMBERS, COMMA_NUMBERS].map((numbers) => ({
    numbers,
    matches: 0,
    misfits: [],
    range: new NumberRange(),
  }));
  /** Count of numbers with one separator, before the last three digits: it may mean thousands or decimals. */
  readonly groups = { ".": 0, ",": 0 };
  /** Count of numbers with a leading zero, as only codes have. */
  zeros = 0;
  /** Counts the numbers that are valid with a decimal point and may mean others. */
  readonly separators = new SeparatorTally();
  fractions = 0;
  #cells = 0;

  /** Take a text of some cells. @returns true if it is noted as one that does not fit */
  take(text: string, cells: number): boolean {
    if (this.readings.length === 0) return false;
    this.#cells += cells;
    if (/^0\d/.test(text)) this.zeros += cells;
    if (!/^[+-]?\d+$/.test(text)) {
      this.fractions += cells;
      const separator = /^[^\d.,]*\d{1,3}([.,])\d{3}[^\d.,]*$/.exec(text)?.[1] as "." | "," | undefined;
      if (separator && !/^[^\d]*0/.test(text)) this.groups[separator] += cells;
    }
    let isNoted = false;
    for (const reading of this.readings) {
      if (!read(reading, text, cells)) {
        if (noteMisfit(reading, text)) isNoted = true;
      } else if (reading.numbers === POINT_NUMBERS) this.separators.take(text);
    }
    this.readings = stillTried(this.readings, this.#cells);
    return isNoted;
  }
}

function read(reading: Reading, text: string, cells: number): boolean {
  const { numbers, range } = reading;
  const plain = scanPlainNumber(text, numbers.decimal);
  if (plain) range.addPlain(plain, cells);
  else {
    const number = parseDecimal(text, numbers);
    if (isError(number)) return false;
    range.add(number, cells);
  }
  reading.matches += cells;
  return true;
}

/**
 * Describe the numbers of a column; `null` if they are codes, or there are none.
 * @param areStored true if a spreadsheet stores some as numbers, so that their decimal sign is beyond doubt
 */
export function findNumbers(
  counter: NumberCounter,
  filled: number,
  delimiter: string,
  areStored: boolean,
): NumberColumnAnalysis | null {
  if (counter.zeros > 0) return null;
  const most = Math.max(...counter.readings.map(({ matches }) => matches));
  const best = counter.readings.filter(({ matches }) => matches === most && matches > 0);
  const found =
    best.find(({ numbers }) => numbers === (areStored ? POINT_NUMBERS : likelier(counter, delimiter))) ?? best[0];
  if (!found) return null;
  const { numbers, range, matches, misfits } = found;
  const { min, max, sum } = range.finish();
  const isPlain = counter.fractions === 0;
  const isFormatSure = !isPlain && best.every((each) => each.numbers.decimal === numbers.decimal);
  const doubt = isFormatSure || areStored ? null : counter.separators.doubt();
  return {
    kind: "number",
    numbers,
    isFormatSure,
    ...(doubt === null ? {} : { doubt: { cell: doubt.examples[0]!, formats: [POINT_NUMBERS, COMMA_NUMBERS] } }),
    min: decimalText(min),
    max: decimalText(max),
    sum: decimalText(sum),
    areIntegers: sum.scale === 0,
    misfits: { count: filled - matches, samples: misfits },
  };
}

/** Choose the likelier format of a column that fits both: a separator before three digits is read as thousands. */
function likelier({ groups }: NumberCounter, delimiter: string): NumberFormat {
  // In a table delimited by commas, three digits after a point are decimals.
  return groups["."] > groups[","] && delimiter !== "," ? COMMA_NUMBERS : POINT_NUMBERS;
}

/** Least and greatest of some numbers, and their exact sum. Plain numbers are added in doubles for as long as that is exact. */
class NumberRange {
  #min: Decimal | null = null;
  #max: Decimal | null = null;
  /** The same, rounded: only numbers beyond or next to them are compared exactly. */
  #low = Infinity;
  #high = -Infinity;
  #sum = ZERO;
  /** Sums of plain numbers in units of their last digits, by their decimals; `null` for decimals that none has. */
  readonly #sums: (number | null)[] = Array.from({ length: SCALES }, () => null);

  /** Add a number some times. */
  add(number: Decimal, times: number): void {
    this.#sum = addDecimals(this.#sum, multiplyDecimals(number, { unscaled: BigInt(times), scale: 0 }));
    this.#widen(number, Number(decimalText(number)));
  }

  addPlain({ integer, scale }: Plain, times: number): void {
    const sum = (this.#sums[scale] ?? 0) + integer * times;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(integer * times)) this.#sums[scale] = sum;
    else this.add({ unscaled: BigInt(integer), scale }, times);
    // An integer of 15 digits and these powers of ten are exact: the quotient is rounded once, as any other value here is.
    const value = integer / 10 ** scale;
    if (value <= this.#low || value >= this.#high) this.#widen({ unscaled: BigInt(integer), scale }, value);
  }

  finish(): { readonly min: Decimal; readonly max: Decimal; readonly sum: Decimal } {
    const sum = this.#sums.reduce<Decimal>(
      (total, each, scale) => (each === null ? total : addDecimals(total, { unscaled: BigInt(each), scale })),
      this.#sum,
    );
    return { min: this.#min ?? ZERO, max: this.#max ?? ZERO, sum };
  }

  #widen(number: Decimal, value: number): void {
    if (this.#min === null || compareDecimals(number, this.#min) < 0) [this.#min, this.#low] = [number, value];
    if (this.#max === null || compareDecimals(number, this.#max) > 0) [this.#max, this.#high] = [number, value];
  }
}
