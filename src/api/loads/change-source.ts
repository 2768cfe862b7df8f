import type { Actor } from "../../access/actor.js";
import { Conflict, NotFound } from "../../errors/errors.js";
import type { Parameters } from "../../query/parameters.js";
import type { Dataset, LoadedSource } from "../../store/dataset.js";
import type { Context } from "../context.js";
import { findDataset } from "../find-dataset.js";
import { describeComing } from "./describe-coming.js";
import { enqueue } from "./enqueue.js";
import { readFlags } from "./load-parameters.js";
import { planLoad, planRemoval } from "./plan-task.js";
import { refuseStranger } from "./request-load.js";
import type { SourcePath } from "./sources.js";
import { type Started, startedLoad } from "./started-load.js";
import type { Task } from "./task.js";

/**
 * `POST /{dataset}/sources/{id}/reload`: load a source again from where it came from, under the model that the dataset
 * has. A file that is what it was is not loaded again.
 * @throws NotFound, Unauthenticated, Forbidden, InvalidQuery, Conflict, OverCapacity, Unwritable
 */
export async function reloadSource(
  context: Context,
  actor: Actor,
  path: SourcePath,
  parameters: Parameters,
  origin: string,
): Promise<Started> {
  const { loads } = context;
  const { dataset, source } = findOwn(context, actor, path);
  const { url } = source;
  if (!/^https?:/.test(url)) {
    throw new Conflict(`The source ${source.id} was loaded from a file, which only who has it can load again: ${url}`);
  }
  const { skipInvalid, wait } = readFlags(parameters);
  const request = {
    model: dataset.model,
    sources: [
      { url, address: { kind: "url", url } as const, model: { ...dataset.model, layout: source.layout ?? null } },
    ],
    user: actor.name,
    download: loads.download,
    private: dataset.private,
    managers: dataset.managers,
    skipInvalid,
    replace: false,
    skipUnchanged: true,
    notes: [],
  };
  return change(context, actor, dataset, () => planLoad(loads.desk, request), wait, origin);
}

/**
 * `POST /{dataset}/sources/{id}/remove`: remove a source with the entries that it last wrote; the others stay.
 * @throws NotFound, Unauthenticated, Forbidden, InvalidQuery, Conflict, OverCapacity, Unwritable
 */
export async function removeSource(
  context: Context,
  actor: Actor,
  path: SourcePath,
  parameters: Parameters,
  origin: string,
): Promise<Started> {
  const { desk, download } = context.loads;
  const { dataset, source } = findOwn(context, actor, path);
  const { wait } = readFlags(parameters);
  const { id, url } = source;
  const plan = (): Task => planRemoval(desk.runs, dataset, { id, url }, actor.name, download);
  return change(context, actor, dataset, plan, wait, origin);
}

/** The right to read is asked for first: nobody is told of what they may not. */
function findOwn(
  context: Context,
  actor: Actor,
  path: SourcePath,
): { readonly dataset: Dataset; readonly source: LoadedSource } {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  refuseStranger(actor, dataset);
  const source = dataset.sources.find(({ id }) => String(id) === path.source);
  if (source) return { dataset, source };
  throw new NotFound(`The dataset "${path.dataset}" holds nothing of a source ${JSON.stringify(path.source)}`);
}

async function change(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  plan: () => Task,
  wait: boolean,
  origin: string,
): Promise<Started> {
  const { loads } = context;
  const { model } = dataset;
  const enqueued = await enqueue(loads, actor, model.dataset.name, plan);
  return startedLoad(loads, enqueued, () => describeComing(context, model, dataset.private, origin), wait, origin);
}
