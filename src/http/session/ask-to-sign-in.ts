import { randomToken } from "../../access/sessions.js";
import type { SignInService } from "../../access/sign-in-service.js";
import type { SessionPage } from "../message/route.js";
import type { Caller } from "../request/origin.js";
import { readCookie, writeCookie } from "../request/cookie.js";

export interface SignInForm {
  readonly status: number;
  /** Why it is shown, or shown again. */
  readonly errors: readonly string[];
  /** Path to show afterwards. */
  readonly next: string;
  readonly name?: string;
}

/** The form to sign in with. */
export function askToSignIn(
  services: SignInService,
  { origin, secure }: Pick<Caller, "origin" | "secure">,
  cookieHeader: string | undefined,
  { status, errors, next, name = "" }: SignInForm,
): SessionPage {
  const { cookie, token } = beginForm(services, cookieHeader, secure);
  const mayRegister = services.allowRegistration;
  return { shown: { kind: "sign in", origin, token, errors, next, name, mayRegister }, status, cookie };
}

/** The token of a form, and the cookie that it goes with where the browser has none yet. */
export function beginForm(
  services: SignInService,
  cookieHeader: string | undefined,
  secure: boolean,
): { readonly cookie: string | undefined; readonly token: string } {
  const known = readCookie(cookieHeader);
  const value = known ?? randomToken();
  return { cookie: known === undefined ? writeCookie(value, secure) : undefined, token: services.forms.make(value) };
}
