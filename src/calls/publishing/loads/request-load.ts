import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, isAnonymous } from "../../../access/actor.js";
import { mayUpdate } from "../../../access/permissions.js";
import { Forbidden, Unauthenticated, Unwritable } from "../../../core/errors/errors.js";
import type { Dataset } from "../../../store/dataset.js";
import { describeComing } from "./describe-coming.js";
import { enqueue, refuseSecond } from "./enqueue.js";
import type { LoadContext } from "./load-context.js";
import { type LoadForm, readLoadParameters, type LoadParameters } from "./load-parameters.js";
import type { LoadRequest, SourceRequest } from "./load-request.js";
import { modelAfter } from "./model-after.js";
import { planLoad } from "./plan-task.js";
import { type Started, startedLoad } from "./started-load.js";
import { checkAddress } from "../../../sources/ingest/fetch/check-address.js";
import { readMetadata } from "../../../sources/ingest/read-document.js";
import type { Model } from "../../../core/model/cube.js";
import { readPackage } from "../../../sources/packages/read-package.js";
import type { Loads } from "./loads.js";

/** The model and the sources of a load, before any row is read. */
interface PlannedSources {
  readonly model: Model;
  /** At least one. */
  readonly sources: readonly SourceRequest[];
  /** Sentences about problems of the model that do not prevent the load. */
  readonly warnings: readonly string[];
}

/** A form whose temporary files are removed by `release`. */
export interface HeldForm extends LoadForm {
  readonly release: () => Promise<void>;
}

/** How a request came. */
interface Arrival {
  /** True if it was encrypted on the way. */
  readonly secure: boolean;
  readonly origin: string;
}

/**
 * Refuse callers that may not change any dataset, and all while nothing can be written, before the body is read.
 * @throws Forbidden, Unauthenticated, Unwritable
 */
export function admitChange({ loads, catalog }: LoadContext, actor: Actor, { secure, origin }: Arrival): void {
  if (!secure && !loads.allowHttp) {
    const remedy = isOwnMachine(origin) ? "; to try it out on this machine, serve with --allow-http-loading" : "";
    throw new Forbidden(errorText("loading_needs_https", { remedy }));
  }
  if (isAnonymous(actor)) {
    throw new Unauthenticated(errorText("loading_needs_a_key"));
  }
  const { status, reasons } = catalog.health;
  if (status === "read-only") throw new Unwritable(reasons);
}

function isOwnMachine(origin: string): boolean {
  return /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(origin);
}

/**
 * `POST /api/2/new`: load a source into a new or an existing dataset. The run is on disk before the answer is sent; the
 * form is held until the load is done.
 * @throws InvalidQuery, BadSource, InvalidModel, Forbidden, Conflict, OverCapacity, Unwritable, in this order; and the
 * load's own error, if the client waits for its end
 */
export async function requestLoad(
  context: LoadContext,
  actor: Actor,
  form: HeldForm,
  origin: string,
  signal: AbortSignal,
): Promise<Started> {
  let isHeld = false;
  try {
    const { loads } = context;
    const parameters = readLoadParameters(form);
    const { model, sources, warnings } = await planSources(loads, parameters.input, signal);
    const { name } = model.dataset;
    const stored = context.catalog.get(name);
    if (stored) refuseStranger(actor, stored);
    refuseSecond(loads, name);
    const coming = stored && !parameters.replace ? modelAfter(stored, model) : model;
    const request: LoadRequest = {
      model,
      sources,
      by: actor,
      download: loads.download,
      private: parameters.private,
      managers: actor.id === null ? [] : [actor.id],
      skipInvalid: parameters.skipInvalid,
      unique: parameters.unique,
      allowEmpty: parameters.allowEmpty,
      replace: parameters.replace,
      skipUnchanged: true,
      notes: warnings,
    };
    const enqueued = await enqueue(loads, actor, name, () => planLoad(loads.services, request), form.release);
    isHeld = true;
    const describe = (): object => describeComing(context, coming, stored?.private ?? parameters.private, origin);
    return await startedLoad(loads, enqueued, describe, parameters.wait, origin);
  } finally {
    if (!isHeld) await form.release();
  }
}

/** Check that the actor manages a dataset. @throws Forbidden */
export function refuseStranger(actor: Actor, dataset: Dataset): void {
  if (mayUpdate(actor, dataset)) return;
  throw new Forbidden(errorText("not_manager_of_dataset", { dataset: dataset.model.dataset.name }));
}

/**
 * Read the model or the package descriptor of a load. Refuses addresses that must not be fetched here, so that the
 * caller gets the error and no run begins.
 * @throws BadSource when the description cannot be fetched, RefusedAddress, InvalidModel with all errors
 */
async function planSources(
  { download }: Loads,
  input: LoadParameters["input"],
  signal: AbortSignal,
): Promise<PlannedSources> {
  const options = { ...download, signal };
  if (input.kind === "package") {
    const plan = await readPackage(input.descriptor.address, options);
    for (const { address } of plan.sources) await refuseAddress(address, download);
    return plan;
  }
  const { csv, metadata } = input;
  await refuseAddress(csv.address, download);
  const { model, warnings } = await readMetadata(metadata.address, options);
  return { model, warnings, sources: [{ ...csv, model }] };
}

async function refuseAddress(address: SourceRequest["address"], download: Loads["download"]): Promise<void> {
  if (address.kind === "url") await checkAddress(address.url, download);
}
