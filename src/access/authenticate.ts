import { errorText } from "../core/errors/error-text.js";
import { Unauthenticated } from "../core/errors/errors.js";
import { type Actor, actorOf, ANONYMOUS } from "./actor.js";
import { findKeyHolder, type KeyRing } from "./keys.js";

/**
 * Find the caller by the header `Authorization: ApiKey <key>`; anonymous without a header.
 * @throws Unauthenticated if the header is malformed or no user has the key
 */
export function authenticate(ring: KeyRing, authorization: string | undefined): Actor {
  if (authorization === undefined) return ANONYMOUS;
  const [, key] = /^ApiKey +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (key === undefined) {
    throw new Unauthenticated(errorText("wrong_authorization"));
  }
  const account = findKeyHolder(ring, key);
  if (account) return actorOf(account);
  throw new Unauthenticated(errorText("unknown_key"));
}
