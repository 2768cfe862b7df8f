import { createHash } from "node:crypto";
import type { Actor } from "../../access/actor.js";
import { mayRead } from "../../access/permissions.js";
import type { Dataset } from "../../store/dataset.js";
import type { Context } from "../context.js";

/** Combine the versions of several datasets into one. */
export function combineVersions(datasets: readonly Dataset[]): string {
  const hash = createHash("sha1");
  for (const { version } of datasets) hash.update(`${version}\n`);
  return hash.digest("hex");
}

/**
 * Return when a list of datasets last changed.
 * @param readable all datasets that the caller may read: one that a filter excludes now may have been in the list
 * before
 */
export function lastChange({ catalog }: Context, actor: Actor, readable: readonly Dataset[]): Date {
  const removal = catalog.lastRemoval((was) => mayRead(actor, was));
  return readable.reduce((last, each) => (each.lastModified > last ? each.lastModified : last), removal);
}
