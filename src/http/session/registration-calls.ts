import { refuseUnlessOpen, register } from "../../access/register.js";
import type { SignInDesk } from "../../access/sign-in-service.js";
import { Forbidden, NotFound, UserError } from "../../errors/errors.js";
import { renderRegistration } from "../../pages/manage/registration.js";
import { statusOf } from "../message/refusals.js";
import type { CallInput, Outcome } from "../message/route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { writeCookie } from "../request/cookie.js";
import { HOME } from "./next-path.js";
import { OUT_OF_DATE, receiveForm, refuseOtherForms } from "./receive-form.js";
import { beginSession } from "./sign-in-calls.js";

/** `GET /register` */
export function showRegistration(desk: SignInDesk, input: CallInput): Outcome {
  refuseOtherForms(input);
  refuseUnlessOpen(desk);
  const { cookie, token } = beginForm(desk, input.cookie, input.secure);
  const filled = { name: "", fullname: "", email: "" };
  return {
    screen: { html: renderRegistration({ origin: input.origin, token, faults: [], ...filled }), status: 200, cookie },
  };
}

/** `POST /register`: who registers is signed in. */
export async function acceptRegistration(desk: SignInDesk, input: CallInput): Promise<Outcome> {
  const { field, isOurs } = await receiveForm(desk, input);
  const filled = { name: field("name").trim(), fullname: field("fullname").trim(), email: field("email").trim() };
  try {
    refuseUnlessOpen(desk);
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    const account = await register(desk, { ...filled, password: field("password"), address: input.remoteAddress });
    return { seeOther: HOME, cookie: writeCookie(beginSession(desk, input, account), input.secure) };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof NotFound) throw error;
    const { cookie, token } = beginForm(desk, input.cookie, input.secure);
    const html = renderRegistration({ origin: input.origin, token, faults: error.faults, ...filled });
    return { screen: { html, status: statusOf(error), cookie }, because: error };
  }
}
