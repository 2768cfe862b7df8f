import { type Shape, spellShape } from "./grouping-set.js";

/** A shape that queries have. */
export interface AskedShape {
  readonly shape: Shape;
  /** How many did, since it is remembered. */
  readonly asks: number;
  /** Entries that one has to look at where there is no cuboid. */
  readonly entries: number;
}

/** Shapes that are remembered: a dashboard has a dozen, and whoever tries all is not to fill the memory. */
const MOST_SHAPES = 64;

/** What was asked of a table, as long as it is. */
export class AskedShapes {
  /** By spelling, that which was asked last at the end. */
  readonly #asked = new Map<string, AskedShape>();

  /**
   * Remember a query.
   * @param entries that it has looked at; `null` where it has read a cuboid instead of all
   * @returns how many there were of its shape
   */
  note(shape: Shape, entries: number | null, allEntries: number): number {
    const spelling = spellShape(shape);
    const before = this.#asked.get(spelling);
    const asks = (before?.asks ?? 0) + 1;
    this.#put(spelling, { shape, asks, entries: entries ?? before?.entries ?? allEntries });
    return asks;
  }

  /** Go on with what was asked elsewhere. */
  resume(asked: readonly AskedShape[]): void {
    for (const { shape, asks, entries } of asked) {
      const spelling = spellShape(shape);
      this.#put(spelling, { shape, asks: asks + (this.#asked.get(spelling)?.asks ?? 0), entries });
    }
  }

  /** Those that were asked most first. */
  list(): readonly AskedShape[] {
    return [...this.#asked.values()].toSorted((a, b) => b.asks - a.asks);
  }

  /** As that which was asked last. */
  #put(spelling: string, asked: AskedShape): void {
    this.#asked.delete(spelling);
    if (this.#asked.size >= MOST_SHAPES) this.#forgetOne();
    this.#asked.set(spelling, asked);
  }

  /** Of those that were asked least, that which was asked longest ago. */
  #forgetOne(): void {
    let least = Number.POSITIVE_INFINITY;
    let forgotten = "";
    for (const [spelling, { asks }] of this.#asked) {
      if (asks >= least) continue;
      least = asks;
      forgotten = spelling;
    }
    this.#asked.delete(forgotten);
  }
}
