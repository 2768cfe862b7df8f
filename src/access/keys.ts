import { createHmac, timingSafeEqual } from "node:crypto";
import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";

/** The accounts and the server's secret, from which all API keys are derived. */
export type KeyRing = Pick<Catalog, "accounts" | "secret">;

/** Account to compare with if the name is unknown, so that the comparison takes equally long. */
const UNKNOWN = { id: "", keyVersion: 0 };

/**
 * Derive a user's API key: the name, a dot, and the base64url HMAC-SHA-256 of id and key version under the server's
 * secret. It can be shown again without being stored.
 */
export function deriveKey(secret: Buffer, account: Pick<AccountRecord, "name" | "id" | "keyVersion">): string {
  return `${account.name}.${sign(secret, account)}`;
}

/** Find the account of a key, or `undefined`. A right key, a wrong key and an unknown name all take equally long. */
export function findKeyHolder({ accounts, secret }: KeyRing, key: string): AccountRecord | undefined {
  // Names may contain dots, base64url never does.
  const dot = key.lastIndexOf(".");
  const account = accounts.find(({ name }) => name === key.slice(0, dot));
  const expected = Buffer.from(sign(secret ?? Buffer.alloc(32), account ?? UNKNOWN));
  const given = Buffer.from(key.slice(dot + 1));
  const isSame = given.length === expected.length && timingSafeEqual(given, expected);
  return isSame && secret ? account : undefined;
}

function sign(secret: Buffer, { id, keyVersion }: Pick<AccountRecord, "id" | "keyVersion">): string {
  return createHmac("sha256", secret).update(`${id} ${keyVersion}`).digest("base64url");
}
