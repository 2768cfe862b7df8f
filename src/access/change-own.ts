import { InvalidQuery } from "../errors/errors.js";
import { accountOf } from "../store/accounts.js";
import { passwordFaults } from "./register.js";
import { setPassword } from "./set-password.js";
import { signIn } from "./sign-in.js";
import type { SignInDesk } from "./sign-in-service.js";
import { rotateKey, type User } from "./users.js";

/** Replace the key of whoever asks. @throws NotFound, Unwritable */
export async function replaceOwnKey(desk: SignInDesk, { name }: User): Promise<void> {
  await rotateKey(desk.catalog, name);
  await desk.audit.record({ action: "user.key", user: name, by: name });
}

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly address: string;
}

/**
 * Change the password of whoever asks and knows it; all their sessions end.
 * @returns the user as they are now
 * @throws InvalidQuery for a password that is none, Unauthenticated, TooManyAttempts, OverCapacity, Unwritable
 */
export async function changeOwnPassword(
  desk: SignInDesk,
  { name }: User,
  { current, next, address }: PasswordChange,
): Promise<User> {
  const faults = passwordFaults(next);
  if (faults.length > 0) throw new InvalidQuery(faults);
  await signIn(desk, { name, password: current, address });
  await setPassword(desk.catalog, desk.passwords, name, next);
  await desk.audit.record({ action: "user.password", user: name, by: name });
  return accountOf(desk.catalog, name);
}
