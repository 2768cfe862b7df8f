import type { Decimal } from "../../model/values/decimal.js";
import { isError } from "../../model/values/value.js";
import { ABSENT, type CodedRecords, RAW } from "../csv/coded-records.js";
import type { CodedAmountPlan } from "./coded-plan.js";
import { PlainNumber } from "./plain-number.js";

/** Maximum codes whose amounts are remembered. */
const MAX_CODES = 2 ** 16;

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

  constructor({ source, position, isPlain, cast }: CodedAmountPlan) {
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
    const isGood = this.#cast(records, start);
    if (!isGood || code >= MAX_CODES || Number.isNaN(this.integer)) return isGood;
    this.#integers[code] = this.integer;
    this.#scales[code] = this.scale;
    return true;
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
