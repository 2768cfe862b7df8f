import { createHash } from "node:crypto";
import type { Actor } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import { nextSecond } from "../../../store/change-time.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { citeVersion } from "./cite-version.js";
import { onceForList } from "./once-for-list.js";

/** Combine the versions of several datasets into one. */
export function combineVersions(datasets: readonly Pick<Dataset, "version">[]): string {
  // One text: to pass on each version would take longer than to hash it.
  return createHash("sha1")
    .update(datasets.map(({ version }) => `${version}\n`).join(""))
    .digest("hex");
}

/** Combine the versions of a list of datasets. */
export const versionOfList = onceForList(combineVersions);

/** Return true if everybody may read all of a list of datasets. */
export const arePublic = onceForList((datasets) => datasets.every((dataset) => !dataset.private));

/** Return when the dataset of a list that changed last did: those of several may change in one second. */
const lastChanged = onceForList((datasets) =>
  datasets.reduce((latest, { lastModified }) => Math.max(latest, lastModified.getTime()), -Infinity),
);

/** Return what conditional requests need of an answer about several datasets. @param datasets all that it depends on */
export function answerOfSeveral(
  context: Context,
  actor: Actor,
  datasets: readonly Dataset[],
): Pick<Answer, "version" | "lastModified" | "public" | "lasts" | "cited"> {
  return {
    version: versionOfList(datasets),
    lastModified: lastChange(context, actor, datasets),
    public: arePublic(datasets),
    lasts: lastsForEver(datasets),
    cited: datasets.length === 1 ? citeVersion(datasets[0]!) : undefined,
  };
}

/** True if the same call about these datasets always has the same answer: they are versions, and go through no others. */
export function lastsForEver(datasets: readonly Dataset[]): boolean {
  const isFixed = (dataset: Dataset): boolean => dataset.isFixed && dataset.version === dataset.ownVersion;
  return datasets.length > 0 && datasets.every(isFixed);
}

/**
 * Return when a list of datasets last changed.
 * @param readable all datasets that the caller may read: one that a filter excludes now may have been in the list
 * before
 */
export function lastChange({ catalog }: Context, actor: Actor, readable: readonly Dataset[]): Date {
  const removal = catalog.lastRemoval((was) => mayRead(actor, was)).getTime();
  const last = lastChanged(readable);
  return new Date(Math.max(removal, readable.length > 1 ? nextSecond(last).getTime() : last));
}
