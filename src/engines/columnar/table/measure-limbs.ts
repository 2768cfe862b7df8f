/** Inclusive bounds of the integers in one limb of a measure. */
export interface LimbBounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** Division of a measure's amounts into limbs, such that each limb's sum of absolute values fits 64 bits. */
export interface LimbPlan {
  readonly limbs: readonly LimbBounds[];
  /** Bits per limb; 0 if there is only one limb. */
  readonly limbBits: number;
}

/** Statistics of the amounts, from which the limbs are planned. */
export interface AmountBounds extends LimbBounds {
  readonly sumOfAbsolutes: bigint;
  readonly rows: number;
}

/** One more than the largest signed 64-bit integer. */
const LIMIT = 2n ** 63n;

/** Plan the limbs of a measure: one if its sum of absolute values is below 2^63, otherwise several. */
export function planLimbs({ min, max, sumOfAbsolutes, rows }: AmountBounds): LimbPlan {
  if (sumOfAbsolutes < LIMIT) return { limbs: [{ min, max }], limbBits: 0 };
  const limbBits = 62 - Math.ceil(Math.log2(rows + 1));
  const largest = max > -min ? max : -min;
  const count = Math.ceil(largest.toString(2).length / limbBits);
  const bound = 2n ** BigInt(limbBits) - 1n;
  return { limbs: Array.from({ length: count }, () => ({ min: -bound, max: bound })), limbBits };
}

/** Return one limb of an amount. Every limb has the amount's sign. */
export function limbOf(amount: bigint, limb: number, { limbs, limbBits }: LimbPlan): bigint {
  if (limbs.length === 1) return amount;
  const magnitude = BigInt.asUintN(limbBits, (amount < 0n ? -amount : amount) >> BigInt(limb * limbBits));
  return amount < 0n ? -magnitude : magnitude;
}

/** Combine the sums of limbs into one amount. */
export function joinLimbs(limbs: readonly bigint[], limbBits: number): bigint {
  return limbs.reduce((sum, limb, at) => sum + (limb << BigInt(at * limbBits)), 0n);
}
