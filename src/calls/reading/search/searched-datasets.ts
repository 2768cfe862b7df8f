import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { InvalidQuery, NotFound } from "../../../core/errors/errors.js";
import { parseList } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import { CATEGORY } from "../describe/dataset-facets.js";
import { findCollection, leaveOutRepeated } from "../lookup/find-collection.js";
import { findDataset, listSpending } from "../lookup/find-dataset.js";

export interface SearchedDatasets {
  readonly datasets: readonly Dataset[];
  /** True if the request names exactly one dataset. */
  readonly named: boolean;
  readonly errors: readonly string[];
}

/**
 * Find the datasets to search: those that the request names, or all of spending that the caller may read, filtered by the requested
 * category. A query runs only on these datasets, so it can never reach data that the caller may not read.
 * @throws NotFound if there is no such dataset, InvalidQuery with every unknown name
 */
export function findSearched(context: Context, actor: Actor, parameters: Parameters): SearchedDatasets {
  const names = new Set(parseList(parameters.get("dataset") ?? ""));
  const readable = names.size > 0 ? findAll(context, actor, names) : listSpending(context, actor);
  const category = CATEGORY.normalise(parameters.get("category")?.trim() ?? "any");
  const errors = CATEGORY.isKnown(category)
    ? []
    : [`category: ${errorText("wrong_value", { value: category, wanted: CATEGORY.wanted })}`];
  const isWanted = (dataset: Dataset): boolean => CATEGORY.codesOf(summarizeVersion(dataset)).includes(category);
  const datasets = errors.length > 0 || category === "any" ? readable : readable.filter(isWanted);
  if (datasets.length === 0) throw new NotFound(errorText("no_dataset_available"));
  return { datasets, named: names.size === 1 && datasets.length === 1, errors };
}

/** Find datasets by name. @throws InvalidQuery with every unknown name */
function findAll(context: Context, actor: Actor, names: ReadonlySet<string>): readonly Dataset[] {
  const found: Dataset[] = [];
  const errors: string[] = [];
  for (const name of names) {
    try {
      const collection = findCollection(context, actor, name);
      found.push(...(collection?.members ?? [findDataset(context, actor, name, InvalidQuery)]));
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  return leaveOutRepeated(found);
}
