import { signIn } from "../../../access/sign-in.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import type { User } from "../../../access/users.js";
import { Forbidden, TooManyAttempts, Unauthenticated, type UserError } from "../../../core/errors/errors.js";
import { statusOf } from "../message/refusals.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { askToSignIn, beginForm } from "./ask-to-sign-in.js";
import { type CookieHeader, readCookie, removeCookie, writeCookie } from "../request/cookie.js";
import { nextPath } from "./next-path.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";

/** `GET /login` */
export function showSignIn(services: SignInService, input: CallInput): RouteOutcome {
  refuseOtherFormats(input);
  const next = nextPath(input.parameters.get("next"));
  if (services.sessions.find(readCookie(input))) return { seeOther: next };
  return askToSignIn(services, input, { status: 200, errors: [], next });
}

/** `POST /login` */
export async function acceptSignIn(services: SignInService, input: CallInput): Promise<RouteOutcome> {
  const { field, isOurs } = await readPostedForm(services, input);
  const next = nextPath(field("next"));
  const name = field("name").trim();
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    const account = await signIn(services, { name, password: field("password"), address: input.remoteAddress });
    // A new cookie: one that was known before signing in must not become a session.
    return { seeOther: next, cookie: writeCookie(beginSession(services, input, account), input.secure) };
  } catch (error) {
    const isShown = error instanceof Forbidden || error instanceof Unauthenticated || error instanceof TooManyAttempts;
    if (!isShown) throw error;
    const { errors } = error as UserError;
    const page = askToSignIn(services, input, { status: statusOf(error), errors, next, name });
    return { ...page, because: error };
  }
}

/** `GET /logout` */
export function showSignOut(services: SignInService, input: CallInput): RouteOutcome {
  refuseOtherFormats(input);
  const account = services.sessions.find(readCookie(input));
  if (!account) return { seeOther: "/login" };
  const { token } = beginForm(services, input);
  return { shown: { kind: "sign out", origin: input.origin, token, errors: [], name: account.name }, status: 200 };
}

/** `POST /logout` */
export async function acceptSignOut(services: SignInService, input: CallInput): Promise<RouteOutcome> {
  const { isOurs } = await readPostedForm(services, input);
  const token = readCookie(input);
  if (!services.sessions.find(token)) return { seeOther: "/login" };
  if (!isOurs) throw new Forbidden(OUT_OF_DATE);
  services.sessions.end(token!);
  return { seeOther: "/", cookie: removeCookie(input.secure) };
}

/** End the browser's previous session, if any, and begin a new one. @returns its token */
export function beginSession({ sessions }: SignInService, input: CookieHeader, user: User): string {
  const before = readCookie(input);
  if (before !== undefined) sessions.end(before);
  return sessions.begin(user);
}
