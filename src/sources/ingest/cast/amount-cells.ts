import type { Decimal } from "../../../core/model/values/decimal.js";
import { isError } from "../../../core/model/values/value.js";
import { ABSENT, type CodedRecords, RAW } from "../csv/coded-records.js";
import type { CodedAmountPlan } from "./coded-plan.js";
import { PlainNumber } from "./plain-number.js";

/** Maximum codes whose amounts are remembered. */
const MAX_CODES = 2 ** 16;

/** Number of codes, all of plain amounts, from which reading an amount is faster than looking for its code. */
const MANY_PLAIN = 2 ** 12;

/** Reads the amounts of one measure from coded records; plain ones are never decoded. */
export class AmountCells {
  /** The last amount is `integer` / 10^`scale`; `NaN`: `decimal`. */
  integer = 0;
  scale = 0;
  decimal: Decimal | null = null;
  readonly #castCell: CodedAmountPlan["cast"];
  readonly #position: number;
  readonly #isPlain: boolean;
  readonly #plain: PlainNumber;
  /** For each code its amount; absent if it was not read yet, or is too large for a double. */
  readonly #integers: number[] = [];
  readonly #scales: number[] = [];
  /** True if plain cells are the amounts, and nothing else is read from the column. */
  readonly #isCountable: boolean;
  /** Number of codes so far; `Infinity` once one was not of a plain amount. */
  #plainCodes = 0;

  /** @param isAlone true if nothing else is read from the column */
  constructor({ source, position, isPlain, cast }: CodedAmountPlan, isAlone: boolean) {
    this.#isCountable = isPlain && isAlone;
    this.#castCell = cast;
    this.#position = position;
    this.#isPlain = isPlain;
    this.#plain = new PlainNumber(source.numbers.decimal);
  }

  /** Read the amount of a record. @param start place of the record @returns false if the cell is bad */
  read(records: CodedRecords, start: number): boolean {
    const code = records.codes[start + 1 + this.#position]!;
    if (code >= RAW) {
      const { bytes, places } = records.texts;
      const place = (code - RAW) * 2;
      const from = places[place]!;
      const isRead = this.#isPlain && this.#plain.read(bytes, from, from + places[place + 1]!);
      if (!isRead) return this.#cast(records, start);
      this.integer = this.#plain.integer;
      this.scale = this.#plain.scale;
      return true;
    }
    if (code === ABSENT) return this.#cast(records, start);
    this.integer = this.#integers[code] ?? NaN;
    if (Number.isNaN(this.integer)) return this.#readCoded(records, start, code);
    this.scale = this.#scales[code]!;
    return true;
  }

  #readCoded(records: CodedRecords, start: number, code: number): boolean {
    if (this.#plainCodes < MANY_PLAIN) this.#countPlain(records, start);
    const isGood = this.#cast(records, start);
    if (!isGood || code >= MAX_CODES || Number.isNaN(this.integer)) return isGood;
    this.#integers[code] = this.integer;
    this.#scales[code] = this.scale;
    return true;
  }

  #countPlain(records: CodedRecords, start: number): void {
    const characters = Buffer.from(records.cellAt(start, this.#position));
    const isPlain = this.#isCountable && this.#plain.read(characters, 0, characters.length);
    this.#plainCodes = isPlain ? this.#plainCodes + 1 : Infinity;
    if (this.#plainCodes === MANY_PLAIN) records.texts.stopCoding(this.#position);
  }

  #cast(records: CodedRecords, start: number): boolean {
    const amount = this.#castCell(records.cellAt(start, this.#position));
    if (isError(amount)) return false;
    const integer = Number(amount.unscaled);
    const isExact = Number.isSafeInteger(integer) && amount.scale < 256;
    this.integer = isExact ? integer : NaN;
    this.scale = isExact ? amount.scale : 0;
    this.decimal = isExact ? null : amount;
    return true;
  }
}
