import { datasetUrl } from "../describe/links.js";
import type { Run } from "./run.js";

export function sourcesUrl(origin: string, dataset: string): string {
  return `${datasetUrl(origin, dataset)}/sources`;
}

/** Return the URL of a source, without a format suffix. */
export function sourceUrl(origin: string, dataset: string, source: number): string {
  return `${sourcesUrl(origin, dataset)}/${source}`;
}

/** Return the URL of a run, without a format suffix. */
export function runUrl(origin: string, { dataset, source, id }: Pick<Run, "dataset" | "source" | "id">): string {
  return `${sourceUrl(origin, dataset, source.id)}/runs/${id}`;
}
