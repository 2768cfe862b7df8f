import { errorText } from "../../../core/errors/error-text.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import { NotAcceptable } from "../message/refusals.js";
import type { CallInput } from "../message/route.js";
import { readCookie } from "../request/cookie.js";

/** A form that was sent to this server. */
export interface Filled {
  /** Return the value of a field; empty if missing. */
  field(name: string): string;
  /** Return the value of a field; `undefined` if missing. */
  find(name: string): string | undefined;
  /** True if its token belongs to this browser: it was not forged by another site. */
  readonly isOurs: boolean;
}

/**
 * Read a form and check its token.
 * @param bytes limit of a form that may be larger than `bodyBytes`
 * @throws PayloadTooLarge
 */
export async function readPostedForm({ forms }: SignInService, input: CallInput, bytes?: number): Promise<Filled> {
  refuseOtherFormats(input);
  const fields = new URLSearchParams((await input.body(bytes)).toString("utf8"));
  const find = (name: string): string | undefined => fields.get(name) ?? undefined;
  const field = (name: string): string => find(name) ?? "";
  return { field, find, isOurs: forms.isRight(readCookie(input), field("token")) };
}

/** Refuse formats other than HTML on pages for one browser session. @throws NotAcceptable */
export function refuseOtherFormats({ format }: CallInput): void {
  if (format !== "html") throw new NotAcceptable(errorText("pages_only"));
}

/** Message for a form without the token that this process gave the browser. */
export const OUT_OF_DATE = errorText("form_out_of_date");
