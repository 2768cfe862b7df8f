import { errorText } from "../core/errors/error-text.js";
import { Conflict, InvalidQuery, NotFound } from "../core/errors/errors.js";
import { accountOf } from "../store/accounts.js";
import { awaitedOwner } from "../store/disk/owners.js";
import { auditedUser } from "./audit-log.js";
import { clientOf } from "./client.js";
import { passwordErrors } from "./passwords.js";
import type { SignInService } from "./sign-in-service.js";
import { isReservedName } from "./user-name.js";
import { addUser, newUserErrors, type User } from "./users.js";

export interface Registration {
  readonly name: string;
  readonly fullname: string;
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Create an account at the user's own request.
 * @throws NotFound if registration is closed, InvalidQuery with every error, Conflict if the name is taken;
 * TooManyAttempts, OverCapacity, Unwritable
 */
export async function register(services: SignInService, requested: Registration): Promise<User> {
  refuseUnlessOpen(services);
  const { name, password, address } = requested;
  const user = { name, fullname: requested.fullname || null, email: requested.email || null, admin: false };
  const errors = [...newUserErrors(user), ...passwordErrors(password, name)];
  if (errors.length > 0) throw new InvalidQuery(errors);
  // A dataset may name a manager who has no account yet; a stranger must not take that name.
  const isKnown = services.catalog.accounts.some((each) => each.name === name);
  const isReserved =
    isReservedName(name) ||
    (!isKnown && services.catalog.records.some(({ managers }) => managers.includes(awaitedOwner(name))));
  if (isReserved) throw new Conflict(errorText("name_taken", { name }));
  services.loginThrottle.begin({ newcomer: clientOf(address) });
  await addUser(services.catalog, { ...user, password: await services.passwords.hash(password, name) });
  const account = accountOf(services.catalog, name);
  const event = { action: "user.add", user: name, user_id: account.id, admin: false } as const;
  await services.audit.record({ ...event, ...auditedUser(account) });
  return account;
}

/** @throws NotFound */
export function refuseUnlessOpen({ allowRegistration }: SignInService): void {
  if (!allowRegistration) throw new NotFound(errorText("registration_closed"));
}
