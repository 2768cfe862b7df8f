import type { Catalog } from "../store/catalog.js";
import type { Audit } from "./audit-log.js";
import { FormTokens } from "./form-tokens.js";
import { Guesses } from "./login-throttle.js";
import { createPasswords, type Passwords } from "./passwords.js";
import { Sessions } from "./sessions.js";

/** What people sign in with a browser at. */
export interface SignInDesk {
  readonly catalog: Catalog;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly guesses: Guesses;
  readonly forms: FormTokens;
  /** Whether everybody may become a user. */
  readonly allowRegistration: boolean;
}

/** @param now the time in milliseconds */
export function createSignInDesk(
  catalog: Catalog,
  audit: Audit,
  allowRegistration: boolean,
  now: () => number = Date.now,
): SignInDesk {
  return {
    catalog,
    audit,
    passwords: createPasswords(),
    sessions: new Sessions(catalog, now),
    guesses: new Guesses(now),
    forms: new FormTokens(),
    allowRegistration,
  };
}
