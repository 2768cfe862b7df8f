import { type Template, templateOf } from "./template.js";
import type { Text, TextValues, ValuesOf } from "./text.js";

/** Writes a text with the values of its slots. */
export type Fill = <const T extends Text>(text: T, ...values: ValuesOf<T, TextValues<T>>) => string;

/** How a language writes counts, and which form of a text goes with each. */
export interface Counting {
  readonly count: (n: number) => string;
  readonly formOf: (n: number) => Intl.LDMLPluralRule;
}

/** Choose the form of a text by the number among its values: `count`, or else the first. */
export function chooseForm(text: Text, values: Readonly<Record<string, unknown>>, { formOf }: Counting): string {
  if (typeof text === "string") return text;
  const number = typeof values["count"] === "number" ? values["count"] : Object.values(values).find(isNumber);
  return (number === undefined ? undefined : text[formOf(number)]) ?? text.other;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

/** Create the function that fills texts of a language. */
export function createFill(counting: Counting): Fill {
  const write = ({ fixed, slots }: Template, values: Readonly<Record<string, unknown>>): string => {
    let text = fixed[0]!;
    for (const [at, { name, inner }] of slots.entries()) {
      const value = values[name];
      const written = inner ? write(inner, values) : isNumber(value) ? counting.count(value) : String(value);
      text += written + fixed[at + 1]!;
    }
    return text;
  };
  return (text, ...[values]) => {
    const filled: Readonly<Record<string, unknown>> = values ?? {};
    return write(templateOf(chooseForm(text, filled, counting)), filled);
  };
}

/** Create how a language counts. The rules are made when first used: it takes longer than to use them. */
export function createCounting(language: string, count: (n: number) => string): Counting {
  let rules: Intl.PluralRules | undefined;
  return { count, formOf: (n) => (rules ??= new Intl.PluralRules(language)).select(n) };
}
