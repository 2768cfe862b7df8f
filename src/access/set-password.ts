import type { Catalog } from "../store/catalog.js";
import { accountOf } from "../store/accounts.js";
import type { Passwords } from "./passwords.js";

/**
 * Give a user a password; sessions that were begun with the one before end.
 * @throws NotFound, InvalidQuery for a password that is none, OverCapacity, Unwritable
 */
export async function setPassword(
  catalog: Catalog,
  passwords: Passwords,
  name: string,
  password: string,
): Promise<void> {
  accountOf(catalog, name);
  const hash = await passwords.hash(password);
  await catalog.changeAccount(name, () => ({ password: hash }));
}
