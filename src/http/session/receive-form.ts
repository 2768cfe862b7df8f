import type { SignInService } from "../../access/sign-in-service.js";
import { NotAcceptable } from "../message/refusals.js";
import type { CallInput } from "../message/route.js";
import { readCookie } from "../request/cookie.js";

/** What a form of this server was filled in with. */
export interface Filled {
  /** Value of a field; empty where it is missing. */
  field(name: string): string;
  /** The same, `undefined` where it is missing. */
  find(name: string): string | undefined;
  /** Whether it was filled in where it was shown, and not sent by another site. */
  readonly isOurs: boolean;
}

/**
 * @param bytes most of a form that is larger than most calls are
 * @throws PayloadTooLarge
 */
export async function receiveForm({ forms }: SignInService, input: CallInput, bytes?: number): Promise<Filled> {
  refuseOtherForms(input);
  const fields = new URLSearchParams((await input.body(bytes)).toString("utf8"));
  const find = (name: string): string | undefined => fields.get(name) ?? undefined;
  const field = (name: string): string => find(name) ?? "";
  return { field, find, isOurs: forms.isRight(readCookie(input.cookie), field("token")) };
}

/** What is shown to one browser has no form for programs. @throws NotAcceptable */
export function refuseOtherForms({ form }: CallInput): void {
  if (form !== "html") throw new NotAcceptable("There is a page for browsers here and nothing else");
}

/** To whoever sends a form that was not shown to them by this process. */
export const OUT_OF_DATE = "The form was out of date: send it again";
