import { errorText } from "../core/errors/error-text.js";
import { Forbidden } from "../core/errors/errors.js";
import type { Dataset } from "../store/dataset.js";
import type { CheckState } from "../store/load.js";
import type { Actor } from "./actor.js";

type Managed = Pick<Dataset, "managers">;

/**
 * True if the caller may read the dataset: anyone may read a public one, only those who may change it a private one.
 */
export function mayRead(actor: Actor, dataset: Managed & Pick<Dataset, "private">): boolean {
  return !dataset.private || mayUpdate(actor, dataset);
}

/** True if the caller may change the dataset: load into it, drop it and so on. Managers and administrators may. */
export function mayUpdate({ id, admin }: Pick<Actor, "id" | "admin">, { managers }: Managed): boolean {
  return admin || (id !== null && managers.includes(id));
}

/** True if the caller may create a dataset: any user may, and becomes its manager. */
export function mayCreate({ id, admin }: Actor): boolean {
  return admin || id !== null;
}

/**
 * Return a check that the caller of a change of a dataset still has the right to it. It runs in the same step as the
 * change, because accounts and managers may change while a load runs or an upload comes in.
 * @returns throws Forbidden
 */
export function checkStill({ id, admin }: Actor, dataset: string): CheckState {
  return ({ accounts, datasets }) => {
    if (id === null && admin) return;
    const account = accounts.find((each) => each.id === id);
    if (!account) throw new Forbidden(errorText("user_removed"));
    const record = datasets.find(({ name }) => name === dataset);
    if (!record || mayUpdate(account, record)) return;
    throw new Forbidden(errorText("no_longer_manager", { dataset }));
  };
}
