import type { Dataset } from "../store/dataset.js";
import type { Actor } from "./actor.js";

type Managed = Pick<Dataset, "managers">;

/**
 * True if the caller may read the dataset: anyone may read a public one, only those who may change it a private one.
 */
export function mayRead(actor: Actor, dataset: Managed & Pick<Dataset, "private">): boolean {
  return !dataset.private || mayUpdate(actor, dataset);
}

/** True if the caller may change the dataset: load into it, drop it and so on. Managers and administrators may. */
export function mayUpdate({ name, admin }: Actor, { managers }: Managed): boolean {
  return admin || (name !== null && managers.includes(name));
}

/** True if the caller may create a dataset: any user may, and becomes its manager. */
export function mayCreate({ name, admin }: Actor): boolean {
  return admin || name !== null;
}
