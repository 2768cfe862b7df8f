import type { Actor } from "../access/actor.js";
import { Conflict, InvalidQuery } from "../errors/errors.js";
import type { Dataset } from "../store/dataset.js";
import { type ChangeDesk, changeManagers } from "./change-dataset.js";

/**
 * Let a user manage a dataset: one that is there, for whoever took the name later would manage it.
 * @throws InvalidQuery, NotFound, Unwritable
 */
export async function addManager(desk: ChangeDesk, actor: Actor, { model }: Dataset, user: string): Promise<void> {
  const { name } = model.dataset;
  if (user === "") throw new InvalidQuery("Write the name of the user who is to manage the dataset");
  if (desk.catalog.accounts.every((account) => account.name !== user)) {
    throw new InvalidQuery(
      `There is no user with the name "${user}"; whoever is to manage a dataset becomes one first`,
    );
  }
  await changeManagers(desk, name, { add: [user], remove: [] }, actor.name);
}

/**
 * Let a user no longer manage a dataset. Only administrators leave one to nobody but administrators.
 * @throws InvalidQuery, NotFound, Conflict, Unwritable
 */
export async function removeManager(desk: ChangeDesk, actor: Actor, dataset: Dataset, user: string): Promise<void> {
  const { model, managers } = dataset;
  const { name } = model.dataset;
  if (!managers.includes(user)) throw new InvalidQuery(`The user "${user}" does not manage the dataset "${name}"`);
  if (managers.length === 1 && !actor.admin) {
    throw new Conflict(`You are the last one who manages the dataset "${name}": add another manager first, or drop it`);
  }
  await changeManagers(desk, name, { add: [], remove: [user] }, actor.name);
}
