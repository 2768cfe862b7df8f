import type { Actor } from "../../access/actor.js";
import type { Answer, Form } from "../../api/answer.js";
import type { StaticFiles } from "../../pages/parts/static-files.js";
import { type ContentEncoding, negotiateEncodings } from "./compress.js";
import { entityTag, findUnmodified, identify } from "./conditional.js";
import { attachment, cachePolicy, FOR_EVER, FRAMED_POLICY, HTML_POLICY, PAGE_HEADERS } from "./headers.js";
import { SCRIPT_TYPE, wrapInCall } from "../request/jsonp.js";
import { pageUrl } from "./link.js";
import type { HttpReply, HttpRequest } from "../message/message.js";
import { makePayload } from "./payload.js";
import { indenter } from "./pretty.js";
import type { RequestTarget } from "../request/target.js";
import type { ResponseCache, CachedResponse } from "./response-cache.js";
import type { TextFilter } from "../message/text-filter.js";
import { CONTENT_TYPES } from "../request/content-types.js";

/** A request with everything that its reply depends on. */
export interface ReplyContext {
  readonly request: HttpRequest;
  readonly target: RequestTarget;
  readonly actor: Actor;
  /** True if the actor is known by a browser session. */
  readonly bySession: boolean;
  readonly origin: string;
  readonly language: string;
  /** Files that pages refer to. */
  readonly files: StaticFiles;
  readonly responseCache: ResponseCache;
  /** Version of the program: another one may write the same answer differently. */
  readonly version: string;
}

/** Reply with an answer in one of its formats, or with 304 if the client has it already. */
export async function replyAnswer(answer: Answer, form: Form, requested: ReplyContext): Promise<HttpReply> {
  const { request, target, origin, bySession } = requested;
  const callback = form === "json" ? target.callback : undefined;
  const pretty = form === "json" && target.parameters.get("pretty") === "true";
  const encodings = negotiateEncodings(request.headers.get("accept-encoding"));
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isConditional = request.headers.has("if-none-match") || request.headers.has("if-modified-since");
  const isPublic = isRead && answer.public && !answer.once && !request.headers.has("authorization") && !bySession;
  const lastModified = answer.lastModified && new Date(Math.min(answer.lastModified.getTime(), Date.now()));

  // Everything that a body depends on, except its encoding.
  const identity = identify(
    JSON.stringify([
      [requested.version, answer.version, answer.canonical, origin, target.path],
      [form, callback, pretty, form === "html" ? requested.language : null],
      answer.public && !bySession ? null : requested.actor,
    ]),
  );
  const tag = (encoding: ContentEncoding): string => entityTag(identity, encoding);
  const isKept = isRead && !answer.once;
  const caching = (etag: string): [string, string][] => [
    ["Cache-Control", isPublic && answer.lasts ? FOR_EVER : cachePolicy(isPublic)],
    ...(isKept ? ([["ETag", etag]] satisfies [string, string][]) : []),
    ...(isKept && lastModified ? ([["Last-Modified", lastModified.toUTCString()]] satisfies [string, string][]) : []),
  ];

  if (isKept && isConditional) {
    // Before the body is computed, it is unknown whether it is large enough to be compressed.
    const possible = encodings.filter((encoding, i) => i === 0 || encoding === "identity");
    const held = findUnmodified(request.headers, possible.map(tag), answer.lastModified);
    if (held !== undefined) return { status: 304, headers: caching(held), body: null, forOneBrowser: bySession };
  }

  const make = async (): Promise<CachedResponse> => {
    const content = await answer.forms[form]!();
    const payload = await makePayload(content, filtersOf(pretty, callback), encodings, requested.responseCache.writers);
    const { body, encoding } = payload;
    return { body, encoding, etag: tag(encoding), nextPage: content.nextPage, filename: content.filename };
  };
  const key = `${encodings.join()} ${identity}`;
  const { body, encoding, etag, nextPage, filename } = await (isPublic
    ? requested.responseCache.take(key, make)
    : make());

  const headers = caching(etag);
  headers.push(["Content-Type", callback === undefined ? CONTENT_TYPES[form] : SCRIPT_TYPE]);
  if (encoding !== "identity") headers.push(["Content-Encoding", encoding]);
  if (filename !== undefined) headers.push(["Content-Disposition", attachment(filename)]);
  if (nextPage !== undefined) {
    headers.push(["Link", `<${pageUrl(origin, target.path, target.pairs, nextPage)}>; rel="next"`]);
  }
  const { holds } = answer;
  return {
    status: 200,
    headers:
      form === "html" ? [...headers, ...PAGE_HEADERS, ...(answer.framed ? FRAMED_POLICY : HTML_POLICY)] : headers,
    body,
    forOneBrowser: bySession,
    about: answer.effort && { route: "", user: null, cached: false, effort: answer.effort },
    again: isPublic && holds && Buffer.isBuffer(body) ? { key, holds } : undefined,
  };
}

function filtersOf(pretty: boolean, callback: string | undefined): readonly TextFilter[] {
  return [...(pretty ? [indenter()] : []), ...(callback === undefined ? [] : [wrapInCall(callback)])];
}
