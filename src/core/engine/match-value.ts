import type { Value } from "../model/values/value.js";
import { compareDecimals, type Decimal } from "../model/values/decimal.js";
import type { AmountTest, Bound, TextRange, ValueTest } from "../query/condition/condition.js";
import { compareText } from "./compare.js";

/** True if a value passes a test; a missing value passes no test. */
export function passesValue(test: ValueTest, value: Value): boolean {
  if (value === null) return false;
  if (test.is === "present") return true;
  if (test.is === "one of") return test.values.includes(value);
  if (test.is === "texts") return typeof value === "string" && passesRange(test, value);
  return typeof value === "number" && isBetween(value, test.from, test.to, (a, b) => a - b);
}

export function passesRange({ from, to, byBeginning }: TextRange, text: string): boolean {
  return isBetween(text, from, to, (value, bound) =>
    compareText(byBeginning ? value.slice(0, bound.length) : value, bound),
  );
}

export function passesAmount(test: AmountTest, amount: Decimal): boolean {
  return test.is === "range"
    ? isBetween(amount, test.from, test.to, compareDecimals)
    : test.amounts.some((each) => compareDecimals(each, amount) === 0);
}

function isBetween<T>(
  value: T,
  from: Bound<T> | null,
  to: Bound<T> | null,
  compare: (value: T, bound: T) => number,
): boolean {
  const above = from === null ? 1 : compare(value, from.at);
  const below = to === null ? -1 : compare(value, to.at);
  return (above > 0 || (above === 0 && from!.inclusive)) && (below < 0 || (below === 0 && to!.inclusive));
}
