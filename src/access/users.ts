import { randomUUID } from "node:crypto";
import { InvalidQuery } from "../errors/errors.js";
import { accountOf } from "../store/accounts.js";
import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";
import { deriveKey } from "./keys.js";
import { userNameError } from "./user-name.js";

const LONGEST = 200;

/** A user. */
export type User = AccountRecord;

/** A user to be. */
export interface NewUser {
  readonly name: string;
  readonly fullname: string | null;
  readonly email: string | null;
  readonly admin: boolean;
  /** Hash of the password; `null` for a user who cannot sign in with a browser. */
  readonly password: string | null;
}

/**
 * Add a user.
 * @returns the API key
 * @throws InvalidQuery for a name that is none, Conflict when somebody has it, Unwritable
 */
export async function addUser(catalog: Catalog, user: NewUser): Promise<string> {
  const errors = newUserErrors(user);
  if (errors.length > 0) throw new InvalidQuery(errors);
  // Nobody is there before their key can be made.
  const secret = await catalog.requireSecret();
  const account = { ...user, id: randomUUID(), keyVersion: 1, created: new Date().toISOString() };
  await catalog.addAccount(account);
  return deriveKey(secret, account);
}

/** What is wrong with a user to be, a sentence each. */
export function newUserErrors({ name, fullname, email }: Pick<NewUser, "name" | "fullname" | "email">): string[] {
  const nameError = userNameError(name);
  return [
    ...(nameError ? [`The name of a user ${nameError}: "${name}"`] : []),
    ...((fullname?.length ?? 0) > LONGEST ? [`The full name is longer than ${LONGEST} characters`] : []),
    ...((email?.length ?? 0) > LONGEST ? [`The email address is longer than ${LONGEST} characters`] : []),
  ];
}

/**
 * Replace a user's API key: the one before is nobody's from now on.
 * @returns the new key
 * @throws NotFound, Unwritable
 */
export async function rotateKey(catalog: Catalog, name: string): Promise<string> {
  accountOf(catalog, name);
  const secret = await catalog.requireSecret();
  let rotated: AccountRecord | undefined;
  await catalog.changeAccount(name, (account) => {
    rotated = { ...account, keyVersion: account.keyVersion + 1 };
    return rotated;
  });
  return deriveKey(secret, rotated!);
}

/** A user's API key, where it can be shown. @throws Unwritable */
export async function keyOf(catalog: Catalog, account: AccountRecord): Promise<string> {
  return deriveKey(await catalog.requireSecret(), account);
}
