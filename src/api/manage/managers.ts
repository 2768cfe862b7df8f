import type { Actor } from "../../access/actor.js";
import { mayUpdate } from "../../access/permissions.js";
import { Conflict, Forbidden, InvalidQuery } from "../../errors/errors.js";
import { type ChangeServices, changeManagers } from "./change-dataset.js";

/**
 * Let a user manage a dataset: one that is there, for whoever took the name later would manage it.
 * @throws InvalidQuery, NotFound, Forbidden, Unwritable
 */
export async function addManager(services: ChangeServices, actor: Actor, dataset: string, user: string): Promise<void> {
  if (user === "") throw new InvalidQuery("Write the name of the user who is to manage the dataset");
  await changeManagers(services, dataset, { add: [user], remove: [] }, actor.name, (managers, accounts) => {
    refuseOthers(actor, dataset, managers);
    if (accounts.some((account) => account.name === user)) return;
    throw new InvalidQuery(
      `There is no user with the name "${user}"; whoever is to manage a dataset becomes one first`,
    );
  });
}

/**
 * Let a user no longer manage a dataset. Only administrators leave one to nobody but administrators.
 * @throws InvalidQuery, NotFound, Forbidden, Conflict, Unwritable
 */
export async function removeManager(
  services: ChangeServices,
  actor: Actor,
  dataset: string,
  user: string,
): Promise<void> {
  await changeManagers(services, dataset, { add: [], remove: [user] }, actor.name, (managers) => {
    refuseOthers(actor, dataset, managers);
    if (!managers.includes(user)) throw new InvalidQuery(`The user "${user}" does not manage the dataset "${dataset}"`);
    if (managers.length > 1 || actor.admin) return;
    throw new Conflict(
      `You are the last one who manages the dataset "${dataset}": add another manager first, or drop it`,
    );
  });
}

/** Whoever asks may have been removed meanwhile. */
function refuseOthers(actor: Actor, dataset: string, managers: readonly string[]): void {
  if (mayUpdate(actor, { managers })) return;
  throw new Forbidden(`You are not one of those who manage the dataset "${dataset}"`);
}
