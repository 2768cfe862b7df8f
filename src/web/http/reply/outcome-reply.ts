import { errorText } from "../../../core/errors/error-text.js";
import type { Redirect } from "../../../calls/answer.js";
import { refuseIgnored } from "../../../calls/reading/lookup/ignored-parameters.js";
import { Unauthenticated } from "../../../core/errors/errors.js";
import { type ReplyContext, replyAnswer } from "./answer-reply.js";
import { replyPage } from "./page-reply.js";
import { cachePolicy } from "./headers.js";
import { SCRIPT_TYPE, wrapInCall } from "../request/jsonp.js";
import { absoluteUrl } from "./link.js";
import type { HttpReply } from "../message/message.js";
import { extraHeaders } from "./problem.js";
import { findFormat, readFormatRequest, refuseFormat } from "../request/representations.js";
import type { Accepted, MessageReply, RouteOutcome, Route, SeeOther } from "../message/route.js";
import { type Format, FORMATS, WITHOUT_WARNINGS } from "../../../calls/formats.js";

/** Turn the outcome of a call into a reply. */
export function replyOutcome(
  outcome: RouteOutcome,
  route: Route,
  suffix: Format | undefined,
  requested: ReplyContext,
): HttpReply | Promise<HttpReply> {
  if ("redirect" in outcome) return replyRedirect(outcome, requested);
  if ("accepted" in outcome) return replyAccepted(outcome, requested);
  if ("seeOther" in outcome) return replySeeOther(outcome, requested);
  if ("message" in outcome) return replyMessage(outcome);
  if ("shown" in outcome) {
    return replyPage(outcome, requested, outcome.because ? extraHeaders(outcome.because) : []);
  }
  // Only now: before the permission is checked, the list of formats would reveal that the resource exists.
  const available = Object.keys(outcome.formats);
  const wanted = readFormatRequest(route, suffix, requested.target, requested.request);
  const format = findFormat(available, wanted);
  if (format === undefined) throw refuseFormat(route.formats, wanted);
  if (requested.bySession && format !== "html" && !route.isForPages)
    throw new Unauthenticated(errorText("session_reads_pages_only"));
  if (WITHOUT_WARNINGS.has(format)) refuseIgnored(route, route.path, requested.target.parameters);
  return replyAnswer(outcome, format, requested);
}

function replyRedirect({ redirect, afterPost }: Redirect, { request, origin, bySession }: ReplyContext): HttpReply {
  const isPublic = request.method !== "POST" && !request.headers.has("authorization") && !bySession;
  return {
    status: afterPost ? 303 : 302,
    headers: [
      ["Location", absoluteUrl(origin, redirect)],
      ["Cache-Control", cachePolicy(isPublic)],
    ],
    body: Buffer.alloc(0),
    forOneBrowser: bySession,
  };
}

function replySeeOther({ seeOther, cookie }: SeeOther, { origin }: ReplyContext): HttpReply {
  return {
    status: 303,
    headers: [
      ["Location", absoluteUrl(origin, seeOther)],
      ["Cache-Control", cachePolicy(false)],
      ...(cookie === undefined ? [] : [["Set-Cookie", cookie] as const]),
    ],
    body: Buffer.alloc(0),
    forOneBrowser: true,
  };
}

function replyAccepted({ accepted, location }: Accepted, { target, origin }: ReplyContext): HttpReply {
  const wrapper = target.callback === undefined ? undefined : wrapInCall(target.callback);
  return {
    status: 202,
    headers: [
      ["Content-Type", wrapper ? SCRIPT_TYPE : FORMATS.json.type],
      ["Location", absoluteUrl(origin, location)],
      ["Cache-Control", cachePolicy(false)],
    ],
    body: Buffer.from(wrapper ? wrapper.push(accepted) + wrapper.end() : accepted),
  };
}

function replyMessage({ message, status }: MessageReply): HttpReply {
  return {
    status,
    headers: [
      ...(message === null ? [] : [["Content-Type", FORMATS.json.type] as const]),
      ["Cache-Control", cachePolicy(false)],
    ],
    body: Buffer.from(message ?? ""),
  };
}
