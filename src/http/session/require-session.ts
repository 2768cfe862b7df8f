import type { Actor } from "../../access/actor.js";
import type { SignInService } from "../../access/sign-in-service.js";
import type { User } from "../../access/users.js";
import { Unauthenticated } from "../../errors/errors.js";
import type { CallInput } from "../message/route.js";
import { readCookie } from "../request/cookie.js";

/**
 * Who a browser is signed in as. What changes something asks for the session, whatever key was sent.
 * @param what there is to see
 * @throws Unauthenticated
 */
export function requireSession(services: SignInService, { cookie }: Pick<CallInput, "cookie">, what: string): User {
  const account = services.sessions.find(readCookie(cookie));
  if (account) return account;
  throw new Unauthenticated(`Sign in to ${what}`);
}

/** The same for what is only read: a key will do, too. */
export function requireUser({ actor }: Pick<CallInput, "actor">, what: string): Actor & { readonly name: string } {
  const { name, admin } = actor;
  if (name !== null) return { name, admin };
  throw new Unauthenticated(`Sign in to ${what}`);
}
