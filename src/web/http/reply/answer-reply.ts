import { describeCitation } from "../../../calls/reading/describe/citation.js";
import { readFlag } from "../../../core/query/flag.js";
import type { Actor } from "../../../access/actor.js";
import type { Answer, FileFacts } from "../../../calls/answer.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import type { BodyExecutor, RouteCall } from "./body-executor.js";
import { type ContentEncoding, negotiateEncodings } from "./compress.js";
import { entityTag, findUnmodified, identify } from "./conditional.js";
import {
  attachment,
  cachePolicy,
  FOR_EVER,
  FRAMED_POLICY,
  HTML_POLICY,
  languageHeaders,
  PICTURE_POLICY,
} from "./headers.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import { SCRIPT_TYPE } from "../request/jsonp.js";
import { joinLinks, pageUrl } from "./link.js";
import { linkVersions, versionUrl } from "./version-names.js";
import type { Headers, HttpReply, HttpRequest } from "../message/message.js";
import { type BodyRequest, computeBody } from "./compute-body.js";
import type { RequestTarget } from "../request/target.js";
import { fileHeaders, replyPart, requestedRange } from "./range.js";
import type { ResponseCache, CachedResponse } from "./response-cache.js";
import { printWarnings } from "./warnings-header.js";
import { type Format, FORMATS, IN_LANGUAGES } from "../../../calls/formats.js";

/** A request with everything that its reply depends on. */
export interface ReplyContext {
  /** Name of the user whose browser it is, for a page of one browser session; `null` for none. */
  readonly user: string | null;
  readonly request: HttpRequest;
  readonly target: RequestTarget;
  /** Template of its path. */
  readonly template: string;
  readonly actor: Actor;
  /** True if the actor is known by a browser session. */
  readonly bySession: boolean;
  readonly origin: string;
  /** True if the origin is known to be this server, not only what the client wrote. */
  readonly isOwnOrigin: boolean;
  /** Language of pages and pictures, and the headers that chose it; none if the address alone did. */
  readonly language: string;
  readonly chosenBy: readonly string[];
  /** Files that pages refer to. */
  readonly files: PageFrame;
  readonly responseCache: ResponseCache;
  /** Makes large bodies; `null` if they are computed on this thread. */
  readonly executor: BodyExecutor | null;
  /** The call that gave the answer; `null` if it cannot be computed on another thread. */
  readonly call: RouteCall | null;
  /** Version of the program: another one may write the same answer differently. */
  readonly version: string;
}

/** Estimated work, in steps, above which a whole file is sent without its length and digest if it was not measured yet. */
const MEASURED_FIRST = 2e9;

/** The answer to `HEAD` for a file: nothing of it is computed. */
const EMPTY_FILE = { body: null, encoding: "identity", nextPage: undefined, warnings: [] } as const;

/** Reply with an answer in one of its formats, or with 304 if the client has it already. */
export async function replyAnswer(answer: Answer, format: Format, requested: ReplyContext): Promise<HttpReply> {
  const { request, target, origin, bySession } = requested;
  const callback = format === "json" ? target.callback : undefined;
  const pretty = format === "json" && target.parameters.get("pretty") === "true";
  const bom = format === "csv" && target.parameters.get("bom") === "true";
  const accepted = negotiateEncodings(request.headers.get("accept-encoding"));
  // Positions and digests are those of the file itself.
  const isFile = answer.measure !== undefined && accepted.includes("identity");
  const encodings: readonly ContentEncoding[] = isFile ? ["identity"] : accepted;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isConditional = request.headers.has("if-none-match") || request.headers.has("if-modified-since");
  const isPublic = isRead && answer.public && !answer.once && !request.headers.has("authorization") && !bySession;
  const lastModified = answer.lastModified && new Date(Math.min(answer.lastModified.getTime(), Date.now()));

  const citation = format === "json" && readFlag(target.parameters, "cite") ? citationOf(answer, requested) : undefined;
  const shape: BodyShape = { format, callback, pretty, bom, citation };
  const identity = identifyBody(answer, shape, requested);
  const tag = (encoding: ContentEncoding): string => entityTag(identity, encoding);
  const isKept = isRead && !answer.once;
  // An answer whose links name the host that a client wrote must not be kept for others.
  const lasts = answer.lasts && format !== "html" && (requested.isOwnOrigin || answer.withoutLinks === true);
  const keptForEver = isPublic && lasts === true;
  const ofLanguage = languageOfAnswer(format, requested, keptForEver);
  const caching = (etag: string): Headers[number][] => [
    ["Cache-Control", keptForEver ? FOR_EVER : cachePolicy(isPublic)],
    ...(isKept ? ([["ETag", etag]] satisfies Headers) : []),
    ...(isKept && lastModified ? ([["Last-Modified", lastModified.toUTCString()]] satisfies Headers) : []),
  ];

  if (isKept && isConditional) {
    const held = findHeld(answer, request, encodings, tag);
    // A cache takes the headers of what it keeps from this reply, so it has those that say whom it is for.
    const kept = [...caching(held ?? ""), ...ofLanguage];
    if (held !== undefined) return { status: 304, headers: kept, body: null, forOneBrowser: bySession };
  }

  const make = async (): Promise<CachedResponse> => {
    const wanted = { ...shape, encodings };
    const computed =
      (await makeElsewhere(answer, wanted, requested)) ??
      (await computeBody(answer, wanted, requested.responseCache.writers));
    return { ...computed, etag: tag(computed.encoding) };
  };
  const key = `${encodings.join()} ${identity}`;

  const isWhole = isFile && !bom && !pretty && callback === undefined && citation === undefined;
  // Somebody who wants all of a long file need not wait until it is measured.
  const mayWait = request.method === "HEAD" || request.headers.has("range");
  const facts = isWhole ? await findFacts(answer, requested, mayWait) : null;
  const isHead = facts !== null && request.method === "HEAD";
  const range = facts && requestedRange(request, tag("identity"), facts.bytes);
  if (facts && range === "unsatisfiable") {
    return { ...refusePart(caching(tag("identity")), facts.bytes), forOneBrowser: bySession };
  }

  const { body, encoding, etag, nextPage, filename, warnings } = isHead
    ? ({ ...EMPTY_FILE, filename: answer.filename, etag: tag("identity") } as const)
    : await (isPublic ? requested.responseCache.take(key, make) : make());

  const nextUrl = nextPage === undefined ? undefined : pageUrl(origin, target.path, target.pairs, nextPage);
  const links = [
    ...(nextUrl === undefined ? [] : [`<${nextUrl}>; rel="next"`]),
    ...(isPublic && answer.cited ? linkVersions(requested, answer.cited) : []),
  ];
  const headers = [...caching(etag), ...headersOfBody(answer, shape, { encoding, filename, warnings }, links)];
  if (facts) headers.push(...fileHeaders(facts));
  else if (isWhole) headers.push(["Accept-Ranges", "bytes"]);
  const { holds } = answer;
  const reply: HttpReply = {
    status: 200,
    headers: [...headers, ...ofLanguage, ...policyOf(format, answer.framed)],
    body,
    length: facts?.bytes,
    forOneBrowser: bySession,
    about: answer.effort && { route: "", user: null, cached: false, effort: answer.effort },
    again: isPublic && holds && !isFile && Buffer.isBuffer(body) ? { key, holds } : undefined,
  };
  return facts && range && range !== "unsatisfiable" ? replyPart(reply, range, facts.bytes) : reply;
}

/** Find the tag that a client has and that is still right; `undefined` for none. */
function findHeld(
  answer: Answer,
  request: HttpRequest,
  encodings: readonly ContentEncoding[],
  tag: (encoding: ContentEncoding) => string,
): string | undefined {
  // Before the body is computed, it is unknown whether it is large enough to be compressed.
  const possible = encodings.filter((encoding, i) => i === 0 || encoding === "identity");
  return findUnmodified(request.headers, possible.map(tag), answer.lastModified);
}

/** Reply to a request for a part that a file does not have. */
function refusePart(headers: Headers, bytes: number): Pick<HttpReply, "status" | "headers" | "body"> {
  return { status: 416, headers: [...headers, ["Content-Range", `bytes */${bytes}`]], body: Buffer.alloc(0) };
}

/** How a body is written, beside its encoding. */
type BodyShape = Omit<BodyRequest, "encodings">;

/** Identify a body by everything that it depends on, except its encoding. */
function identifyBody(
  answer: Answer,
  { format, callback, pretty, bom, citation }: BodyShape,
  requested: ReplyContext,
): string {
  const { version, origin, target, language, bySession, actor } = requested;
  const ofJson = IN_LANGUAGES.has(format) ? undefined : answer.canonicalOfJson;
  return identify(
    JSON.stringify([
      [version, answer.version, answer.canonical, origin, target.path],
      [
        format,
        callback,
        pretty,
        IN_LANGUAGES.has(format) ? language : null,
        ...(ofJson === undefined ? [] : [ofJson]),
        ...(citation === undefined ? [] : [{ citation }]),
      ],
      answer.public && !bySession ? null : actor,
      ...(bom ? ["bom"] : []),
    ]),
  );
}

/** Return the headers that describe a body. */
function headersOfBody(
  { location }: Answer,
  { format, callback }: BodyShape,
  { encoding, filename, warnings }: Pick<CachedResponse, "encoding" | "filename" | "warnings">,
  links: readonly string[],
): Headers {
  const link = joinLinks(links);
  return [
    ["Content-Type", callback === undefined ? FORMATS[format].type : SCRIPT_TYPE],
    ...(location === undefined ? [] : [["Location", location] as const]),
    ...(encoding === "identity" ? [] : [["Content-Encoding", encoding] as const]),
    ...(filename === undefined ? [] : [["Content-Disposition", attachment(filename)] as const]),
    ...(link === "" ? [] : [["Link", link] as const]),
    ...(warnings.length > 0 ? [["Spendcube-Warnings", printWarnings(warnings)] as const] : []),
  ];
}

/**
 * Return the length and the digest of a file; `null` if they are not known in time: it is then sent without them, and
 * they are kept for the next request.
 */
async function findFacts(
  answer: Answer,
  { executor, call, request }: ReplyContext,
  mayWait: boolean,
): Promise<FileFacts | null> {
  const known = await answer.measured?.();
  if (known) return known;
  if (!mayWait && (answer.estimate?.() ?? 0) > MEASURED_FIRST) return null;
  try {
    const elsewhere = executor && call ? await executor.measure(call, answer, request.cancel) : null;
    return elsewhere ?? (await answer.measure!());
  } catch (error) {
    // A body that has digits of its own in it cannot be sent without.
    if (!(error instanceof OverCapacity) || answer.formats.json) throw error;
    return null;
  }
}

/** Write the citation of an answer as JSON; `undefined` if it is about no version, or about several. */
function citationOf({ cited, hasCitation = false }: Answer, requested: ReplyContext): string | undefined {
  const url = cited && !hasCitation ? versionUrl(requested, cited, cited.number) : null;
  return url === null ? undefined : JSON.stringify(describeCitation(cited!, url));
}

/**
 * Return the headers of the language of an answer, if it has one.
 * @param keptForEver true if caches give it to others without asking whether it is right: it then names the cookie of the
 * menu, too, whether this reader has one or not
 */
function languageOfAnswer(format: Format, { language, chosenBy }: ReplyContext, keptForEver: boolean): Headers {
  if (!IN_LANGUAGES.has(format)) return [];
  const isOfReader = chosenBy.length > 0;
  return languageHeaders(language, isOfReader && keptForEver ? ["Accept-Language", "Cookie"] : chosenBy);
}

function policyOf(format: Format, framed: boolean | undefined): Headers {
  if (format === "svg") return PICTURE_POLICY;
  return format === "html" ? (framed ? FRAMED_POLICY : HTML_POLICY) : [];
}

function makeElsewhere(
  answer: Answer,
  wanted: BodyRequest,
  { executor, call, request }: ReplyContext,
): ReturnType<BodyExecutor["make"]> {
  return executor && call && executor.make(call, answer, wanted, request.cancel);
}
