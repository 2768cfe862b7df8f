import type { Actor } from "../../access/actor.js";
import { mayRead } from "../../access/permissions.js";
import { Forbidden, InvalidQuery, NotFound, Unauthenticated } from "../../errors/errors.js";
import { didYouMean, nearest } from "../../model/nearest.js";
import type { Dataset } from "../../store/dataset.js";
import { readVersionName } from "../../store/version-name.js";
import type { Context } from "../context.js";
import { refuseVersion } from "./refuse-version.js";

/** The error for an unknown dataset: a bad parameter in `/api/2/*`, a missing resource elsewhere. */
export type Unknown = typeof InvalidQuery | typeof NotFound;

/**
 * Find a dataset, or a version of one, that the caller may read. Called first, so that no other error reveals anything
 * about a private dataset.
 * @throws Unknown; Gone if the data of the version is no longer stored; Unauthenticated or Forbidden for a private
 * dataset; OverCapacity if the version is not open
 */
export function findDataset(context: Context, actor: Actor, name: string, Unknown: Unknown): Dataset {
  const version = readVersionName(name);
  // Of a dataset that the caller may not read, no version is looked at.
  const named = version && findDataset(context, actor, version.dataset, Unknown);
  const dataset = context.catalog.get(name);
  if (dataset && mayRead(actor, dataset)) return dataset;
  if (named) throw refuseVersion(actor, named, version, Unknown);
  if (!dataset || context.hidePrivate) throw refuseMissing(context, actor, name, Unknown);
  if (actor.name === null)
    throw new Unauthenticated(`The dataset "${name}" is private: send the key of one of its managers`);
  throw new Forbidden(`The dataset "${name}" is private and you are not one of its managers`);
}

/** List the datasets that the caller may read, the last changed first. */
export function listReadable(context: Context, actor: Actor): readonly Dataset[] {
  return context.catalog.list().filter((dataset) => mayRead(actor, dataset));
}

/** Return the error for an unknown dataset. It suggests only datasets that the caller may read. */
function refuseMissing(context: Context, actor: Actor, name: string, Unknown: Unknown): InvalidQuery | NotFound {
  const readable = listReadable(context, actor).map(({ model }) => model.dataset);
  const names = readable.map((each) => each.name);
  const sentence = `no dataset with name "${name}"${didYouMean(name, names)}`;
  if (Unknown === InvalidQuery) return new InvalidQuery(sentence);
  const found = nearest(name, names).flatMap((each) => readable.find((dataset) => dataset.name === each) ?? []);
  return new NotFound(sentence, { near: found.map((each) => ({ label: each.label, path: `/${each.name}` })) });
}
