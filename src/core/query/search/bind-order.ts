import type { Model } from "../../model/cube.js";
import { type Clause, explainDirection } from "../clauses.js";
import { refuseField, findField } from "../condition/field.js";
import type { HitCriterion } from "./query.js";

/** A criterion that orders hits of several models. */
export interface SearchCriterion {
  /** `score`, `id` or a field, as the user wrote it. */
  readonly name: string;
  readonly descending: boolean;
  /** The criterion in each model; `null` if the model has no such field. */
  readonly bound: readonly (HitCriterion | null)[];
}

/** Criteria that need no field of a model. */
const OWN = ["score", "id"];

const SCORE_THEN_AMOUNT: readonly Clause[] = [
  { field: "score", value: "desc" },
  { field: "amount", value: "desc" },
];

/**
 * Bind criteria; by default the score and then the amount, both descending. The id always comes last, so that no two
 * entries are equal and pages never overlap.
 */
export function bindSearchOrder(
  models: readonly Model[],
  requested: readonly Clause[],
  errors: string[],
): readonly SearchCriterion[] {
  const criteria: SearchCriterion[] = [];
  const error = (sentence: string): void => void errors.push(`order: ${sentence}`);
  for (const { field: name, value } of requested.length > 0 ? requested : presetOf(models)) {
    if (value !== "asc" && value !== "desc") error(explainDirection({ field: name, value }));
    const descending = value === "desc";
    const bound = models.map((model) => bindCriterion(model, name, descending));
    if (models.length > 0 && bound.every((each) => each === null)) error(refuseField(models, name, OWN));
    criteria.push({ name, descending, bound });
  }
  return [...criteria, { name: "id", descending: false, bound: models.map(() => ({ by: "id", descending: false })) }];
}

/** Leave out the amount where no dataset has any, such as in crosswalks. */
function presetOf(models: readonly Model[]): readonly Clause[] {
  const hasAmounts = models.length === 0 || models.some(({ measures }) => measures.length > 0);
  return hasAmounts ? SCORE_THEN_AMOUNT : SCORE_THEN_AMOUNT.slice(0, 1);
}

function bindCriterion(model: Model, name: string, descending: boolean): HitCriterion | null {
  if (name === "score" || name === "id") return { by: name, descending };
  const field = findField(model, name);
  if (field?.is === "measure") return { by: "measure", measure: field.measure, descending };
  if (field?.is !== "attribute") return null;
  return { by: "value", dimension: field.dimension, attribute: field.attribute, descending };
}
