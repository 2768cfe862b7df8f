import { InvalidForm } from "../../calls/views/pages/invalid-form.js";
import { replyPage } from "./reply/page-reply.js";
import { READER_LANGUAGE } from "./reply/headers.js";
import { negotiateLanguage } from "./request/language.js";
import type { HttpReply, HttpRequest } from "./message/message.js";
import type { ProblemStyle } from "./reply/problem.js";
import { statusOf } from "./message/refusals.js";

/**
 * Return the page that shows a form with errors again, with the values that were typed; `undefined` for other errors.
 */
export function refillForm(
  error: unknown,
  { headers }: HttpRequest,
  { format, frame }: ProblemStyle,
): HttpReply | undefined {
  if (!(error instanceof InvalidForm) || format !== "html") return undefined;
  const language = negotiateLanguage(headers.get("accept-language"));
  return replyPage({ shown: error.page(), status: statusOf(error) }, { language, files: frame.files }, READER_LANGUAGE);
}
