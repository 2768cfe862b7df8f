import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { Conflict, NotFound } from "../../../core/errors/errors.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset, LoadedSource } from "../../../store/dataset.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { describeComing } from "./describe-coming.js";
import { enqueue, type Enqueued } from "./enqueue.js";
import type { SourcePath } from "./find-source.js";
import type { LoadContext } from "./load-context.js";
import { readFlags } from "./load-parameters.js";
import { type LoadRules, STRICT } from "./load-rules.js";
import { planLoad, planRemoval } from "./plan-task.js";
import { refuseStranger } from "./request-load.js";
import { type Started, startedLoad } from "./started-load.js";
import type { Task } from "./task.js";

/**
 * `POST /{dataset}/sources/{id}/reload` and `/remove`: start to change a source, and describe the run.
 * @throws NotFound, Unauthenticated, Forbidden, InvalidQuery, Conflict, OverCapacity, Unwritable
 */
export async function changeSource(
  context: LoadContext,
  actor: Actor,
  path: SourcePath,
  parameters: Parameters,
  origin: string,
  begin: BeginChange,
): Promise<Started> {
  const { loads } = context;
  const { dataset } = findOwn(context, actor, path);
  const { skipInvalid, unique, allowEmpty, wait } = readFlags(parameters);
  const enqueued = await begin(context, actor, path, { skipInvalid, unique, allowEmpty });
  const describe = (): object => describeComing(context, dataset.model, dataset.private, origin);
  return startedLoad(loads, enqueued, describe, wait, origin);
}

/** Starts to change a source of a dataset. The change is stored on disk before this resolves, and then continues. */
export type BeginChange = (
  context: LoadContext,
  actor: Actor,
  path: SourcePath,
  rules?: LoadRules,
) => Promise<Enqueued>;

/**
 * Start to load a source again from its URL, under the dataset's current model. A file that has not changed is not
 * loaded.
 * @throws NotFound, Unauthenticated, Forbidden, Conflict, OverCapacity, Unwritable
 */
export const beginReload: BeginChange = async (context, actor, path, rules = STRICT) => {
  const { loads } = context;
  const { dataset, source } = findOwn(context, actor, path);
  const { url } = source;
  if (!isFetched(source)) {
    throw new Conflict(errorText("source_not_from_url", { id: source.id, url }));
  }
  const { asLoaded: model } = dataset;
  const request = {
    model,
    sources: [{ url, address: { kind: "url", url } as const, model: { ...model, layout: source.layout ?? null } }],
    by: actor,
    download: loads.download,
    private: dataset.private,
    managers: dataset.managers,
    ...rules,
    replace: false,
    skipUnchanged: true,
    notes: [],
  };
  return enqueue(loads, actor, path.dataset, () => planLoad(loads.services, request));
};

/**
 * Start to remove a source with the entries that it was the last to write; the other entries stay.
 * @throws NotFound, Unauthenticated, Forbidden, Conflict, OverCapacity, Unwritable
 */
export const beginRemoval: BeginChange = async (context, actor, path) => {
  const { services, download } = context.loads;
  const { dataset, source } = findOwn(context, actor, path);
  const { id, url } = source;
  const plan = (): Task => planRemoval(services.runs, dataset, { id, url }, actor, download);
  return enqueue(context.loads, actor, path.dataset, plan);
};

/** True if the server can load a source again from its URL. */
export function isFetched({ url }: Pick<LoadedSource, "url">): boolean {
  return /^https?:/.test(url);
}

/**
 * Find a source that the actor may change. Checks the right to read first, so that private datasets are not revealed.
 */
function findOwn(
  context: LoadContext,
  actor: Actor,
  path: SourcePath,
): { readonly dataset: Dataset; readonly source: LoadedSource } {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  refuseStranger(actor, dataset);
  const source = dataset.sources.find(({ id }) => String(id) === path.source);
  if (source) return { dataset, source };
  throw new NotFound(errorText("no_rows_of_source", { dataset: path.dataset, source: JSON.stringify(path.source) }));
}
