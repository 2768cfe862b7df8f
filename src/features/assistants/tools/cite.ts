import { datasetUrl, numberedUrl } from "../../../calls/reading/describe/links.js";
import type { ToolScope } from "./tool.js";

type CiteScope = Pick<ToolScope, "origin" | "numberOf">;

/** Return the address under which figures of a dataset are cited: that of the version that gives them. */
export function citeAddress({ origin, numberOf }: CiteScope, dataset: string): string {
  const number = dataset.includes("@") ? null : numberOf(dataset);
  return number === null ? datasetUrl(origin, dataset) : numberedUrl(origin, dataset, number);
}

/** Return the addresses of several datasets, each once. */
export function citeAll(scope: CiteScope, datasets: Iterable<string>): string {
  const names = [...datasets].flatMap((text) => text.split("|").map((name) => name.trim()));
  return [...new Set(names)].map((dataset) => citeAddress(scope, dataset)).join(" ");
}
