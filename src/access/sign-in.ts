import { Unauthenticated } from "../errors/errors.js";
import { clientOf } from "./client.js";
import type { SignInService } from "./sign-in-service.js";
import type { User } from "./users.js";

/** A name and a password, and the client's address. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Find a user by name and password. A right password, a wrong one and an unknown name all take equally long.
 * @throws Unauthenticated, TooManyAttempts, OverCapacity
 */
export async function signIn(services: SignInService, { name, password, address }: Credentials): Promise<User> {
  const account = services.catalog.accounts.find((each) => each.name === name);
  const undoCount = services.loginThrottle.begin({ name, client: clientOf(address) });
  const isRight = await services.passwords.matches(password, account?.password ?? null).catch((error: unknown) => {
    undoCount();
    throw error;
  });
  if (!isRight || !account) throw new Unauthenticated("Wrong user name or password");
  undoCount();
  return account;
}
