import type { Catalog } from "../store/catalog.js";
import { accountOf } from "../store/accounts.js";
import type { Passwords } from "./passwords.js";

/**
 * Set a user's password; sessions started with the previous one end.
 * @throws NotFound, InvalidQuery if the password is empty or too long, OverCapacity, Unwritable
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
