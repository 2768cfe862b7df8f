import { Unauthenticated } from "../errors/errors.js";
import { clientOf } from "./client.js";
import type { SignInService } from "./sign-in-service.js";
import type { User } from "./users.js";

/** A name and a password, and the address they come from. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Find the user of a name and a password. Wrong ones take as long as right ones, whether or not somebody has the name.
 * @throws Unauthenticated, TooManyAttempts, OverCapacity
 */
export async function signIn(services: SignInService, { name, password, address }: Credentials): Promise<User> {
  const account = services.catalog.accounts.find((each) => each.name === name);
  const takeBack = services.guesses.begin({ name, client: clientOf(address) });
  const isRight = await services.passwords.matches(password, account?.password ?? null).catch((error: unknown) => {
    takeBack();
    throw error;
  });
  if (!isRight || !account) throw new Unauthenticated("Nobody has this name and this password");
  takeBack();
  return account;
}
