import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  multiplyDecimals,
  ZERO,
} from "../../core/model/values/decimal.js";

/** A number `integer` / 10^`scale` of at most 15 digits. */
interface Plain {
  readonly integer: number;
  readonly scale: number;
}

/** Decimals of plain numbers. */
const SCALES = 16;

/** Least and greatest of some numbers, and their exact sum. Plain numbers are added in doubles for as long as that is exact. */
export class NumberRange {
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
