import type { LoadedSource } from "../../../store/dataset.js";
import { arrayOf, described, ID_SCHEMA, object, orNull, TEXT, TIME, URL, type ValueOf } from "../../schema.js";
import { RUN_SUMMARY_SCHEMA, summarizeRun } from "./describe-run.js";
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

export const SOURCE_SCHEMA = object({
  id: ID_SCHEMA,
  url: described(
    TEXT,
    "A URL, the path of a local file (its name, for those who do not manage the dataset), or `upload:` and the name of an uploaded file.",
  ),
  html_url: URL,
  loaded: described(
    orNull(TIME),
    "When the source's present rows were loaded; `null` if the dataset has none of them.",
  ),
  digest: described(orNull(TEXT), "SHA-256 of the file."),
  etag: orNull(TEXT),
  last_modified: orNull(TEXT),
  runs: described(arrayOf(RUN_SUMMARY_SCHEMA), "Latest runs, the newest first."),
});

export type SourceDescription = ValueOf<typeof SOURCE_SCHEMA>;

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
