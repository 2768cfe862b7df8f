import { scanPlainNumber } from "../ingest/cast/plain-amount.js";
import { COMMA_NUMBERS, POINT_NUMBERS, SeparatorTally } from "../ingest/cast/separator-tally.js";
import { type NumberFormat, isError } from "../../core/model/values/value.js";
import { decimalText } from "../../core/model/values/decimal.js";
import { parseDecimal } from "../../core/model/values/numbers.js";
import { NumberRange } from "./number-range.js";
import { noteMisfit, stillTried, type Trial } from "./trial.js";
import type { NumberColumnAnalysis } from "./table-analysis.js";

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
