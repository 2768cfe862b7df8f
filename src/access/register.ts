import { Conflict, InvalidQuery, NotFound } from "../errors/errors.js";
import { accountOf } from "../store/accounts.js";
import { clientOf } from "./client.js";
import type { SignInDesk } from "./sign-in-service.js";
import { addUser, newUserFaults, type User } from "./users.js";

/** Fewest characters of a password that somebody chooses in a browser. */
export const SHORTEST_PASSWORD = 8;

export interface Registration {
  readonly name: string;
  readonly fullname: string;
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Make somebody a user at their own wish.
 * @throws NotFound where that is not allowed, InvalidQuery with every fault, Conflict when the name is taken,
 * TooManyAttempts, OverCapacity, Unwritable
 */
export async function register(desk: SignInDesk, asked: Registration): Promise<User> {
  refuseUnlessOpen(desk);
  const { name, password, address } = asked;
  const user = { name, fullname: asked.fullname || null, email: asked.email || null, admin: false };
  const faults = [...newUserFaults(user), ...passwordFaults(password)];
  if (faults.length > 0) throw new InvalidQuery(faults);
  // Whoever was named a manager before they were added is not whoever comes first.
  const isKnown = desk.catalog.accounts.some((each) => each.name === name);
  const isAwaited = !isKnown && desk.catalog.records.some(({ managers }) => managers.includes(name));
  if (isAwaited) throw new Conflict(`The name "${name}" is taken; choose another one`);
  desk.guesses.begin({ newcomer: clientOf(address) });
  await addUser(desk.catalog, { ...user, password: await desk.passwords.hash(password) });
  await desk.audit.record({ action: "user.add", user: name, admin: false, by: name });
  return accountOf(desk.catalog, name);
}

/** @throws NotFound */
export function refuseUnlessOpen({ allowRegistration }: SignInDesk): void {
  if (!allowRegistration) throw new NotFound("Nobody can register here: ask those who run this server for an account");
}

/** What is wrong with a password that somebody chooses. */
export function passwordFaults(password: string): readonly string[] {
  const isShort = [...password].length < SHORTEST_PASSWORD;
  return isShort ? [`The password is too short; write ${SHORTEST_PASSWORD} characters or more`] : [];
}
