import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, ANONYMOUS, isAnonymous } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import {
  Forbidden,
  InvalidQuery,
  NotFound,
  Unauthenticated,
  Gone,
  OverCapacity,
  type UserError,
} from "../../../core/errors/errors.js";
import { didYouMean, nearest } from "../../../core/model/nearest.js";
import { holdsSpending } from "../../../core/model/spending.js";
import { type Dataset, type PastVersion, summarizeVersion } from "../../../store/dataset.js";
import { readVersionName, nameVersion, type VersionName } from "../../../store/version-name.js";
import type { Context } from "../../context.js";
import { onceForList } from "./once-for-list.js";
import { readableVersions, findVersionOf } from "./open-versions.js";

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
  // Look at no version of a dataset that the caller may not read.
  const named = version && findDataset(context, actor, version.dataset, Unknown);
  const dataset = context.catalog.get(name);
  if (dataset && mayRead(actor, dataset)) return dataset;
  if (named) throw refuseVersion(actor, named, version, Unknown);
  if (!dataset || context.hidePrivate) throw refuseMissing(context, actor, name, Unknown);
  if (actor.name === null) throw new Unauthenticated(errorText("dataset_is_private", { dataset: name }));
  throw new Forbidden(errorText("not_a_manager", { dataset: name }));
}

/**
 * Find the current version of a dataset by its name, or by that of any of its versions that the caller may read.
 * @throws NotFound; Unauthenticated or Forbidden for a private dataset
 */
export function findCurrent(context: Context, actor: Actor, name: string): Dataset {
  const version = readVersionName(name);
  const dataset = findDataset(context, actor, version?.dataset ?? name, NotFound);
  const isListed = ({ number }: PastVersion): boolean =>
    version !== null && "number" in version.wanted && number === version.wanted.number;
  if (version && !readableVersions(actor, dataset).some(isListed)) {
    throw refuseVersion(actor, dataset, version, NotFound);
  }
  return dataset;
}

/** List the datasets that the caller may read, the last changed first. */
export function listReadable(context: Context, actor: Actor): readonly Dataset[] {
  const all = context.catalog.list();
  return isAnonymous(actor) ? listPublished(all) : all.filter((dataset) => mayRead(actor, dataset));
}

const listPublished = onceForList((datasets) => datasets.filter((dataset) => mayRead(ANONYMOUS, dataset)));

/** List the series that the caller may read, the last changed first. */
export function listReadableSeries(context: Context, actor: Actor): readonly Dataset[] {
  return context.catalog.listSeries().filter((dataset) => mayRead(actor, dataset));
}

/** List the datasets of spending that the caller may read, the last changed first: sums over all leave out the others. */
export function listSpending(context: Context, actor: Actor): readonly Dataset[] {
  return spendingAmong(listReadable(context, actor));
}

/** List those of a list that are of spending. */
export const spendingAmong = onceForList((datasets) =>
  datasets.filter((dataset) => holdsSpending(summarizeVersion(dataset).metadata)),
);

/** Return the error for an unknown dataset. It suggests only datasets that the caller may read. */
function refuseMissing(context: Context, actor: Actor, name: string, Unknown: Unknown): InvalidQuery | NotFound {
  const readable = listReadable(context, actor).map((dataset) => summarizeVersion(dataset).metadata);
  const names = readable.map((each) => each.name);
  const sentence = errorText("unknown_dataset", { dataset: name, remedy: didYouMean(name, names) });
  if (Unknown === InvalidQuery) return new InvalidQuery(sentence);
  const found = nearest(name, names).flatMap((each) => readable.find((dataset) => dataset.name === each) ?? []);
  return new NotFound(sentence, { near: found.map((each) => ({ label: each.label, path: `/${each.name}` })) });
}

/** Return the error for a version that cannot be read, of a dataset that can. */
function refuseVersion(
  actor: Actor,
  dataset: Dataset,
  { dataset: name, wanted }: VersionName,
  Unknown: new (error: string) => UserError,
): UserError {
  const versions = readableVersions(actor, dataset);
  if ("day" in wanted) return new Unknown(describeDay(name, wanted.day, versions));
  const { number } = wanted;
  const version = versions.find((each) => each.number === number);
  if (!version)
    return new Unknown(errorText("unknown_version", { dataset: name, version: number, known: listNumbers(versions) }));
  if (!version.isKept) return describeGone(name, version);
  return new OverCapacity(errorText("version_not_opened", { version: number, dataset: name }));
}

function describeDay(name: string, day: string, versions: readonly PastVersion[]): string {
  const found = findVersionOf(day, versions, new Date());
  if (found) return errorText("version_of_day", { dataset: name, day, version: nameVersion(name, found.number) });
  const first = versions.at(-1);
  if (!first || Date.parse(day) > Date.now()) return errorText("no_version_yet", { dataset: name, day });
  return errorText("no_version_on_day", { dataset: name, day, first: first.since.toISOString().slice(0, 10) });
}

function listNumbers(versions: readonly PastVersion[]): string {
  const numbers = versions.map(({ number }) => number);
  return numbers.length < 2
    ? phraseText("only_version", { number: numbers.join("") })
    : phraseText("versions_from_to", { first: numbers.at(-1)!, last: numbers[0]! });
}

function describeGone(name: string, { number, since, numEntries, totals, isPurged }: PastVersion): Gone {
  const sums = (totals ?? []).map(([measure, total]) => `, ${measure} ${total}`).join("");
  const sentence =
    `Version ${number} of "${name}", of ${since.toISOString().slice(0, 10)}, ${isPurged ? "was purged" : "is no longer kept"}; ` +
    `it had ${numEntries} entries${sums}`;
  return new Gone(sentence, { version: number, num_entries: numEntries, totals: totals && Object.fromEntries(totals) });
}
