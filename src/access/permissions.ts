import type { Dataset } from "../store/dataset.js";
import type { Actor } from "./actor.js";

type Managed = Pick<Dataset, "managers">;

/** Public datasets are everybody's to read, private ones those people's who may change them. */
export function mayRead(actor: Actor, dataset: Managed & Pick<Dataset, "private">): boolean {
  return !dataset.private || mayUpdate(actor, dataset);
}

/** Managers and administrators may load into a dataset and drop it. */
export function mayUpdate({ name, admin }: Actor, { managers }: Managed): boolean {
  return admin || (name !== null && managers.includes(name));
}

/** Whoever has a key may load a dataset that is not there yet, and manages it then. */
export function mayCreate({ name, admin }: Actor): boolean {
  return admin || name !== null;
}
