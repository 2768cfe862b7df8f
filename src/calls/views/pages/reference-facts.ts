import { errorText } from "../../../core/errors/error-text.js";
import { countDimensions } from "../../reading/describe/rank-dimensions.js";
import { hasMeasures } from "../../../core/model/spending.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import type { PageScope } from "./page-scope.js";
import { readYears } from "./years.js";

/** Facts of a series, a crosswalk or a table of labels, for a sentence. */
export interface ReferenceFacts {
  /** Label of its values; `null` for codes and labels, which have none. */
  readonly values: string | null;
  /** Dimensions that its rows are of, with their numbers of members. */
  readonly dimensions: readonly { readonly label: string; readonly numMembers: number }[];
  /** The first and the last year; `null` without dates. */
  readonly years: readonly [string, string] | null;
}

/** Read the facts of a dataset that holds no spending, once for each version. */
export function readReferenceFacts(given: Pick<PageScope, "context" | "actor" | "dataset">): Promise<ReferenceFacts> {
  const scope = { ...given, origin: "" };
  return scope.context.facts.find(scope.dataset, "reference", () => computeFacts(scope));
}

async function computeFacts(scope: PageScope): Promise<ReferenceFacts> {
  const { context, dataset } = scope;
  const { measures, key, dimensions } = dataset.model;
  const counted = await countDimensions(context, dataset);
  const isTimed = dimensions.some(({ name, kind }) => name === "time" && kind === "date");
  const rows = isTimed ? (await readYears(scope)).rows : [];
  const years = rows.flatMap(({ keys }) => keys[0]!.value ?? []).toSorted();
  return {
    values: measures[0]?.label ?? null,
    dimensions: counted
      .filter(({ dimension }) => dimension.kind !== "date" && (measures.length === 0 || key.includes(dimension)))
      .map(({ dimension, numMembers }) => ({ label: dimension.label, numMembers })),
    years: years.length === 0 ? null : [years[0]!, years.at(-1)!],
  };
}

/** Refuse a page of sums of a dataset that has none. @throws NotFound */
export function requireMeasures(model: Model): void {
  const { name } = model.dataset;
  if (!hasMeasures(model)) throw new NotFound(errorText("no_amounts", { dataset: name, name }));
}
