import { errorText } from "../../../core/errors/error-text.js";
import type { SignedIn } from "../../../access/actor.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import type { User } from "../../../access/users.js";
import { Unauthenticated } from "../../../core/errors/errors.js";
import type { CallInput } from "../message/route.js";
import { type CookieHeader, readCookie } from "../request/cookie.js";

/**
 * Return the user that a browser is signed in as. Forms and the settings need a session; a key is not enough.
 * @param what completes "Sign in to …"
 * @throws Unauthenticated
 */
export function requireSession(services: SignInService, input: CookieHeader, what: string): User {
  const account = services.sessions.find(readCookie(input));
  if (account) return account;
  throw new Unauthenticated(errorText("sign_in_needed", { purpose: what }));
}

/** Return the user of a page that is only read: by session or key. @throws Unauthenticated */
export function requireUser({ actor }: Pick<CallInput, "actor">, what: string): SignedIn {
  const { id, name, admin } = actor;
  if (id !== null && name !== null) return { id, name, admin };
  throw new Unauthenticated(errorText("sign_in_needed", { purpose: what }));
}
