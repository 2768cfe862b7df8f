import type { Hints } from "../../engine/engine.js";

/** How often the entries of a dataset were cut by a dimension. */
export interface CutCount {
  /** Its name. */
  readonly dimension: string;
  /** At least 1. */
  readonly cuts: number;
  /** What share of the dimension's members passed, of dates what share of their years, added up over those cuts. */
  readonly passed: number;
}

/** Cuts that are remembered of a dataset. */
export const MOST_CUTS = 2 ** 12;

/**
 * By which dimensions the entries of a dataset are cut. Each version goes on with what was asked of the one before.
 * Where more than `MOST_CUTS` are known all of them count half from then on: what is asked now outweighs what once was,
 * and there are never more names than cuts.
 */
export class CutStatistics {
  readonly #counts = new Map<string, { cuts: number; passed: number }>();
  #total = 0;

  /** @param passed what share the cut has let pass */
  note(dimension: string, passed: number): void {
    this.#add(dimension, 1, passed);
  }

  /** Go on with what was known elsewhere. */
  resume(counts: readonly CutCount[]): void {
    for (const { dimension, cuts, passed } of counts) this.#add(dimension, cuts, passed);
  }

  list(): readonly CutCount[] {
    return Array.from(this.#counts, ([dimension, count]) => ({ dimension, ...count }));
  }

  #add(dimension: string, cuts: number, passed: number): void {
    const count = this.#counts.get(dimension);
    if (count) {
      count.cuts += cuts;
      count.passed += passed;
    } else this.#counts.set(dimension, { cuts, passed });
    this.#total += cuts;
    while (this.#total > MOST_CUTS) this.#halve();
  }

  #halve(): void {
    this.#total = 0;
    for (const [dimension, count] of this.#counts) {
      const half = Math.floor(count.cuts / 2);
      if (half === 0) this.#counts.delete(dimension);
      count.passed *= half / count.cuts;
      count.cuts = half;
      this.#total += half;
    }
  }
}

/** Read stored counts, without what is not a count: no answer depends on them. */
export function readCutCounts(hints: Hints): readonly CutCount[] {
  return (hints as readonly (Partial<CutCount> | null)[]).filter((hint): hint is CutCount => {
    const { dimension, cuts, passed } = hint ?? {};
    return typeof dimension === "string" && Number.isSafeInteger(cuts) && cuts! > 0 && Number.isFinite(passed);
  });
}
