import type { Dataset } from "../store/dataset.js";
import type { Actor } from "./actor.js";

/** Public datasets are everybody's to read, private ones their managers' and the administrators'. */
export function mayRead(actor: Actor, dataset: Pick<Dataset, "private" | "managers">): boolean {
  return !dataset.private || actor.admin || (actor.name !== null && dataset.managers.includes(actor.name));
}
