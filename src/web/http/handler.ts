import { phraseText } from "../../core/errors/phrase-text.js";
import { errorText } from "../../core/errors/error-text.js";
import { cutOffReason, InvalidQuery, NotFound, Unauthenticated, UserError } from "../../core/errors/errors.js";
import { askToSignIn } from "./session/ask-to-sign-in.js";
import { readCookie } from "./request/cookie.js";
import { nextPath } from "./session/next-path.js";
import { replyPage } from "./reply/page-reply.js";
import type { PageFrame } from "../pages/parts/page-frame.js";
import { readStaticFiles } from "../pages/parts/static-files.js";
import { callRoute, type RequestFacts } from "./call-route.js";
import { withinTime } from "./server/deadline.js";
import { framingError } from "./server/framing.js";
import { type ServerLoad, LoadShedder } from "./server/load-shedder.js";
import type { HandlerSettings } from "./handler-settings.js";
import { COMMON, CROSS_ORIGIN, FOR_ONE_BROWSER, HTTPS_ONLY, preflightHeaders } from "./reply/headers.js";
import { refillForm } from "./refill-form.js";
import { pinVersion } from "./pin-version.js";
import { clientOf } from "../../access/client.js";
import { clientAddress } from "./request/client-address.js";
import { limitRate } from "./request/limit-rate.js";
import type { AboutReply, CutOff, Headers, HttpReply, HttpRequest, Logger, RequestHead } from "./message/message.js";
import { DEFAULT_LANGUAGE } from "../words/languages.js";
import { identifyCaller, isSecure } from "./request/origin.js";
import { extraHeaders, problemStyle, type ProblemStyle, replyProblem } from "./reply/problem.js";
import { MethodNotAllowed, statusOf } from "./message/refusals.js";
import type { Route } from "./message/route.js";
import { nearestPath } from "./routes/nearest-path.js";
import { createRouter, type Router } from "./routes/router.js";
import { readTarget, type RequestTarget } from "./request/target.js";
import { watchStream } from "./server/watch-stream.js";
import { cacheKeyOf } from "./server/cache-key.js";
import type { Handler } from "./server/request-handler.js";

/** Create the handler that answers requests by a table of routes. It does not depend on the server. */
export function createHandler(settings: HandlerSettings): Handler {
  const findRoutes = createRouter(settings.routes);
  // Error pages use the path only: the `Host` header may be what is wrong.
  const frame = {
    origin: settings.baseUrl?.replace(/\/+$/, "") ?? "http://localhost",
    files: frameOf(settings),
  };
  const { responseCache, load } = settings;
  const sharedForms = new Set(settings.routes.filter(isSharedForm).map(({ path }) => path));
  return {
    watch: settings.watch,
    loadShedder: load && createLoadShedder(load, settings, frame),
    clientOf: (head, remoteAddress) => clientOf(clientAddress(head, remoteAddress, settings.proxies)),
    recall(head, client) {
      const cacheKey = cacheKeyOf(head);
      const known = cacheKey === undefined ? undefined : responseCache.recall(cacheKey);
      // A client above the rate limit is refused by `answer`.
      return known && mayAsk(head, client, settings) ? known : undefined;
    },
    async answer(request) {
      let style: ProblemStyle = { frame, callback: undefined, ...problemStyle(request) };
      let reply: HttpReply;
      const seen: RequestFacts = { route: "", user: null, cached: false, effort: undefined };
      let cutOff: CutOff | undefined;
      try {
        const unframed = framingError(request);
        if (unframed !== null) throw new InvalidQuery(unframed);
        const target = await readRequestTarget(request, settings);
        style = { ...style, callback: target.callback };
        if (settings.rate) limitRate(settings.rate, request, request.remoteAddress, settings);
        reply = await dispatch(request, target, findRoutes, settings, frame.files, seen);
      } catch (error) {
        cutOff = describeCutOff(error, request.cancel);
        style = { ...style, user: userOfBrowser(request, style, settings) };
        reply =
          offerSignIn(error, request, style, settings) ??
          refillForm(error, style) ??
          refuse(error, request, style, settings.logger);
      }
      const effort = cutOff ? seen.effort : reply.about?.effort;
      const isShared = isReadable(request) || sharedForms.has(seen.route || request.path);
      const finished = finish(reply, { ...seen, effort, cutOff }, request, settings, isShared);
      const cacheKey = cacheKeyOf(request);
      if (cacheKey !== undefined) responseCache.remember(cacheKey, finished);
      return finished;
    },
  };
}

/** Return the files of error pages, and the functions that draw forms of features with their errors. */
function frameOf({ routes, site }: Pick<HandlerSettings, "routes" | "site">): PageFrame {
  const drawings = Object.assign({}, ...routes.map(({ drawings: own }) => own)) as PageFrame["drawings"];
  return { ...readStaticFiles(site), ...(drawings && { drawings }) };
}

/** Decode the URL and parameters of a request. A wrong key is reported before errors of the URL. */
async function readRequestTarget(
  request: HttpRequest,
  { limits, authenticate }: HandlerSettings,
): Promise<RequestTarget> {
  try {
    return readTarget(request, limits.headerBytes);
  } catch (error) {
    await authenticate(request.headers.get("authorization"));
    throw error;
  }
}

/** Create the load shedder, with its replies built in advance. */
function createLoadShedder(
  load: ServerLoad,
  { routes, logger, encrypts }: HandlerSettings,
  frame: ProblemStyle["frame"],
): LoadShedder {
  const refusal = replyProblem(
    load.refusal,
    { format: "json", sought: "", frame, language: DEFAULT_LANGUAGE },
    logger,
    "",
  );
  const paths = routes.filter(({ heavy }) => heavy).map(({ path }) => path);
  const refusals = paths.map((path): [string, HttpReply] => {
    const headers = dress(refusal, isReadable({ method: "GET", path }), encrypts);
    return [path, { ...refusal, headers, about: { route: path, user: null, cached: false } }];
  });
  return new LoadShedder(load, new Map(refusals));
}

function mayAsk(head: RequestHead, client: Pick<HttpRequest, "remoteAddress">, settings: HandlerSettings): boolean {
  if (!settings.rate) return true;
  try {
    limitRate(settings.rate, head, client.remoteAddress, settings);
    return true;
  } catch {
    return false;
  }
}

/** Find the route of a request and call it within the time limit. */
async function dispatch(
  request: HttpRequest,
  target: RequestTarget,
  findRoutes: Router,
  settings: HandlerSettings,
  files: PageFrame,
  seen: RequestFacts,
): Promise<HttpReply> {
  const match = findRoutes(target.path);
  // No dataset is called "api": a mistyped call must not be taken for a resource of a dataset.
  const isLost = !match || (target.path[0] === "api" && !match.routes[0]!.path.startsWith("/api"));
  if (!isLost) seen.route = match.routes[0]!.path;
  if (isLost) {
    const near = nearestPath(
      settings.routes.map(({ path }) => path),
      target.path,
    );
    throw new NotFound(
      errorText("nothing_here", {
        path: request.path,
        remedy: near === undefined ? "" : phraseText("did_you_mean", { names: near }),
      }),
      near === undefined ? {} : { near: [{ label: near, path: near }] },
    );
  }
  if (request.method === "OPTIONS") {
    const requested = request.headers.get("access-control-request-headers");
    return replyPreflight(methodsOf(match.routes), preflightHeaders(requested));
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = match.routes.find((each) => each.method === method);
  if (!route) throw new MethodNotAllowed(request.method, methodsOf(match.routes));
  const call = (): Promise<HttpReply> => callRoute(request, target, match, route, settings, files, seen);
  // Changes pin what they need themselves: an upload may take hours.
  const reads = (method === "GET" || route.pins) && settings.beginReading;
  const reply = reads ? pinVersion(reads(), call) : call();
  if (route.patient) return reply;
  return withinTime(settings.limits.computationMs, reply, () => request.cancel.abort());
}

function methodsOf(routes: readonly Route[]): readonly string[] {
  return [...routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

function replyPreflight(methods: readonly string[], allowed: Headers): HttpReply {
  const list = methods.join(", ");
  return { status: 204, headers: [["Allow", list], ["Access-Control-Allow-Methods", list], ...allowed], body: null };
}

/** Return the sign-in form for a browser that is refused because it is not signed in; `undefined` for other errors. */
function offerSignIn(
  error: unknown,
  request: HttpRequest,
  { format, frame, language, user }: ProblemStyle,
  { signIn, ...origins }: HandlerSettings,
): HttpReply | undefined {
  const isOffered = error instanceof Unauthenticated && format === "html" && !request.headers.has("authorization");
  // Signing in again would change nothing.
  if (!isOffered || !signIn || typeof user === "string") return undefined;
  const header = { cookie: request.headers.get("cookie"), secure: isSecure(request, origins.proxies) };
  try {
    const caller = identifyCaller(request, origins);
    const { method, path, query } = request;
    const requested = method === "GET" || method === "HEAD" ? `${path}${query === "" ? "" : `?${query}`}` : undefined;
    const why = { status: statusOf(error), errors: error.errors, next: nextPath(requested) };
    const page = askToSignIn(signIn, { ...caller, ...header }, why);
    return replyPage(page, { language, chosenBy: ["Accept-Language"], files: frame.files }, extraHeaders(error));
  } catch {
    // Without a valid host the form would have no address to be sent to.
    return undefined;
  }
}

/** Return the name of the user whose browser an error page is for; `null` for none. */
function userOfBrowser(
  request: HttpRequest,
  { format }: ProblemStyle,
  { signIn, proxies }: HandlerSettings,
): string | null {
  if (!signIn || format !== "html" || request.headers.has("authorization")) return null;
  const header = { cookie: request.headers.get("cookie"), secure: isSecure(request, proxies) };
  return signIn.sessions.find(readCookie(header))?.name ?? null;
}

/** Describe how the computation of a request ended; `undefined` if no limit ended it. */
function describeCutOff(error: unknown, { aborted, usage }: HttpRequest["cancel"]): CutOff | undefined {
  const reason = cutOffReason(error) ?? (aborted ? "cancelled" : undefined);
  return reason && { reason, computed: usage.computed };
}

function refuse(error: unknown, { cancel, id }: HttpRequest, style: ProblemStyle, logger: Logger): HttpReply {
  // Work that fails after its request was cancelled is not a bug.
  const isAbandoned = cancel.aborted && !(error instanceof UserError);
  return isAbandoned ? { status: 503, headers: [], body: null } : replyProblem(error, style, logger, id);
}

function finish(
  reply: HttpReply,
  about: AboutReply,
  request: HttpRequest,
  { logger, encrypts }: HandlerSettings,
  isShared: boolean,
): HttpReply {
  const { status, body, length, forOneBrowser = false, again } = reply;
  return {
    status,
    length,
    forOneBrowser,
    again,
    about,
    headers: dress(reply, isShared, encrypts),
    body: body === null || Buffer.isBuffer(body) ? body : watchStream(body, logger, () => request.cancel.aborted),
  };
}

/** Return all headers of a reply. @param isReadable true if scripts of other origins may read it */
function dress({ headers, forOneBrowser = false }: HttpReply, isReadable: boolean, encrypts: boolean): Headers {
  const isShared = isReadable && !forOneBrowser;
  const always = encrypts ? [...COMMON, ...HTTPS_ONLY] : COMMON;
  const all = [...headers, ...always, ...(forOneBrowser ? FOR_ONE_BROWSER : []), ...(isShared ? CROSS_ORIGIN : [])];
  return all.map(withoutControls);
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;

/** Replace control characters, so that no value can begin another header. */
function withoutControls(header: Headers[number]): Headers[number] {
  const [name, value] = header;
  return CONTROL.test(value) ? [name, value.replace(new RegExp(CONTROL, "g"), " ")] : header;
}

/** True for a form that scripts of other origins may send. */
function isSharedForm({ method, isForAllSites = false }: Route): boolean {
  return method === "POST" && isForAllSites;
}

/** Return true if scripts of other origins may read the reply: all but replies to forms. */
function isReadable({ method, path }: Pick<HttpRequest, "method" | "path">): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" || path.startsWith("/api/");
}
