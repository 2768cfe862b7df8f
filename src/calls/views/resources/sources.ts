import type { Actor } from "../../../access/actor.js";
import type { Resource } from "../../answer.js";
import { groupErrors } from "../../../sources/ingest/cast/error-groups.js";
import type { DraftContext } from "../../publishing/drafts/draft-context.js";
import { draftPath } from "../../publishing/drafts/draft.js";
import { describeRun, type RunWithErrors } from "../../publishing/loads/describe-run.js";
import { describeSourceResource, type SourceDescription } from "../../publishing/loads/describe-source.js";
import {
  findLoading,
  findRun,
  findSource,
  isSourcePresent,
  listKnownSources,
  type Loading,
  type SourcePath,
  type RunPath,
} from "../../publishing/loads/find-source.js";
import { sourcesUrl, sourceUrl } from "../../reading/describe/links.js";
import { runUrl } from "../../publishing/loads/links.js";
import type { LoadContext } from "../../publishing/loads/load-context.js";
import { mayManageRun } from "../../publishing/loads/readable-runs.js";
import { isOver, type Run, type RunErrorGroup } from "../../publishing/loads/run.js";
import type { PagePlace } from "../../page-place.js";
import { liveAnswer } from "./live-answer.js";

/** The place of a page about sources and runs. */
interface LoadingPlace extends PagePlace {
  /** Name of the dataset, which may not exist yet. */
  readonly name: string;
  /** Its label; its name before it exists. */
  readonly label: string;
}

/** The sources of a dataset. */
export interface SourcesPage extends LoadingPlace {
  readonly kind: "sources";
  readonly sources: readonly SourceDescription[];
}

export interface SourcePage extends LoadingPlace {
  readonly kind: "source";
  readonly source: SourceDescription;
}

/** The runs of a source. */
export interface RunsPage extends LoadingPlace {
  readonly kind: "runs";
  readonly source: SourceDescription;
  readonly runs: readonly RunWithErrors[];
}

export interface RunPage extends LoadingPlace {
  readonly kind: "run";
  readonly source: SourceDescription;
  readonly run: RunWithErrors;
  /** True if everybody may read the dataset. */
  readonly isPublic: boolean;
  /** Its errors by column and kind. */
  readonly groups: readonly RunErrorGroup[];
  /** Path of the draft that it was to publish, for its owner; `null` for others, and if there is none. */
  readonly draft: string | null;
  /** Token of the form that cancels it, for those who may; `null` for others, and if it is over. */
  readonly cancel: string | null;
}

/** `GET /{dataset}/sources`: the sources of a dataset. */
export function listSources(context: LoadContext, actor: Actor, name: string, origin: string): Resource<SourcesPage> {
  const loading = findLoading(context, actor, name);
  const present = listKnownSources(loading).filter(isSourcePresent);
  const sources = present.map((source) => describeSourceResource(name, source, origin));
  return {
    ...liveAnswer(loading, loading.runs, sources),
    page: async () => ({
      kind: "sources",
      origin,
      url: sourcesUrl(origin, name),
      query: "",
      alternates: ["json"],
      name,
      label: labelOf(loading),
      sources,
    }),
  };
}

/** `GET /{dataset}/sources/{id}`: a source with its runs. */
export function showSource(context: LoadContext, actor: Actor, path: SourcePath, origin: string): Resource<SourcePage> {
  const loading = findLoading(context, actor, path.dataset);
  const found = findSource(loading, path.source);
  const source = describeSourceResource(loading.name, found, origin);
  return {
    ...liveAnswer(loading, found.runs, source),
    page: async () => ({
      kind: "source",
      origin,
      url: sourceUrl(origin, loading.name, found.id),
      query: "",
      alternates: ["json"],
      name: loading.name,
      label: labelOf(loading),
      source,
    }),
  };
}

/** `GET /{dataset}/sources/{id}/runs`: the runs of a source with their errors. */
export function listRuns(context: LoadContext, actor: Actor, path: SourcePath, origin: string): Resource<RunsPage> {
  const loading = findLoading(context, actor, path.dataset);
  const found = findSource(loading, path.source);
  const runs = found.runs.map((run) => describeRun(run, origin));
  return {
    ...liveAnswer(loading, found.runs, runs),
    page: async () => ({
      kind: "runs",
      origin,
      url: `${sourceUrl(origin, loading.name, found.id)}/runs`,
      query: "",
      alternates: ["json"],
      name: loading.name,
      label: labelOf(loading),
      source: describeSourceResource(loading.name, found, origin),
      runs,
    }),
  };
}

/**
 * `GET /{dataset}/sources/{id}/runs/{run}`: the progress or the result of a run.
 * @param token of forms for this browser; `null` for a caller without a session
 */
export function showRun(
  context: DraftContext,
  actor: Actor,
  path: RunPath,
  origin: string,
  token: string | null,
): Resource<RunPage> {
  const loading = findLoading(context, actor, path.dataset);
  const source = findSource(loading, path.source);
  const found = findRun(source, path.run);
  const run = describeRun(found, origin);
  const draft = findDraftOf(context, actor, found);
  const cancel = token !== null && !isOver(found) && mayManageRun(found, actor, loading.dataset) ? token : null;
  const answer = liveAnswer(loading, [found], run);
  // The link to the draft is its owner's alone, and the form this browser's.
  const own = [draft, cancel].filter((each) => each !== null);
  return {
    ...(own.length === 0 ? answer : { ...answer, version: [answer.version, ...own].join("-"), public: false }),
    page: async () => ({
      kind: "run",
      origin,
      url: runUrl(origin, found),
      query: "",
      alternates: ["json"],
      name: loading.name,
      label: labelOf(loading),
      source: describeSourceResource(loading.name, source, origin),
      run,
      isPublic: loading.dataset?.private === false,
      groups: found.groups ?? groupErrors(run.errors),
      draft,
      cancel,
    }),
  };
}

/** Find the draft of the actor that a run was the last attempt to publish. @returns its path; `null` if there is none */
function findDraftOf({ drafts }: DraftContext, { id: owner }: Actor, run: Run): string | null {
  if (owner === null) return null;
  const path = runUrl("", run);
  const draft = drafts.of(owner).find((each) => each.run === path);
  return draft ? draftPath(draft.id) : null;
}

function labelOf({ name, dataset }: Loading): string {
  return dataset?.model.dataset.label ?? name;
}
