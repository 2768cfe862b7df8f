import type { Redirect } from "../api/answer.js";
import { type Asked, replyAnswer } from "./answer-reply.js";
import { cachePolicy } from "./headers.js";
import { SCRIPT_TYPE, wrapInCall } from "./jsonp.js";
import { absoluteUrl } from "./link.js";
import type { HttpReply } from "./message.js";
import { CONTENT_TYPES, findForm, readWish, refuseForm, type Suffix } from "./representations.js";
import type { Accepted, Outcome, Route } from "./route.js";

/** Turn what a call came to into a reply. */
export function replyOutcome(
  outcome: Outcome,
  route: Route,
  suffix: Suffix | undefined,
  asked: Asked,
): HttpReply | Promise<HttpReply> {
  if ("redirect" in outcome) return replyRedirect(outcome, asked);
  if ("accepted" in outcome) return replyAccepted(outcome, asked);
  // Only now, when the right to read it is settled, may its forms be told.
  const available = Object.keys(outcome.forms);
  const wish = readWish(route, suffix, asked.target, asked.request);
  const form = findForm(available, wish);
  if (form === undefined) throw refuseForm(route.forms, wish);
  return replyAnswer(outcome, form, asked);
}

function replyRedirect({ redirect, afterPost }: Redirect, { request, origin }: Asked): HttpReply {
  return {
    status: afterPost ? 303 : 302,
    headers: [
      ["Location", absoluteUrl(origin, redirect)],
      ["Cache-Control", cachePolicy(request.method !== "POST" && !request.headers.has("authorization"))],
    ],
    body: Buffer.alloc(0),
  };
}

function replyAccepted({ accepted, location }: Accepted, { target, origin }: Asked): HttpReply {
  const wrapper = target.callback === undefined ? undefined : wrapInCall(target.callback);
  return {
    status: 202,
    headers: [
      ["Content-Type", wrapper ? SCRIPT_TYPE : CONTENT_TYPES.json],
      ["Location", absoluteUrl(origin, location)],
      ["Cache-Control", cachePolicy(false)],
    ],
    body: Buffer.from(wrapper ? wrapper.push(accepted) + wrapper.end() : accepted),
  };
}
