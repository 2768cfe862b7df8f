import type { Catalog } from "../store/catalog.js";
import type { Audit } from "./audit-log.js";
import { FormTokens } from "./form-tokens.js";
import { LoginThrottle } from "./login-throttle.js";
import { createPasswords, type Passwords } from "./passwords.js";
import { Sessions } from "./sessions.js";

/** The parts that sign users in with a browser. */
export interface SignInService {
  readonly catalog: Catalog;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly loginThrottle: LoginThrottle;
  readonly forms: FormTokens;
  /** True if visitors may create accounts themselves. */
  readonly allowRegistration: boolean;
}

/** @param now the time in milliseconds, by a clock that is never set back */
export function createSignInService(
  catalog: Catalog,
  audit: Audit,
  allowRegistration: boolean,
  now: () => number = () => performance.now(),
): SignInService {
  return {
    catalog,
    audit,
    passwords: createPasswords(),
    sessions: new Sessions(catalog, now),
    loginThrottle: new LoginThrottle(now),
    forms: new FormTokens(),
    allowRegistration,
  };
}
