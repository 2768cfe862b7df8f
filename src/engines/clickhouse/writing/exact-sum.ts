/** Integers are added as doubles up to this size. */
const SAFE = 2 ** 52;

/** Sums of the amounts that are written, and how many digits they have; all by scale. */
export class WrittenAmounts {
  readonly #sums: bigint[] = [];
  readonly #partial: number[] = [];
  /** Digits before the point of the largest amount. */
  #wholeDigits = 0;
  #minScale = Infinity;

  add(amount: number | bigint, scale: number): void {
    if (scale < this.#minScale) this.#minScale = scale;
    if (this.#partial[scale] === undefined) [this.#partial[scale], this.#sums[scale]] = [0, 0n];
    const digits = typeof amount === "number" ? digitsOfNumber(Math.abs(amount)) : String(amount).length;
    if (digits - scale > this.#wholeDigits) this.#wholeDigits = digits - scale;
    if (typeof amount === "bigint") this.#sums[scale]! += amount;
    else if (Math.abs((this.#partial[scale]! += amount)) > SAFE) this.#carry(scale);
  }

  /** Digits before the point of the largest amount, at least. */
  get wholeDigits(): number {
    return this.#wholeDigits;
  }

  /** Fewest digits after the point. */
  get minScale(): number {
    return Number.isFinite(this.#minScale) ? this.#minScale : 0;
  }

  /** Most digits after the point. */
  get maxScale(): number {
    return Math.max(0, this.#sums.length - 1);
  }

  /** Return the exact sum of the amounts of each scale. */
  get sums(): ReadonlyMap<number, bigint> {
    for (const scale of this.#partial.keys()) if (this.#partial[scale] !== undefined) this.#carry(scale);
    return new Map([...this.#sums.entries()].filter(([, sum]) => sum !== undefined));
  }

  #carry(scale: number): void {
    this.#sums[scale]! += BigInt(this.#partial[scale]!);
    this.#partial[scale] = 0;
  }
}

function digitsOfNumber(integer: number): number {
  let digits = 1;
  for (let power = 10; integer >= power; power *= 10) digits++;
  return digits;
}
