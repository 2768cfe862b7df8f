import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { changeOwnPassword, replaceOwnKey } from "../../../access/change-own.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import { keyOf, type User } from "../../../access/users.js";
import { Forbidden, Unauthenticated, UserError } from "../../../core/errors/errors.js";
import { statusOf } from "../message/refusals.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { writeCookie } from "../request/cookie.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { requireSession } from "./require-session.js";
import { beginSession } from "./sign-in-calls.js";

const SETTINGS = "/settings";
const WHAT = phraseText("to_see_settings");

/** `GET /settings`: show the user's key. */
export async function showSettings(services: SignInService, input: CallInput): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const account = requireSession(services, input, WHAT);
  return showAgain(services, input, account, 200, []);
}

/** `POST /settings/key` */
export async function acceptNewKey(services: SignInService, input: CallInput): Promise<RouteOutcome> {
  const { isOurs } = await readPostedForm(services, input);
  const account = requireSession(services, input, WHAT);
  if (!isOurs) return showAgain(services, input, account, 403, [OUT_OF_DATE]);
  await replaceOwnKey(services, account);
  return { seeOther: SETTINGS };
}

/** `POST /settings/password` */
export async function acceptNewPassword(services: SignInService, input: CallInput): Promise<RouteOutcome> {
  const { field, isOurs } = await readPostedForm(services, input);
  const account = requireSession(services, input, WHAT);
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    const change = { current: field("current"), next: field("password"), address: input.remoteAddress };
    const changed = await changeOwnPassword(services, account, change);
    return { seeOther: SETTINGS, cookie: writeCookie(beginSession(services, input, changed), input.secure) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The session is valid, so this is not a 401: only the form is refused.
    const isWrong = error instanceof Unauthenticated;
    const errors = isWrong ? [errorText("wrong_current_password")] : error.errors;
    return showAgain(services, input, account, isWrong ? 403 : statusOf(error), errors, error);
  }
}

async function showAgain(
  services: SignInService,
  input: CallInput,
  account: User,
  status: number,
  errors: readonly string[],
  because?: UserError,
): Promise<RouteOutcome> {
  const { name, fullname, admin } = account;
  const { token } = beginForm(services, input);
  const key = await keyOf(services.catalog, account);
  const manages = services.catalog.records
    .filter(({ managers }) => managers.includes(account.id))
    .map((each) => each.name);
  return {
    shown: { kind: "settings", origin: input.origin, token, errors, name, fullname, admin, key, manages },
    status,
    because,
  };
}
