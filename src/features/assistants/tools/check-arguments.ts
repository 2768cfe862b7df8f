import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { didYouMean } from "../../../core/model/nearest.js";
import type { Parameter } from "../../../calls/route-description.js";
import type { Schema } from "../../../calls/schema.js";
import type { Arguments, ArgumentValue } from "./tool.js";

/** Check the arguments of a tool. Empty ones count as absent. @throws InvalidQuery with every error */
export function checkArguments(parameters: readonly Parameter[], given: Readonly<Record<string, unknown>>): Arguments {
  const names = parameters.map(({ name }) => name);
  const errors = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) =>
      errorText("unknown_argument", { argument: name, known: names.join(", "), remedy: didYouMean(name, names) }),
    );
  const found = new Map<string, ArgumentValue>();
  for (const { name, schema, required } of parameters) {
    const value = Object.hasOwn(given, name) ? readAs(schema, given[name]) : null;
    if (value === null || value === undefined || value === "") {
      if (required) errors.push(errorText("argument_missing", { argument: name }));
      continue;
    }
    const wanted = wantedInstead(schema, value);
    if (wanted !== null)
      errors.push(`${name}: ${errorText("wrong_argument", { value: JSON.stringify(value).slice(0, 100), wanted })}`);
    else found.set(name, value as ArgumentValue);
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  return found;
}

/** Return the parameters of a call that arguments stand for. */
export function pairsOf(given: Arguments, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = given.get(name);
    if (value === undefined) return [];
    return (typeof value === "object" ? value : [value]).map((each) => [name, String(each)] as const);
  });
}

/** Return an argument that is a text. */
export function textOf(given: Arguments, name: string): string {
  const value = given.get(name) ?? "";
  return typeof value === "object" ? value.join("|") : String(value);
}

/**
 * Read a text as the number or the truth value that is wanted, and a truth value as a flag: models write `"page": "1"` and
 * `"rollup": true`. A flag that is false counts as absent.
 */
function readAs(schema: Schema, value: unknown): unknown {
  const { type, enum: choices } = schema as ArgumentSchema;
  const text = String(value).trim().toLowerCase();
  if (choices?.includes("true") && !choices.includes("false")) {
    if (text === "false") return null;
    return value === true ? "true" : value;
  }
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && /^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return value;
}

/** Say what a value should be; `null` if it is that. Knows the keys that parameters of calls have. */
function wantedInstead(schema: Schema, value: unknown): string | null {
  const { anyOf, type, enum: choices, minimum = -Infinity, maximum = Infinity } = schema as ArgumentSchema;
  if (anyOf) {
    const wanted = anyOf.map((each) => wantedInstead(each, value));
    return wanted.includes(null) ? null : wanted.join(" or ");
  }
  if (choices) return choices.includes(value) ? null : `one of ${choices.join(", ")}`;
  if (type !== undefined && !hasType(type, value)) return TYPES[type];
  if (typeof value !== "number" || (value >= minimum && value <= maximum)) return null;
  return `from ${minimum} to ${maximum}`;
}

interface ArgumentSchema {
  readonly anyOf?: readonly Schema[];
  readonly type?: ArgumentType;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

type ArgumentType = keyof typeof TYPES;

const TYPES = {
  string: "a text",
  array: "a list of texts",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
} as const;

function hasType(type: ArgumentType, value: unknown): boolean {
  if (type === "array") return Array.isArray(value) && value.every((each) => typeof each === "string");
  // Texts such as top=10 look like numbers to programs.
  if (type === "string") return typeof value === "string" || typeof value === "number";
  if (type === "integer") return Number.isSafeInteger(value);
  return typeof value === type;
}
