import { errorText, readErrorCodes } from "../../../core/errors/error-text.js";
import {
  DamagedStore,
  ForeignStore,
  Gone,
  NotFound,
  EngineUnreachable,
  OverCapacity,
  TooManyAttempts,
  Unauthenticated,
  Unreadable,
  Unwritable,
  UserError,
} from "../../../core/errors/errors.js";
import type { Instead } from "../../pages/problem.js";
import { renderPage } from "../../pages/render.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import { FRAMED_POLICY, HTML_POLICY, languageHeaders } from "./headers.js";
import { SCRIPT_TYPE, wrapInCall } from "../request/jsonp.js";
import type { Headers, HttpReply, HttpRequest, Logger } from "../message/message.js";
import { MethodNotAllowed, statusOf } from "../message/refusals.js";
import { FORMATS } from "../../../calls/formats.js";
import { languageOfRequest } from "../request/language.js";
import { isSuffix, preferredType } from "../request/representations.js";

/** Format of an error answer. */
export interface ProblemStyle {
  readonly format: "json" | "html";
  /** True if JSON has a status and one message, too, which clients of `/api/3` read. */
  readonly hasStatus?: boolean;
  /** Function to wrap JSON in. */
  readonly callback?: string | undefined;
  /** True for the frame of a chart: other sites show its errors, too. */
  readonly isFramed?: boolean;
  /** Name of the user whose browser it is; `null` or absent for none. */
  readonly user?: string | null;
  /** Language of pages. */
  readonly language: string;
  /** Search words for a missing page, from its path. */
  readonly sought: string;
  /** Origin of links, and files of pages. */
  readonly frame: { readonly origin: string; readonly files: PageFrame };
}

/**
 * Choose the format of errors: JSON for programs, a page for browsers. `/api/*` and suffixes take precedence over
 * `Accept`.
 */
export function problemStyle({ path, query, headers }: HttpRequest): Omit<ProblemStyle, "frame" | "callback"> {
  const hasStatus = /^\/api\/3(?:\/|$)/.test(path);
  const isFramed = /^\/[^/]+\/embed(?:\.html)?$/.test(path);
  const sought = wordsOf(path);
  const { language } = languageOfRequest(headers, readLang(query), isFramed);
  return {
    format: problemForm(path, headers),
    sought,
    language,
    ...(hasStatus && { hasStatus }),
    ...(isFramed && { isFramed }),
  };
}

/** Read `lang` of a query, which may be wrong in every other way. */
function readLang(query: string): string | undefined {
  return /(?:^|&)lang=([\w-]+)(?:&|$)/.exec(query)?.[1];
}

function problemForm(path: string, headers: HttpRequest["headers"]): ProblemStyle["format"] {
  if (path.startsWith("/api/")) return "json";
  const suffix = path.slice(path.lastIndexOf(".") + 1);
  if (isSuffix(suffix, [])) return suffix === "html" ? "html" : "json";
  const preferred = preferredType(headers.get("accept"), [FORMATS.json.type, FORMATS.html.type]);
  return preferred === FORMATS.html.type ? "html" : "json";
}

/** Return the last segment of a path as search words. */
function wordsOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1))
      .replace(/\.html$/, "")
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim();
  } catch {
    return "";
  }
}

/** Reply with the errors. A bug is logged; its reply has only the request id, under which the log has the cause. */
export function replyProblem(error: unknown, style: ProblemStyle, logger: Logger, id: string): HttpReply {
  if (error instanceof DamagedStore || error instanceof ForeignStore) {
    logger.error({ err: error, request: id }, "a file of the data directory cannot be used");
  }
  if (error instanceof UserError) {
    const { near = [], above = null } = error instanceof NotFound ? error : {};
    const known = error instanceof Gone ? error.known : {};
    return describeProblem(statusOf(error), error.errors, style, extraHeaders(error), { near, above }, known);
  }
  logger.error({ err: error, request: id }, "a request failed");
  return describeProblem(500, [errorText("internal_error", { request: id })], style, []);
}

function describeProblem(
  status: number,
  errors: readonly string[],
  { format, hasStatus, isFramed = false, callback, frame, sought, language, user = null }: ProblemStyle,
  extra: Headers,
  instead: Instead = { near: [], above: null },
  known: Gone["known"] = {},
): HttpReply {
  const inFrame = isFramed && SHOWN_IN_FRAMES.has(status);
  const policy = inFrame ? FRAMED_POLICY : HTML_POLICY;
  const all = { errors, codes: readErrorCodes(errors), ...known };
  const [type, text] =
    format === "html"
      ? [
          FORMATS.html.type,
          renderPage(
            {
              kind: "problem",
              origin: frame.origin,
              status,
              errors,
              sought: status === 404 ? sought : null,
              ...instead,
            },
            language,
            frame.files,
            { user: inFrame ? null : user },
          ),
        ]
      : wrap(JSON.stringify(hasStatus ? { status: "error", message: errors.join("; "), ...all } : all), callback);
  return {
    status,
    headers: [
      ["Content-Type", type],
      ["Cache-Control", "no-store"],
      ...(format === "html" ? [...languageHeaders(language, ["Accept-Language"]), ...policy] : []),
      ...extra,
    ],
    body: Buffer.from(text),
  };
}

/** Errors that readers of a frame may see. Those about rights stay outside of frames, as the sign-in form does. */
const SHOWN_IN_FRAMES: ReadonlySet<number> = new Set([400, 404, 410, 503]);

function wrap(json: string, callback: string | undefined): readonly [type: string, text: string] {
  if (callback === undefined) return [FORMATS.json.type, json];
  const wrapper = wrapInCall(callback);
  return [SCRIPT_TYPE, wrapper.push(json) + wrapper.end()];
}

/** Return the headers that only some errors have. */
export function extraHeaders(error: UserError): Headers {
  const { location } = error;
  return [...headersOf(error), ...(location === undefined ? [] : [["Location", location] as const])];
}

function headersOf(error: UserError): Headers {
  if (error instanceof Unauthenticated) return [["WWW-Authenticate", "ApiKey"]];
  if (error instanceof MethodNotAllowed) return [["Allow", error.allowed.join(", ")]];
  if (error instanceof Unwritable || error instanceof Unreadable) return [["Retry-After", "60"]];
  if (error instanceof OverCapacity || error instanceof EngineUnreachable || error instanceof TooManyAttempts) {
    return [["Retry-After", String(error.retryAfter)]];
  }
  return [];
}
