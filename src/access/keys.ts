import { createHmac, timingSafeEqual } from "node:crypto";
import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";

/** What keys are found by. */
export type KeyRing = Pick<Catalog, "accounts" | "secret">;

/** Whose key an unknown user's is compared with. */
const NOBODY = { id: "", keyVersion: 0 };

/**
 * The API key of a user: the name, a dot, and the HMAC-SHA-256 of id and key version under the server's secret as
 * base64url. So it can be shown again without being kept.
 */
export function deriveKey(secret: Buffer, account: Pick<AccountRecord, "name" | "id" | "keyVersion">): string {
  return `${account.name}.${sign(secret, account)}`;
}

/** Whose key it is. Takes as long for a wrong key as for a right one, and for names that nobody has. */
export function findKeyHolder({ accounts, secret }: KeyRing, key: string): AccountRecord | undefined {
  // Names may have dots, base64url has none.
  const dot = key.lastIndexOf(".");
  const account = accounts.find(({ name }) => name === key.slice(0, dot));
  const expected = Buffer.from(sign(secret ?? Buffer.alloc(32), account ?? NOBODY));
  const given = Buffer.from(key.slice(dot + 1));
  const isSame = given.length === expected.length && timingSafeEqual(given, expected);
  return isSame && secret ? account : undefined;
}

function sign(secret: Buffer, { id, keyVersion }: Pick<AccountRecord, "id" | "keyVersion">): string {
  return createHmac("sha256", secret).update(`${id} ${keyVersion}`).digest("base64url");
}
