import { isDay } from "../../model/calendar-values.js";
import type { Model } from "../../model/cube.js";
import { bindCuts, type PlacedCut } from "../condition/bind-cuts.js";
import { readValue } from "../condition/bind-value.js";
import { type ClauseTarget, type Condition, filterClause, type ValueTest } from "../condition/condition.js";
import type { Parameters } from "../parameters.js";
import { bindReference } from "../reference.js";
import { printRange } from "../syntax/print.js";
import type { Range } from "../syntax/search-tree.js";
import { parseSetCuts, type SetCut } from "./set-cut.js";

/** A cut as answers repeat it. */
export interface ShownCut {
  /** Reference as requested. */
  readonly ref: string;
  readonly operator: ":";
  /** Values and ranges; `null` is the missing value. */
  readonly value: readonly (string | number | null)[];
}

/** Cuts to sets, bound to a model. */
export interface BoundSetCuts {
  /** One condition for each cut; entries must meet all of them. */
  readonly conditions: readonly Condition[];
  /** Cuts to single values only. */
  readonly placed: readonly PlacedCut[];
  /** Number of values and ranges. */
  readonly clauses: number;
  readonly shown: readonly ShownCut[];
  /** Sentences about values that mean more than one. */
  readonly warnings: readonly string[];
}

/**
 * Bind the parameter `cut`. Values of one cut are alternatives, and all cuts must match, also those of one attribute. A
 * dimension without an attribute means its key.
 */
export function bindSetCuts(model: Model, parameters: Parameters, errors: string[]): BoundSetCuts {
  const cuts = parseSetCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`));
  const bound = cuts.flatMap((cut) => {
    const one = bindSetCut(model, cut, errors);
    return typeof one === "string" ? (errors.push(`cut: ${one}`), []) : [one];
  });
  return {
    conditions: bound.map(({ condition }) => condition),
    placed: bound.flatMap(({ placed }) => placed),
    clauses: cuts.reduce((sum, { values }) => sum + values.length, 0),
    shown: bound.map(({ shown }) => shown),
    warnings: [...new Set(bound.flatMap(({ warnings }) => warnings))],
  };
}

interface BoundSetCut {
  readonly condition: Condition;
  readonly placed: readonly PlacedCut[];
  readonly shown: ShownCut;
  readonly warnings: readonly string[];
}

function bindSetCut(model: Model, { field, values }: SetCut, errors: string[]): BoundSetCut | string {
  const reference = bindReference(model, field);
  if (typeof reference === "string") return reference;
  const { dimension } = reference;
  const attribute = reference.attribute ?? dimension.identity;
  const present = values.filter((value) => value !== null);
  const bound = bindCuts(
    model,
    present.map((value) => ({ field, value })),
    errors,
  );
  const isMissing = present.length < values.length;
  const alternatives = isMissing ? [...bound.conditions, isEmpty({ dimension, attribute })] : bound.conditions;
  const show = (value: string | Range | null): string | number | null =>
    value === null ? null : typeof value === "string" ? readValue(attribute, value) : printRange(value);
  return {
    condition: alternatives.length === 1 ? alternatives[0]! : { is: "any", of: alternatives },
    placed: isMissing ? [] : bound.placed,
    shown: { ref: field, operator: ":", value: values.map(show) },
    warnings: bound.warnings,
  };
}

/** Make a condition that entries without a value meet, and those whose text is empty. */
function isEmpty(target: ClauseTarget): Condition {
  const test = (value: ValueTest): Condition => filterClause({ on: "value", target, value });
  const missing: Condition = { is: "not", of: test({ is: "present" }) };
  if (target.attribute.type === "number" || target.dimension.kind === "date" || isDay(target.attribute)) return missing;
  return { is: "any", of: [missing, test({ is: "one of", values: [""] })] };
}
