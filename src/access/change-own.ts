import { InvalidQuery } from "../errors/errors.js";
import { accountOf } from "../store/accounts.js";
import { passwordErrors } from "./register.js";
import { setPassword } from "./set-password.js";
import { signIn } from "./sign-in.js";
import type { SignInService } from "./sign-in-service.js";
import { rotateKey, type User } from "./users.js";

/** Replace the signed-in user's own API key. @throws NotFound, Unwritable */
export async function replaceOwnKey(services: SignInService, { name }: User): Promise<void> {
  await rotateKey(services.catalog, name);
  await services.audit.record({ action: "user.key", user: name, by: name });
}

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly address: string;
}

/**
 * Change the signed-in user's own password and end all their sessions. The current password must be right.
 * @returns the changed account
 * @throws InvalidQuery for an unacceptable new password; Unauthenticated, TooManyAttempts, OverCapacity, Unwritable
 */
export async function changeOwnPassword(
  services: SignInService,
  { name }: User,
  { current, next, address }: PasswordChange,
): Promise<User> {
  const errors = passwordErrors(next);
  if (errors.length > 0) throw new InvalidQuery(errors);
  await signIn(services, { name, password: current, address });
  await setPassword(services.catalog, services.passwords, name, next);
  await services.audit.record({ action: "user.password", user: name, by: name });
  return accountOf(services.catalog, name);
}
