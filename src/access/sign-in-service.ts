import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Catalog } from "../store/catalog.js";
import type { Audit } from "./audit-log.js";
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

/** Tokens against forged forms (CSRF): computing one takes the browser's cookie and this process's secret key. */
class FormTokens {
  /** New in each process, so a form opened before a restart is shown again with a new token. */
  readonly #key = randomBytes(32);

  /** @param cookie value of the browser's cookie */
  make(cookie: string): string {
    return createHmac("sha256", this.#key).update(cookie).digest("base64url");
  }

  isRight(cookie: string | undefined, token: string): boolean {
    if (cookie === undefined) return false;
    const [expected, given] = [Buffer.from(this.make(cookie)), Buffer.from(token)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
