import { randomToken } from "../../access/sessions.js";
import type { SignInDesk } from "../../access/sign-in-service.js";
import { renderSignIn } from "../../pages/manage/sign-in.js";
import type { Caller } from "../request/origin.js";
import { readCookie, writeCookie } from "../request/cookie.js";
import type { Screen } from "../reply/screen.js";

export interface SignInForm {
  readonly status: number;
  /** Why it is shown, or shown again. */
  readonly faults: readonly string[];
  /** Path to show afterwards. */
  readonly next: string;
  readonly name?: string;
}

/** The form to sign in with. */
export function askToSignIn(
  desk: SignInDesk,
  { origin, secure }: Pick<Caller, "origin" | "secure">,
  cookieHeader: string | undefined,
  { status, faults, next, name = "" }: SignInForm,
): Screen {
  const { cookie, token } = beginForm(desk, cookieHeader, secure);
  return {
    html: renderSignIn({ origin, token, faults, next, name, mayRegister: desk.allowRegistration }),
    status,
    cookie,
  };
}

/** The token of a form, and the cookie that it goes with where the browser has none yet. */
export function beginForm(
  desk: SignInDesk,
  cookieHeader: string | undefined,
  secure: boolean,
): { readonly cookie: string | undefined; readonly token: string } {
  const known = readCookie(cookieHeader);
  const value = known ?? randomToken();
  return { cookie: known === undefined ? writeCookie(value, secure) : undefined, token: desk.forms.make(value) };
}
