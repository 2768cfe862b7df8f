import { passesValue } from "../../../core/engine/match-value.js";
import type { Bound, ValueTest } from "../../../core/query/condition/condition.js";
import { binarySearch } from "../base/binary-search.js";
import { isValid } from "../base/validity.js";
import type { MappedTo, StoredTexts, Values } from "../table/values.js";

/** A test by the order of values. */
export type OrderTest = Exclude<ValueTest, { readonly is: "one of" }>;

/**
 * Intervals of an attribute's values between the ends of some ranges. Values of one interval pass the same ranges, so a
 * member needs a search among the ends instead of a test for each range.
 *
 *     ends         a        c   d
 *     intervals  0 │    1   │ 2 │ 3      and one more for missing values
 */
export interface ValueIntervals {
  /** Number of intervals, with that of missing values, the last one. */
  readonly size: number;
  /** Return for each interval 1 if its values pass a test, else 0. The ends of the test must be among the intervals'. */
  passOf(test: OrderTest): Uint8Array;
  /** Visit members `from` … `to - 1` with their intervals. */
  visit(from: number, to: number, use: (member: number, interval: number) => void): void;
}

/** True if a test orders values by their bytes or numbers. A text that is not well-formed has no bytes. */
export function isOrdered(test: ValueTest): test is OrderTest {
  if (test.is === "one of") return false;
  return test.is !== "texts" || [test.from, test.to].every((bound) => bound === null || bound.at.isWellFormed());
}

/** Divide the values of an attribute by the ends of ranges. */
export function divideValues(values: Values, tests: readonly OrderTest[]): ValueIntervals {
  if (values.mapped) return divideMapped(values.mapped, tests);
  return values.texts ? divideTexts(values.texts, tests) : divideNumbers(values, tests);
}

/** Divide values that members stand for: each value is searched once. */
function divideMapped({ targets, values }: MappedTo, tests: readonly OrderTest[]): ValueIntervals {
  const own = divideValues(values(), tests);
  const targetOf = targets();
  const intervals = new Uint32Array(values().length);
  own.visit(0, intervals.length, (target, interval) => (intervals[target] = interval));
  return {
    size: own.size,
    passOf: own.passOf,
    visit(from, to, use) {
      for (let member = from; member < to; member++) use(member, intervals[targetOf[member]!] ?? own.size - 1);
    },
  };
}

/** Divide texts. An end is the least text in bytes that is not below it. */
function divideTexts({ offsets, validity, bytes }: StoredTexts, tests: readonly OrderTest[]): ValueIntervals {
  const endsOf = (test: OrderTest): Ends<Buffer> => {
    if (test.is !== "texts") return { from: null, to: null };
    // All texts that begin with one are below it and this byte, which no UTF-8 text has. The next text ends with 0.
    const after = Buffer.of(test.byBeginning ? 0xff : 0);
    return endsOfRange<string, Buffer>(
      test,
      (at) => Buffer.from(at),
      (at) => Buffer.concat([Buffer.from(at), after]),
    );
  };
  const compare = (a: Buffer, b: Buffer): number => a.compare(b);
  const ends = sortEnds(tests.map(endsOf), compare);
  const missing = ends.length + 1;
  return {
    size: missing + 1,
    passOf: (test) => passOf(test, test.is === "texts", endsOf(test), missing, (end) => placeIn(ends, end, compare)),
    visit(from, to, use) {
      for (let member = from; member < to; member++) {
        if (!isValid(validity, member)) {
          use(member, missing);
          continue;
        }
        const [start, end] = [offsets[member]!, offsets[member + 1]!];
        let [low, high] = [0, ends.length];
        while (low < high) {
          const middle = (low + high) >>> 1;
          if (isBelow(bytes, start, end, ends[middle]!)) high = middle;
          else low = middle + 1;
        }
        use(member, low);
      }
    },
  };
}

/** Divide numbers. An end is a number, and whether it is itself below the end. */
function divideNumbers(values: Values, tests: readonly OrderTest[]): ValueIntervals {
  type End = { readonly at: number; readonly after: boolean };
  const endsOf = (test: OrderTest): Ends<End> =>
    test.is === "numbers"
      ? endsOfRange<number, End>(
          test,
          (at) => ({ at, after: false }),
          (at) => ({ at, after: true }),
        )
      : { from: null, to: null };
  const compare = (a: End, b: End): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : Number(a.after) - Number(b.after));
  const ends = sortEnds(tests.map(endsOf), compare);
  const missing = ends.length + 1;
  return {
    size: missing + 1,
    passOf: (test) => passOf(test, test.is === "numbers", endsOf(test), missing, (end) => placeIn(ends, end, compare)),
    visit(from, to, use) {
      for (let member = from; member < to; member++) {
        const value = values.at(member);
        if (value === null) {
          use(member, missing);
          continue;
        }
        let [low, high] = [0, ends.length];
        while (low < high) {
          const middle = (low + high) >>> 1;
          const { at, after } = ends[middle]!;
          if ((value as number) < at || (after && value === at)) high = middle;
          else low = middle + 1;
        }
        use(member, low);
      }
    },
  };
}

/** Places in the order from which on values are in a range, and from which on they are not; `null`: none. */
interface Ends<T> {
  readonly from: T | null;
  readonly to: T | null;
}

function endsOfRange<T, End>(
  { from, to }: { readonly from: Bound<T> | null; readonly to: Bound<T> | null },
  before: (at: T) => End,
  after: (at: T) => End,
): Ends<End> {
  return {
    from: from && (from.inclusive ? before(from.at) : after(from.at)),
    to: to && (to.inclusive ? after(to.at) : before(to.at)),
  };
}

function sortEnds<T>(all: readonly Ends<T>[], compare: (a: T, b: T) => number): readonly T[] {
  const sorted = all
    .flatMap(({ from, to }) => [from, to])
    .filter((end): end is NonNullable<typeof end> => end !== null)
    .toSorted(compare);
  return sorted.filter((end, at) => at === 0 || compare(end, sorted[at - 1]!) !== 0);
}

function placeIn<T>(ends: readonly T[], end: T, compare: (a: T, b: T) => number): number {
  return binarySearch(ends.length, (place) => compare(ends[place]!, end) >= 0);
}

/** Mark the intervals that pass a test. @param fits true if the test is about values of this type */
function passOf<T>(
  test: OrderTest,
  fits: boolean,
  { from, to }: Ends<T>,
  missing: number,
  placeOf: (end: T) => number,
): Uint8Array {
  const pass = new Uint8Array(missing + 1);
  if (test.is === "present") return pass.fill(1, 0, missing);
  return fits ? pass.fill(1, from === null ? 0 : placeOf(from) + 1, to === null ? missing : placeOf(to) + 1) : pass;
}

/** True if the text `bytes[start … end]` comes before another. */
function isBelow(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  const length = Math.min(end - start, other.length);
  for (let at = 0; at < length; at++) {
    const difference = bytes[start + at]! - other[at]!;
    if (difference !== 0) return difference < 0;
  }
  return end - start < other.length;
}

/** Visit the members whose values pass a test that is not by order. Cost: a lookup for each named value. */
export function visitOthers(values: Values, test: ValueTest, check: () => void, use: (member: number) => void): void {
  if (test.is === "one of") {
    for (const value of new Set(test.values)) for (const member of values.find(value)) use(member);
    return;
  }
  for (let member = 0; member < values.length; member++) {
    if (member % 1024 === 0) check();
    if (passesValue(test, values.at(member))) use(member);
  }
}
