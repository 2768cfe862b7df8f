import { errorText } from "../core/errors/error-text.js";
import { Unauthenticated } from "../core/errors/errors.js";
import { clientOf } from "./client.js";
import type { SignInService } from "./sign-in-service.js";
import { MAX_NAME_LENGTH } from "./user-name.js";
import type { User } from "./users.js";

/** A name and a password, and the client's address. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Find a user by name and password. A right password, a wrong one and a name that is unknown or too long all take equally long.
 * @throws Unauthenticated, TooManyAttempts, OverCapacity
 */
export async function signIn(services: SignInService, credentials: Credentials): Promise<User> {
  const { password, address } = credentials;
  // One character more than an account's name can have: no account matches what is left of a longer name.
  const name = credentials.name.slice(0, MAX_NAME_LENGTH + 1);
  const account = services.catalog.accounts.find((each) => each.name === name);
  const undoCount = services.loginThrottle.begin({ name, client: clientOf(address) });
  const isRight = await services.passwords.matches(password, account?.password ?? null).catch((error: unknown) => {
    undoCount();
    throw error;
  });
  if (!isRight || !account) throw new Unauthenticated(errorText("wrong_password"));
  undoCount();
  return account;
}
