import { Conflict, InvalidQuery, NotFound } from "../errors/errors.js";
import { accountOf } from "../store/accounts.js";
import { clientOf } from "./client.js";
import type { SignInService } from "./sign-in-service.js";
import { addUser, newUserErrors, type User } from "./users.js";

/** Minimum length in characters of a password chosen in a browser. */
export const SHORTEST_PASSWORD = 8;

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
  const errors = [...newUserErrors(user), ...passwordErrors(password)];
  if (errors.length > 0) throw new InvalidQuery(errors);
  // A dataset may name a manager who has no account yet; a stranger must not take that name.
  const isKnown = services.catalog.accounts.some((each) => each.name === name);
  const isReserved = !isKnown && services.catalog.records.some(({ managers }) => managers.includes(name));
  if (isReserved) throw new Conflict(`The name "${name}" is taken; choose another one`);
  services.loginThrottle.begin({ newcomer: clientOf(address) });
  await addUser(services.catalog, { ...user, password: await services.passwords.hash(password) });
  await services.audit.record({ action: "user.add", user: name, admin: false, by: name });
  return accountOf(services.catalog, name);
}

/** @throws NotFound */
export function refuseUnlessOpen({ allowRegistration }: SignInService): void {
  if (!allowRegistration) throw new NotFound("Registration is closed on this server; ask its operator for an account");
}

/** Return the errors of a password chosen in a browser. */
export function passwordErrors(password: string): readonly string[] {
  const isShort = [...password].length < SHORTEST_PASSWORD;
  return isShort ? [`The password is too short; write ${SHORTEST_PASSWORD} characters or more`] : [];
}
