import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { checkStill } from "../../../access/permissions.js";
import { Conflict, InvalidQuery } from "../../../core/errors/errors.js";
import { ownerNames } from "../../../store/disk/owners.js";
import { recordOf } from "../../../store/records.js";
import { type ChangeServices, changeManagers } from "./change-dataset.js";

/**
 * Let an existing user manage a dataset. An unknown name is refused: a user who took it later would manage the dataset.
 * @throws InvalidQuery, NotFound, Forbidden, Unwritable
 */
export async function addManager(services: ChangeServices, actor: Actor, dataset: string, user: string): Promise<void> {
  if (user === "") throw new InvalidQuery(errorText("manager_not_named"));
  await changeManagers(services, dataset, { add: [user], remove: [] }, actor, (state) => {
    checkStill(actor, dataset)(state);
    if (state.accounts.some((account) => account.name === user)) return;
    throw new InvalidQuery(errorText("no_such_user", { user }));
  });
}

/**
 * Remove a manager of a dataset. Only administrators may remove the last one.
 * @throws InvalidQuery, NotFound, Forbidden, Conflict, Unwritable
 */
export async function removeManager(
  services: ChangeServices,
  actor: Actor,
  dataset: string,
  user: string,
): Promise<void> {
  await changeManagers(services, dataset, { add: [], remove: [user] }, actor, (state) => {
    checkStill(actor, dataset)(state);
    const managers = ownerNames(state, recordOf(state, dataset).managers);
    if (!managers.includes(user)) throw new InvalidQuery(errorText("user_not_a_manager", { user, dataset }));
    if (managers.length > 1 || actor.admin) return;
    throw new Conflict(errorText("last_manager", { dataset }));
  });
}
