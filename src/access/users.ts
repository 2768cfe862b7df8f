import { errorText } from "../core/errors/error-text.js";
import { randomUUID } from "node:crypto";
import { InvalidQuery } from "../core/errors/errors.js";
import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";
import { deriveKey } from "./keys.js";
import { userNameError } from "./user-name.js";

const MAX_LENGTH = 200;

export type User = AccountRecord;

/** The properties of an account to add. */
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
 * @throws InvalidQuery with every error, Conflict if the name is taken, Unwritable
 */
export async function addUser(catalog: Catalog, user: NewUser): Promise<string> {
  const errors = newUserErrors(user);
  if (errors.length > 0) throw new InvalidQuery(errors);
  // Before adding the account: a user without a secret would have no key.
  const secret = await catalog.requireSecret();
  const account = { ...user, id: randomUUID(), keyVersion: 1, created: new Date().toISOString() };
  await catalog.addAccount(account);
  return deriveKey(secret, account);
}

/** Return the errors of an account to add, one sentence each. */
export function newUserErrors({ name, fullname, email }: Pick<NewUser, "name" | "fullname" | "email">): string[] {
  const nameError = userNameError(name);
  return [
    ...(nameError ? [errorText("wrong_user_name", { reason: nameError, name })] : []),
    ...((fullname?.length ?? 0) > MAX_LENGTH ? [errorText("full_name_too_long", { maximum: MAX_LENGTH })] : []),
    ...((email?.length ?? 0) > MAX_LENGTH ? [errorText("email_too_long", { maximum: MAX_LENGTH })] : []),
  ];
}

/**
 * Replace a user's API key; the previous key stops working.
 * @returns the new key
 * @throws NotFound, Unwritable
 */
export async function rotateKey(catalog: Catalog, user: Pick<AccountRecord, "id" | "name">): Promise<string> {
  const secret = await catalog.requireSecret();
  let rotated: AccountRecord | undefined;
  await catalog.changeAccount(user, (account) => {
    rotated = { ...account, keyVersion: account.keyVersion + 1 };
    return rotated;
  });
  return deriveKey(secret, rotated!);
}

/** Derive a user's API key; creates the server's secret if it is missing. @throws Unwritable */
export async function keyOf(catalog: Catalog, account: AccountRecord): Promise<string> {
  return deriveKey(await catalog.requireSecret(), account);
}
