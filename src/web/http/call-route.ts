import { errorText } from "../../core/errors/error-text.js";
import { recognise } from "./session/recognise.js";
import type { HandlerSettings } from "./handler-settings.js";
import type { Actor } from "../../access/actor.js";
import { clientOf } from "../../access/client.js";
import type { Answer, Redirect } from "../../calls/answer.js";
import type { Format } from "../../calls/formats.js";
import type { PageFrame } from "../pages/parts/page-frame.js";
import { checkCallback } from "./request/jsonp.js";
import { type ChosenLanguage, languageOfRequest } from "./request/language.js";
import type { AboutReply, HttpReply, HttpRequest } from "./message/message.js";
import { identifyCaller } from "./request/origin.js";
import { describeCall, readWithin } from "./read-within.js";
import { replyOutcome } from "./reply/outcome-reply.js";
import { findFormat, readFormatRequest } from "./request/representations.js";
import { readCookie } from "./request/cookie.js";
import { listVersionNames, withVersionNames } from "./reply/version-names.js";
import type { CallInput, Route } from "./message/route.js";
import type { Match } from "./routes/router.js";
import type { RequestTarget } from "./request/target.js";
import { PayloadTooLarge } from "./message/refusals.js";

/** Facts about a request that become known while it is answered. */
export interface RequestFacts {
  /** Template of its path; empty until a route matches. */
  route: string;
  user: string | null;
  readonly cached: boolean;
  /** Cost of the answer, even if it is cut off. */
  effort: AboutReply["effort"];
}

/** Authenticate the caller, then make the call of a route. */
export async function callRoute(
  request: HttpRequest,
  target: RequestTarget,
  match: Match,
  route: Route,
  settings: HandlerSettings,
  files: PageFrame,
  seen: RequestFacts,
): Promise<HttpReply> {
  const { authenticate, signIn, version, responseCache, executor, ...origins } = settings;
  const actor = await authenticate(request.headers.get("authorization"));
  seen.user = actor.name;
  const caller = identifyCaller(request, origins);
  request.cancel.client = actor.id ?? clientOf(caller.remoteAddress);
  const inputs = planInputs({ request, target, route, settings, seen, actor, caller });
  const { segments, suffix, moved } = await settlePath(match, route, target, settings, inputs);
  const format = inputs.formatFor(suffix);
  // Reads report missing permissions before an invalid callback. Changes check the callback first: they must not be made
  // for an answer that cannot be sent.
  const callback = target.parameters.get("callback");
  if (route.method !== "GET") checkCallback(callback);
  const input = inputs.inputFor(segments, format);
  const call = route.readsOnly ? describeCall(route, input) : null;
  // Routes that only read give nothing else.
  const callHere = async () => (await route.call(input)) as Answer | Redirect;
  const outcome =
    moved === null
      ? await ((call && executor?.bind(call, input.cancel, callHere)) ?? route.call(input))
      : { redirect: moved };
  if ("effort" in outcome) seen.effort = outcome.effort;
  checkCallback(callback);
  const browser = inputs.browserFor(format);
  if (browser) seen.user = browser.name;
  const session = "shown" in outcome ? readCookie({ cookie: input.cookie, secure: caller.secure }) : undefined;
  const user = (session === undefined ? undefined : signIn?.sessions.find(session)?.name) ?? null;
  const requested = {
    request,
    target,
    template: route.path,
    actor: browser ?? actor,
    bySession: browser !== null,
    user,
  };
  const reply = await replyOutcome(outcome, route, suffix, {
    origin: caller.origin,
    isOwnOrigin: caller.isOwnOrigin,
    ...inputs.chosen,
    version,
    responseCache,
    executor: executor ?? null,
    call,
    files,
    ...requested,
  });
  // Calls within a message are what it costs.
  return "message" in outcome ? { ...reply, about: { ...seen } } : reply;
}

/** A request with its route and its caller. */
interface RouteRequest {
  readonly request: HttpRequest;
  readonly target: RequestTarget;
  readonly route: Route;
  readonly settings: HandlerSettings;
  readonly seen: RequestFacts;
  /** The user of the API key. */
  readonly actor: Actor;
  readonly caller: ReturnType<typeof identifyCaller>;
}

/** Functions of a request, for when its segments and its suffix are known. */
interface RouteInputs {
  readonly formatFor: (suffix: Format | undefined) => Format | undefined;
  /** Return the user of the browser session, if pages of this format know one. */
  readonly browserFor: (format: Format | undefined) => Actor | null;
  readonly inputFor: (segments: ReadonlyMap<string, string>, format: Format | undefined) => CallInput;
  readonly actor: Actor;
  readonly caller: RouteRequest["caller"];
  readonly chosen: ChosenLanguage;
}

function planInputs({ request, target, route, settings, seen, actor, caller }: RouteRequest): RouteInputs {
  const { signIn, limits } = settings;
  const { headers } = request;
  const chosen = languageOfRequest(headers, target.parameters.get("lang"), route.isInOwnLanguage);
  const browserFor = (format: Format | undefined): Actor | null =>
    signIn ? recognise(signIn, request, caller.secure, target, route, format) : null;
  return {
    actor,
    caller,
    chosen,
    browserFor,
    formatFor: (suffix) => findFormat(route.formats, readFormatRequest(route, suffix, target, request)),
    inputFor: (segments, format) => {
      const browser = browserFor(format);
      const input: CallInput = {
        read: (call) => readWithin(settings, input, call, seen),
        parameters: target.parameters,
        pairs: target.pairs,
        segments,
        actor: browser ?? actor,
        user: browser?.name ?? null,
        format,
        cookie: headers.get("cookie"),
        site: headers.get("origin"),
        referer: headers.get("referer"),
        protocolVersion: headers.get("mcp-protocol-version"),
        language: chosen.language,
        cancel: request.cancel,
        contentType: headers.get("content-type"),
        bodyBytes: limits.bodyBytes,
        body: (bytes = 0) => readBody(request.body, Math.max(bytes, limits.bodyBytes)),
        upload: request.body,
        ...caller,
      };
      return input;
    },
  };
}

/** Segments of a path and its suffix, and where the request goes that names a version by a day. */
interface SettledPath {
  readonly segments: ReadonlyMap<string, string>;
  readonly suffix: Format | undefined;
  /** `null` if the request stays. */
  readonly moved: string | null;
}

/** Open the versions that a request names, and find out whether its last segment ends in a suffix. */
async function settlePath(
  match: Match,
  route: Route,
  target: RequestTarget,
  settings: HandlerSettings,
  { formatFor, browserFor, inputFor, actor, caller }: RouteInputs,
): Promise<SettledPath> {
  const { segments, suffix, whole, ambiguous } = match;
  const named = route.method === "GET" ? listVersionNames(target, whole.get("dataset")) : [];
  const names = [...named, ...(route.listVersions?.(inputFor(segments, formatFor(suffix))) ?? [])];
  const reader = names.length > 0 ? (browserFor(formatFor(suffix)) ?? actor) : actor;
  const numbered = names.length > 0 ? await settings.openVersions?.(reader, names) : undefined;
  const moved = numbered && numbered.size > 0 ? withVersionNames(caller.origin, target, route.path, numbered) : null;
  const isName =
    moved === null && ambiguous && (await route.isWholeName?.(inputFor(whole, formatFor(undefined)))) === true;
  return isName ? { segments: whole, suffix: undefined, moved } : { segments, suffix, moved };
}

/** Read a whole body into memory. @throws PayloadTooLarge beyond `limit` bytes */
async function readBody(pieces: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > limit) throw new PayloadTooLarge(errorText("body_too_large", { bytes: limit }));
    parts.push(piece);
  }
  return Buffer.concat(parts);
}
