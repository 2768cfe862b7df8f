import { phraseText } from "../../errors/phrase-text.js";
import type { Model } from "../../model/cube.js";
import { printSearch } from "../syntax/print.js";
import type { SearchText } from "../syntax/search-text.js";
import { numberLeaves, type SearchTree } from "../syntax/search-tree.js";
import { type BindingNotes, bindCondition, fieldsIn } from "./bind-condition.js";
import { type Condition, EVERYTHING, filterClause } from "./condition.js";
import { explainUnknownDataset, explainUnknownField } from "./field.js";

/** The searches (`q` and `fq`) of a request. */
export interface RequestedText {
  readonly q: SearchText | null;
  readonly fq: readonly SearchText[];
}

/** The parameters `q` and `fq` bound to several models. */
export interface BoundText {
  /** The condition of `q` for each model. */
  readonly q: readonly Condition[];
  /** The conditions of every `fq` for each model. */
  readonly fq: readonly (readonly Condition[])[];
  /** Number of words, phrases and ranges. */
  readonly clauses: number;
  readonly warnings: readonly string[];
  /** Sentences about dates and numbers that no model reads. */
  readonly errors: readonly string[];
  readonly canonical: readonly string[];
}

/** Bind `q` and every `fq` to some models. */
export function bindSearchText(models: readonly Model[], requested: RequestedText): BoundText {
  const q = requested.q?.tree ?? null;
  const fq = requested.fq.map(({ tree }) => tree);
  const shared = { known: new Set<string>(), warnings: new Set<string>() };
  const [ofQ, ofFq] = [0, 1].map((): BindingNotes => ({
    ...shared,
    read: new Set(),
    refused: new Map(),
    unmet: new Map(),
  }));
  // Bind before `unknown` is computed: binding notes the known fields.
  const qs = bindToAll(models, q, ofQ!);
  const allFq = fq.map((tree) => bindToAll(models, tree, ofFq!));
  const fqs = models.map((_, at) => allFq.map((conditions) => conditions[at]!));
  const trees = [q, ...fq];
  const fields = new Set(trees.flatMap((tree) => [...fieldsIn(tree)]));
  const unknown = [...fields].filter((name) => !shared.known.has(name));
  return {
    q: qs,
    fq: fqs,
    clauses: trees.reduce((sum, tree) => sum + (tree ? numberLeaves(tree).size : 0), 0),
    warnings: [
      ...unknown.map((name) => explainUnknownField(models, name) + phraseText("matches_nothing")),
      ...[ofQ!, ofFq!].flatMap(({ read, unmet }) =>
        [...unmet].flatMap(([clause, name]) => (read.has(clause) ? [] : explainUnknownDataset(models, name))),
      ),
      ...shared.warnings,
    ],
    errors: [...refusals("q", ofQ!), ...refusals("fq", ofFq!)],
    canonical: trees.map((tree) => (tree ? printSearch(tree) : "")),
  };
}

/** Bind a search to each model. Words alone mean the same to all: then the models, which may be thousands, have one condition. */
function bindToAll(models: readonly Model[], tree: SearchTree | null, notes: BindingNotes): readonly Condition[] {
  const [first] = models;
  if (!first) return [];
  if (fieldsIn(tree).size > 0) return models.map((model) => bindCondition(model, tree, notes));
  const condition = bindCondition(first, tree, notes);
  return models.map(() => condition);
}

/** Bind `q` and every `fq` to a model; to that of a union, as each of its datasets understands them. */
export function bindModelText(model: Model, requested: RequestedText): BoundText {
  if (!model.united) return bindSearchText([model], requested);
  const { parts, datasets } = model.united;
  const bound = bindSearchText(
    parts.map(({ named }) => named),
    requested,
  );
  const target = { dimension: datasets, attribute: datasets.identity };
  const unite = (conditions: readonly Condition[]): Condition => ({
    is: "any",
    of: conditions.map((condition, at) => {
      const only = filterClause({ on: "value", target, value: { is: "one of", values: [parts[at]!.name] } });
      return { is: "all", of: [only, condition] };
    }),
  });
  const { q, fq } = requested;
  return {
    ...bound,
    q: [q === null ? EVERYTHING : unite(bound.q)],
    fq: [fq.map((_, each) => unite(bound.fq.map((conditions) => conditions[each]!)))],
  };
}

/** List the errors of clauses that models refuse and none reads. */
function refusals(parameter: string, { read, refused }: BindingNotes): readonly string[] {
  const errors = [...refused].flatMap(([clause, sentences]) => (read.has(clause) ? [] : sentences));
  return [...new Set(errors)].map((sentence) => `${parameter}: ${sentence}`);
}
