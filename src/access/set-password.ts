import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";
import type { Passwords } from "./passwords.js";

/**
 * Set a user's password; sessions started with the previous one end.
 * @throws NotFound, InvalidQuery if the password is unacceptable, OverCapacity, Unwritable
 */
export async function setPassword(
  catalog: Catalog,
  passwords: Passwords,
  user: Pick<AccountRecord, "id" | "name">,
  password: string,
): Promise<void> {
  const hash = await passwords.hash(password, user.name);
  await catalog.changeAccount(user, () => ({ password: hash }));
}
