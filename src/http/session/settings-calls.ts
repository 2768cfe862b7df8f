import { changeOwnPassword, replaceOwnKey } from "../../access/change-own.js";
import type { SignInDesk } from "../../access/sign-in-service.js";
import { keyOf, type User } from "../../access/users.js";
import { Forbidden, Unauthenticated, UserError } from "../../errors/errors.js";
import { renderSettings } from "../../pages/manage/settings.js";
import { statusOf } from "../message/refusals.js";
import type { CallInput, Outcome } from "../message/route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { writeCookie } from "../request/cookie.js";
import { OUT_OF_DATE, receiveForm, refuseOtherForms } from "./receive-form.js";
import { requireSession } from "./require-session.js";
import { beginSession } from "./sign-in-calls.js";

const SETTINGS = "/settings";
const WHAT = "see your settings";

/** `GET /settings`: the user's key. */
export async function showSettings(desk: SignInDesk, input: CallInput): Promise<Outcome> {
  refuseOtherForms(input);
  const account = requireSession(desk, input, WHAT);
  return showAgain(desk, input, account, 200, []);
}

/** `POST /settings/key` */
export async function acceptNewKey(desk: SignInDesk, input: CallInput): Promise<Outcome> {
  const { isOurs } = await receiveForm(desk, input);
  const account = requireSession(desk, input, WHAT);
  if (!isOurs) return showAgain(desk, input, account, 403, [OUT_OF_DATE]);
  await replaceOwnKey(desk, account);
  return { seeOther: SETTINGS };
}

/** `POST /settings/password` */
export async function acceptNewPassword(desk: SignInDesk, input: CallInput): Promise<Outcome> {
  const { field, isOurs } = await receiveForm(desk, input);
  const account = requireSession(desk, input, WHAT);
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    const change = { current: field("current"), next: field("password"), address: input.remoteAddress };
    const changed = await changeOwnPassword(desk, account, change);
    return { seeOther: SETTINGS, cookie: writeCookie(beginSession(desk, input, changed), input.secure) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Signed in they are: it is the form that is refused.
    const isWrong = error instanceof Unauthenticated;
    const faults = isWrong ? ["The current password is another one"] : error.faults;
    return showAgain(desk, input, account, isWrong ? 403 : statusOf(error), faults, error);
  }
}

async function showAgain(
  desk: SignInDesk,
  input: CallInput,
  account: User,
  status: number,
  faults: readonly string[],
  because?: UserError,
): Promise<Outcome> {
  const { name, fullname, admin } = account;
  const { token } = beginForm(desk, input.cookie, input.secure);
  const key = await keyOf(desk.catalog, account);
  const manages = desk.catalog.records.filter(({ managers }) => managers.includes(name)).map((each) => each.name);
  const html = renderSettings({ origin: input.origin, token, faults, name, fullname, admin, key, manages });
  return { screen: { html, status }, because };
}
