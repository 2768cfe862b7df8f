import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, ANONYMOUS } from "../../../access/actor.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Model, UnitedModels } from "../../../core/model/cube.js";
import { joinAnd } from "../../../core/model/nearest.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { uniteModels } from "../../../core/model/unite-models.js";
import { type UnionEngine, uniteEngines } from "../../../core/union/union-engine.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { findCollection, leaveOutRepeated } from "./find-collection.js";
import { type DatasetAnswer, datasetAnswer } from "./dataset-answer.js";
import { findDataset, type Unknown } from "./find-dataset.js";
import { answerOfSeveral, combineVersions } from "./several-datasets.js";
import { stillCurrent } from "./still-current.js";
import { withSources } from "./with-sources.js";

/** Maximum number of datasets that a request names, and of those that a collection unites. */
export const MAX_UNITED = 50;
const MAX_MEMBERS = 1000;

/** Maximum number of datasets that a warning names. */
const MAX_NAMED = 3;

/** Several datasets that are read as one. */
export interface Union extends Dataset {
  readonly model: Model & { readonly united: UnitedModels };
  readonly engine: UnionEngine;
  readonly parts: readonly Dataset[];
}

/** Maximum number of unions that are kept for each first dataset. */
const MAX_KNOWN = 4;

/** Unions of the last requests, by their first dataset: plans are kept by their models, and numbers of members with them. */
const known = new WeakMap<Dataset, readonly Union[]>();

/**
 * Find the datasets that a request names, joined by pipes. Each must be readable: a union with one that is not is as one
 * with a missing one.
 * @returns one dataset, or a union of several
 * @throws as `findDataset` does; InvalidQuery for too many
 */
export function findUnion(context: Context, actor: Actor, text: string, Unknown: Unknown): Dataset {
  const names = [...new Set(text.split("|").map((name) => name.trim()))].filter((name) => name !== "");
  if (names.length > MAX_UNITED)
    throw new InvalidQuery(
      `dataset: ${errorText("too_many_datasets_named", { count: names.length, maximum: MAX_UNITED })}`,
    );
  const [only = text, ...others] = names;
  const collection = findCollection(context, actor, only);
  if (others.length === 0 && !collection) return findDataset(context, actor, only, Unknown);
  const parts = leaveOutRepeated(
    names.flatMap(
      (name) => findCollection(context, actor, name)?.members ?? findDataset(context, actor, name, Unknown),
    ),
  );
  if (parts.length > MAX_MEMBERS)
    throw new InvalidQuery(
      `dataset: ${errorText("too_many_datasets_meant", { count: parts.length, maximum: MAX_MEMBERS })}`,
    );
  return uniteDatasets(parts);
}

/** Return a check that a text names the same datasets for everybody; `null` if it names no collection. */
function stillUnited(context: Context, text: string): (() => boolean) | null {
  const names = text.split("|").map((name) => name.trim());
  const { catalog } = context;
  if (!names.some((name) => catalog.collections?.some((each) => each.name === name))) return null;
  const list = (): string =>
    names
      .map(
        (name) =>
          findCollection(context, ANONYMOUS, name)
            ?.members.map(({ model }) => model.dataset.name)
            .join() ?? name,
      )
      .join();
  const before = list();
  return () => list() === before;
}

/** Let a cached answer hold as long as the collections that its call names have the same datasets, too. */
export function holdCollections<A extends Pick<Answer, "holds">>(
  context: Context,
  answer: A,
  named: readonly (string | null | undefined)[],
): A {
  const checks = named.flatMap((text) => (text ? (stillUnited(context, text) ?? []) : []));
  if (checks.length === 0) return answer;
  const { holds } = answer;
  return { ...answer, holds: () => (holds?.() ?? true) && checks.every((isSame) => isSame()) };
}

/** Unite datasets. @param parts with different names */
export function uniteDatasets(parts: readonly Dataset[]): Union {
  const [first] = parts as [Dataset];
  const others = known.get(first) ?? [];
  const isSame = (union: Union): boolean =>
    union.parts.length === parts.length && union.parts.every((part, at) => part === parts[at]);
  const before = others.find(isSame);
  if (before) {
    known.set(first, [before, ...others.filter((each) => each !== before)]);
    return before;
  }
  const model = uniteModels(parts.map((part) => part.model)) as Union["model"];
  const version = combineVersions(parts);
  const union: Union = {
    ...first,
    model,
    asLoaded: model,
    parts,
    private: parts.some((part) => part.private),
    managers: [],
    version,
    ownVersion: version,
    contents: version,
    isFixed: false,
    history: [],
    sources: [],
    lastSource: undefined,
    segment: undefined,
    engine: uniteEngines(
      model.united,
      parts.map(({ engine }) => engine),
    ),
    summary: undefined,
  };
  known.set(first, [union, ...others].slice(0, MAX_KNOWN));
  return union;
}

/** Find what a call is about: one dataset, with a dimension of its sources where the parameters name it, or a union. */
export function findSelected(
  context: Context,
  actor: Actor,
  text: string,
  parameters: Parameters,
  Unknown: Unknown,
): Dataset {
  const found = findUnion(context, actor, text, Unknown);
  return asUnion(found) ? found : withSources(found, parameters);
}

/** Return the part of an answer about what `findSelected` found that conditional requests and the response cache need. */
export function selectedAnswer(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  named: string,
  canonical: string,
): DatasetAnswer {
  const answer = datasetAnswer(context, dataset, canonical);
  const union = asUnion(dataset);
  return holdCollections(context, union ? { ...answer, ...answerOfAll(context, actor, union.parts) } : answer, [named]);
}

/** Return what conditional requests and the response cache need of an answer about several datasets. */
export function answerOfAll(
  context: Context,
  actor: Actor,
  datasets: readonly Dataset[],
): ReturnType<typeof answerOfSeveral> & Pick<Answer, "holds"> {
  const holds = datasets.map((dataset) => stillCurrent(context.catalog, dataset));
  return { ...answerOfSeveral(context, actor, datasets), holds: () => holds.every((isCurrent) => isCurrent()) };
}

/** Return a dataset as a union if it is one. */
export function asUnion(dataset: Dataset): Union | null {
  return "parts" in dataset ? (dataset as Union) : null;
}

/** List the datasets that one stands for: those of a union, or itself. */
export function listUnited(dataset: Dataset): readonly Dataset[] {
  return asUnion(dataset)?.parts ?? [dataset];
}

/** Name some datasets in a sentence: the first ones. */
export function nameDatasets(names: readonly string[]): string {
  const shown = names.slice(0, names.length > MAX_NAMED + 1 ? MAX_NAMED : MAX_NAMED + 1).map((name) => `"${name}"`);
  return joinAnd(names.length > shown.length ? [...shown, `${names.length - shown.length} more`] : shown);
}
