import type { Actor } from "../../access/actor.js";
import type { SignInService } from "../../access/sign-in-service.js";
import type { User } from "../../access/users.js";
import { Unauthenticated } from "../../errors/errors.js";
import type { CallInput } from "../message/route.js";
import { readCookie } from "../request/cookie.js";

/**
 * Return the user that a browser is signed in as. Forms and the settings need a session; a key is not enough.
 * @param what completes "Sign in to …"
 * @throws Unauthenticated
 */
export function requireSession(services: SignInService, { cookie }: Pick<CallInput, "cookie">, what: string): User {
  const account = services.sessions.find(readCookie(cookie));
  if (account) return account;
  throw new Unauthenticated(`Sign in to ${what}`);
}

/** Return the user of a page that is only read: by session or key. @throws Unauthenticated */
export function requireUser({ actor }: Pick<CallInput, "actor">, what: string): Actor & { readonly name: string } {
  const { name, admin } = actor;
  if (name !== null) return { name, admin };
  throw new Unauthenticated(`Sign in to ${what}`);
}
