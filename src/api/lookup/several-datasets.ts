import { createHash } from "node:crypto";
import type { Actor } from "../../access/actor.js";
import { mayRead } from "../../access/permissions.js";
import type { Dataset } from "../../store/dataset.js";
import type { Context } from "../context.js";

/** One version for an answer about several datasets. */
export function combineVersions(datasets: readonly Dataset[]): string {
  const hash = createHash("sha1");
  for (const { version } of datasets) hash.update(`${version}\n`);
  return hash.digest("hex");
}

/** What a filter leaves out may have been in it before, and what is gone cannot tell when it went. */
export function lastChange({ catalog }: Context, actor: Actor, readable: readonly Dataset[]): Date {
  const removal = catalog.lastRemoval((was) => mayRead(actor, was));
  return readable.reduce((last, each) => (each.lastModified > last ? each.lastModified : last), removal);
}
