import { InvalidQuery } from "../core/errors/errors.js";
import { accountOf } from "../store/accounts.js";
import { auditedUser } from "./audit-log.js";
import { passwordErrors } from "./passwords.js";
import { setPassword } from "./set-password.js";
import { signIn } from "./sign-in.js";
import type { SignInService } from "./sign-in-service.js";
import { rotateKey, type User } from "./users.js";

/** Replace the signed-in user's own API key. @throws NotFound, Unwritable */
export async function replaceOwnKey(services: SignInService, user: User): Promise<void> {
  await rotateKey(services.catalog, user);
  await services.audit.record({ action: "user.key", user: user.name, user_id: user.id, ...auditedUser(user) });
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
  user: User,
  { current, next, address }: PasswordChange,
): Promise<User> {
  const errors = passwordErrors(next, user.name);
  if (errors.length > 0) throw new InvalidQuery(errors);
  const { id, name } = user;
  await signIn(services, { name, password: current, address });
  await setPassword(services.catalog, services.passwords, user, next);
  await services.audit.record({ action: "user.password", user: name, user_id: id, ...auditedUser(user) });
  return accountOf(services.catalog, name);
}
