import { sourceUrl } from "../../reading/describe/links.js";
import type { Run } from "./run.js";

/** Return the URL of a run, without a format suffix. */
export function runUrl(origin: string, { dataset, source, id }: Pick<Run, "dataset" | "source" | "id">): string {
  return `${sourceUrl(origin, dataset, source.id)}/runs/${id}`;
}
