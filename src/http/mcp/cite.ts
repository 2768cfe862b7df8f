import { datasetUrl } from "../../api/describe/links.js";

/** Return the address under which figures of a dataset are cited. */
export function citeAddress(origin: string, dataset: string): string {
  return datasetUrl(origin, dataset);
}

/** Return the addresses of several datasets, each once. */
export function citeAll(origin: string, datasets: Iterable<string>): string {
  return [...new Set(datasets)].map((dataset) => citeAddress(origin, dataset)).join(" ");
}
