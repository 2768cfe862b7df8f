import { Unauthenticated } from "../errors/errors.js";
import { type Actor, ANONYMOUS } from "./actor.js";
import { findKeyHolder, type KeyRing } from "./keys.js";

/**
 * Who makes a call, by its `Authorization: ApiKey <key>` header.
 * @throws Unauthenticated when there is a header and it is not the key of a user
 */
export function authenticate(ring: KeyRing, authorization: string | undefined): Actor {
  if (authorization === undefined) return ANONYMOUS;
  const [, key] = /^ApiKey +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (key === undefined) {
    throw new Unauthenticated('The Authorization header must be "ApiKey", a space and an API key');
  }
  const account = findKeyHolder(ring, key);
  if (account) return { name: account.name, admin: account.admin };
  throw new Unauthenticated("No user has this API key");
}
