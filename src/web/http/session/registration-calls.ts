import { refuseUnlessOpen, register } from "../../../access/register.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import { Forbidden, NotFound, UserError } from "../../../core/errors/errors.js";
import { statusOf } from "../message/refusals.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { writeCookie } from "../request/cookie.js";
import { HOME } from "./next-path.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { beginSession } from "./sign-in-calls.js";

/** `GET /register` */
export function showRegistration(services: SignInService, input: CallInput): RouteOutcome {
  refuseOtherFormats(input);
  refuseUnlessOpen(services);
  const { cookie, token } = beginForm(services, input);
  const filled = { name: "", fullname: "", email: "" };
  return { shown: { kind: "registration", origin: input.origin, token, errors: [], ...filled }, status: 200, cookie };
}

/** `POST /register`: add a user and sign it in. */
export async function acceptRegistration(services: SignInService, input: CallInput): Promise<RouteOutcome> {
  const { field, isOurs } = await readPostedForm(services, input);
  const filled = { name: field("name").trim(), fullname: field("fullname").trim(), email: field("email").trim() };
  try {
    refuseUnlessOpen(services);
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    const account = await register(services, { ...filled, password: field("password"), address: input.remoteAddress });
    return { seeOther: HOME, cookie: writeCookie(beginSession(services, input, account), input.secure) };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof NotFound) throw error;
    const { cookie, token } = beginForm(services, input);
    return {
      shown: { kind: "registration", origin: input.origin, token, errors: error.errors, ...filled },
      status: statusOf(error),
      cookie,
      because: error,
    };
  }
}
