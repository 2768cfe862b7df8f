import type { LoadedSource } from "../../../store/dataset.js";
import { summarizeRun, type RunDescription } from "./describe-run.js";
import { sourceUrl } from "../../reading/describe/links.js";
import type { Run } from "./run.js";

/** A source of a dataset, loaded or only attempted. */
export interface KnownSource {
  readonly id: number;
  readonly url: string;
  /** `null` if the dataset has no rows of it. */
  readonly loaded: LoadedSource | null;
  /** The most recent first. */
  readonly runs: readonly Run[];
}

export interface SourceDescription {
  readonly id: number;
  /** Origin of its rows: a URL, the path of a local file (its name, for those who do not manage the dataset), or `upload:` and the name of a file. */
  readonly url: string;
  readonly html_url: string;
  /** Time when its rows were loaded; `null` if the dataset has none. */
  readonly loaded: string | null;
  /** SHA-256 of the loaded file, and the validators of the server that it came from. */
  readonly digest: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  /** The most recent first. */
  readonly runs: readonly RunDescription[];
}

export function describeSourceResource(dataset: string, source: KnownSource, origin: string): SourceDescription {
  const { id, url, loaded, runs } = source;
  const content = loaded?.content;
  return {
    id,
    url,
    html_url: sourceUrl(origin, dataset, id),
    loaded: loaded?.loaded.toISOString() ?? null,
    digest: content?.digest ?? null,
    etag: content?.etag ?? null,
    last_modified: content?.lastModified ?? null,
    runs: runs.map((run) => summarizeRun(run, origin)),
  };
}
