import { Unauthenticated } from "../errors/errors.js";
import { type Actor, ANONYMOUS } from "./actor.js";

/**
 * Who makes a call, by its `Authorization: ApiKey <key>` header.
 * @throws Unauthenticated when there is a header and it is not the key of a user
 */
export function authenticate(authorization: string | undefined): Actor {
  if (authorization === undefined) return ANONYMOUS;
  if (!/^ApiKey +\S+$/i.test(authorization.trim())) {
    throw new Unauthenticated('The Authorization header must be "ApiKey", a space and an API key');
  }
  throw new Unauthenticated("No user has this API key");
}
