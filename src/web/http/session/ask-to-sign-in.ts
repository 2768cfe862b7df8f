import { randomToken } from "../../../access/sessions.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import type { UserError } from "../../../core/errors/errors.js";
import { statusOf } from "../message/refusals.js";
import type { SessionPage } from "../message/route.js";
import type { Caller } from "../request/origin.js";
import { type CookieHeader, readCookie, writeCookie } from "../request/cookie.js";

export interface SignInForm {
  readonly status: number;
  /** Messages above the form; empty at first. */
  readonly errors: readonly string[];
  /** Path of the page to show after signing in. */
  readonly next: string;
  readonly name?: string;
}

/** Return the page with the sign-in form. */
export function askToSignIn(
  services: SignInService,
  caller: CookieHeader & Pick<Caller, "origin">,
  { status, errors, next, name = "" }: SignInForm,
): SessionPage {
  const { origin } = caller;
  const { cookie, token } = beginForm(services, caller);
  const mayRegister = services.allowRegistration;
  return { shown: { kind: "sign in", origin, token, errors, next, name, mayRegister }, status, cookie };
}

/** Show a page with a form. @param because what was refused, whose status the answer has */
export function showForm(
  services: SignInService,
  header: CookieHeader,
  draw: (token: string) => SessionPage["shown"],
  because?: UserError,
): SessionPage {
  const { cookie, token } = beginForm(services, header);
  return { shown: draw(token), status: because ? statusOf(because) : 200, cookie, because };
}

/** Return the token of a form, and the cookie that belongs to it if the browser has none yet. */
export function beginForm(
  services: SignInService,
  header: CookieHeader,
): { readonly cookie: string | undefined; readonly token: string } {
  const known = readCookie(header);
  const value = known ?? randomToken();
  return {
    cookie: known === undefined ? writeCookie(value, header.secure) : undefined,
    token: services.forms.make(value),
  };
}
