import type { Model } from "../../model/cube.js";
import { printSearch } from "../syntax/print.js";
import type { SearchText } from "../syntax/search-text.js";
import { numberLeaves } from "../syntax/search-tree.js";
import { type BindingNotes, bindCondition, fieldsIn } from "./bind-condition.js";
import type { Condition } from "./condition.js";
import { explainUnknownField } from "./field.js";

/** The searches of a request. */
export interface RequestedText {
  readonly q: SearchText | null;
  readonly fq: readonly SearchText[];
}

/** Which entries of some models match: the parameters `q` and `fq`. */
export interface BoundText {
  /** One for each model. */
  readonly q: readonly Condition[];
  /** For each model one for each `fq`. */
  readonly fq: readonly (readonly Condition[])[];
  /** Words, phrases and ranges. */
  readonly clauses: number;
  readonly warnings: readonly string[];
  readonly canonical: readonly string[];
}

/** Bind `q` and every `fq` to some models. */
export function bindSearchText(models: readonly Model[], requested: RequestedText): BoundText {
  const q = requested.q?.tree ?? null;
  const fq = requested.fq.map(({ tree }) => tree);
  const notes: BindingNotes = { known: new Set(), warnings: new Set() };
  // Before what is not known is noted.
  const qs = models.map((model) => bindCondition(model, q, notes));
  const fqs = models.map((model) => fq.map((tree) => bindCondition(model, tree, notes)));
  const trees = [q, ...fq];
  const fields = new Set(trees.flatMap((tree) => [...fieldsIn(tree)]));
  const unknown = [...fields].filter((name) => !notes.known.has(name));
  return {
    q: qs,
    fq: fqs,
    clauses: trees.reduce((sum, tree) => sum + (tree ? numberLeaves(tree).size : 0), 0),
    warnings: [...unknown.map((name) => `${explainUnknownField(models, name)}; it matches nothing`), ...notes.warnings],
    canonical: trees.map((tree) => (tree ? printSearch(tree) : "")),
  };
}
