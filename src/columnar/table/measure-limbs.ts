/** Bounds of the integers in one limb of a measure. */
export interface LimbBounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** How the amounts of a measure are cut into limbs, so that 64 bits hold every limb's sum of absolute values. */
export interface LimbPlan {
  readonly limbs: readonly LimbBounds[];
  readonly limbBits: number;
}

/** What must be known of the amounts. */
export interface AmountBounds extends LimbBounds {
  readonly sumOfAbsolutes: bigint;
  readonly rows: number;
}

const LIMIT = 2n ** 63n;

export function planLimbs({ min, max, sumOfAbsolutes, rows }: AmountBounds): LimbPlan {
  if (sumOfAbsolutes < LIMIT) return { limbs: [{ min, max }], limbBits: 0 };
  const limbBits = 62 - Math.ceil(Math.log2(rows + 1));
  const most = max > -min ? max : -min;
  const count = Math.ceil(most.toString(2).length / limbBits);
  const bound = 2n ** BigInt(limbBits) - 1n;
  return { limbs: Array.from({ length: count }, () => ({ min: -bound, max: bound })), limbBits };
}

/** One limb of an amount; every limb has the amount's sign. */
export function limbOf(amount: bigint, limb: number, { limbs, limbBits }: LimbPlan): bigint {
  if (limbs.length === 1) return amount;
  const magnitude = BigInt.asUintN(limbBits, (amount < 0n ? -amount : amount) >> BigInt(limb * limbBits));
  return amount < 0n ? -magnitude : magnitude;
}

/** Put sums of limbs together again. */
export function joinLimbs(limbs: readonly bigint[], limbBits: number): bigint {
  return limbs.reduce((sum, limb, at) => sum + (limb << BigInt(at * limbBits)), 0n);
}
