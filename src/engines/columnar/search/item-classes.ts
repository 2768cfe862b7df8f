import { lengthen } from "../base/lengthen.js";
import { PairIndex } from "../base/pair-index.js";
import type { ZeroedArrays } from "../base/zeroed-arrays.js";
import type { ClauseBitsets } from "./clause-bitsets.js";

/** Items between two checks. */
const STRIDE = 2 ** 14;

/**
 * Classes of items, which are the members of a dimension or the entries: items of one class match the same clauses, with
 * the same lengths. Class 0 matches none. A class is a chain of steps; each step adds clauses that match with a length.
 *
 *     class 0 ── {school*, sch?ol} in 2 tokens ──► class 1 ── {city} in 5 tokens ──► class 3
 */
export class ItemClasses {
  /** Class of each item. */
  readonly classOf: Uint32Array;
  readonly #sets: ClauseBitsets;
  /** Pairs of a set of clauses and a length. */
  readonly #steps: PairIndex;
  /** Pairs of a class and a step. */
  readonly #classes: PairIndex;
  readonly #take: (bytes: number) => void;
  readonly #arrays: ZeroedArrays;
  /** Items of other classes than 0. */
  #classified = new Uint32Array(64);
  #numClassified = 0;

  /** @param take counts the bytes that the classes are about to take; throws if these are too many */
  constructor(items: number, sets: ClauseBitsets, take: (bytes: number) => void, arrays: ZeroedArrays) {
    take(items * 4);
    this.#take = take;
    this.#arrays = arrays;
    this.classOf = arrays.take(items);
    this.#sets = sets;
    this.#steps = new PairIndex(take);
    this.#classes = new PairIndex(take);
  }

  /** Number of classes, with class 0. */
  get size(): number {
    return this.#classes.size + 1;
  }

  /** Give the memory back; nothing may use the classes after that. */
  release(): void {
    this.#arrays.release(this.classOf, this.classified);
  }

  /** Items of other classes than 0, in no order. */
  get classified(): Uint32Array {
    return this.#classified.subarray(0, this.#numClassified);
  }

  /** Return the number of a step; 0 for an empty set of clauses. */
  stepOf(set: number, length: number): number {
    return set === 0 ? 0 : this.#steps.numberOf(set, length);
  }

  /** Add a step to the class of an item. Step 0 changes nothing. */
  add(item: number, step: number): void {
    const before = this.classOf[item]!;
    if (step === 0 || (before !== 0 && this.#classes.secondOf(before) === step)) return;
    if (before === 0) this.#note(item);
    this.classOf[item] = this.#classes.numberOf(before, step);
  }

  /**
   * Add the classes of other items, with the same sets of clauses.
   * @param sources number of the other item for each item; none if there is no such item
   */
  addFrom(others: ItemClasses, sources: Uint32Array, check: () => void): void {
    const pairs = new PairIndex(this.#take);
    /** Class of each pair of a class so far and a class of the others. */
    const joined: number[] = [];
    for (let item = 0; item < sources.length; item++) {
      if (item % STRIDE === 0) check();
      const added = others.classOf[sources[item]!] ?? 0;
      if (added === 0) continue;
      const pair = pairs.numberOf(this.classOf[item]!, added);
      const known = joined[pair];
      if (known === undefined) {
        others.#forEachStep(added, (set, length) => this.add(item, this.stepOf(set, length)));
        joined[pair] = this.classOf[item]!;
      } else {
        if (this.classOf[item] === 0) this.#note(item);
        this.classOf[item] = known;
      }
    }
  }

  #note(item: number): void {
    if (this.#numClassified === this.#classified.length) {
      this.#take(this.#numClassified * 4);
      this.#classified = lengthen(this.#classified, this.#numClassified * 2);
    }
    this.#classified[this.#numClassified++] = item;
  }

  /** Visit the clauses that a class matches, each as often as there are steps with it. */
  forEach(ofClass: number, visit: (clause: number, length: number) => void): void {
    this.#forEachStep(ofClass, (set, length) => this.#sets.forEach(set, (clause) => visit(clause, length)));
  }

  #forEachStep(ofClass: number, visit: (set: number, length: number) => void): void {
    for (let own = ofClass; own !== 0; own = this.#classes.firstOf(own)) {
      const step = this.#classes.secondOf(own);
      visit(this.#steps.firstOf(step), this.#steps.secondOf(step));
    }
  }
}
