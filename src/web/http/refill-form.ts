import { InvalidForm } from "../../calls/views/pages/invalid-form.js";
import { replyPage } from "./reply/page-reply.js";
import type { HttpReply } from "./message/message.js";
import type { ProblemStyle } from "./reply/problem.js";
import { statusOf } from "./message/refusals.js";

/**
 * Return the page that shows a form with errors again, with the values that were typed; `undefined` for other errors.
 */
export function refillForm(error: unknown, { format, frame, language, user }: ProblemStyle): HttpReply | undefined {
  if (!(error instanceof InvalidForm) || format !== "html") return undefined;
  return replyPage(
    { shown: error.page(), status: statusOf(error) },
    { language, chosenBy: ["Accept-Language"], files: frame.files, user },
  );
}
