import { datasetUrl } from "../describe/links.js";
import type { Run } from "./run.js";

export function sourcesUrl(origin: string, dataset: string): string {
  return `${datasetUrl(origin, dataset)}/sources`;
}

/** The page of a source, without a suffix. */
export function sourceUrl(origin: string, dataset: string, source: number): string {
  return `${sourcesUrl(origin, dataset)}/${source}`;
}

/** The page of a run, without a suffix. */
export function runUrl(origin: string, { dataset, source, id }: Pick<Run, "dataset" | "source" | "id">): string {
  return `${sourceUrl(origin, dataset, source.id)}/runs/${id}`;
}
