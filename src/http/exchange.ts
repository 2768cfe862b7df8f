import type { Actor } from "../access/actor.js";
import type { Form } from "../api/answer.js";
import { NotFound, UserError } from "../errors/errors.js";
import { type Parameters, parameters as collectParameters } from "../query/parameters.js";
import { withinSeconds } from "./deadline.js";
import { decodePath, decodeQuery } from "./decode.js";
import { COMMON, CROSS_ORIGIN, PREFLIGHT } from "./headers.js";
import { checkCallback } from "./jsonp.js";
import type { Handler, HttpReply, HttpRequest, Logger } from "./message.js";
import { identifyCaller, type OriginSettings } from "./origin.js";
import { replyOutcome } from "./outcome-reply.js";
import { problemStyle, type ProblemStyle, replyProblem } from "./problem.js";
import { HeadersTooLarge, MethodNotAllowed, UriTooLong } from "./refusals.js";
import { chooseForm, orderForms, type Suffix } from "./representations.js";
import { readBody } from "./request-body.js";
import type { CallInput, Route } from "./route.js";
import { createRouter, type Match, type Router } from "./router.js";
import { watchStream } from "./watch-stream.js";

export type Authenticate = (authorization: string | undefined) => Actor | Promise<Actor>;

export interface Limits {
  /** Of a path with its query, and of all headers together. */
  readonly headBytes: number;
  readonly bodyBytes: number;
  /** Before the first byte of a reply. */
  readonly seconds: number;
}

export interface ExchangeSettings extends OriginSettings {
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly logger: Logger;
  readonly limits: Limits;
  /** Of the program. */
  readonly version: string;
}

/** Answer requests by a table of routes, whatever server brings them. The handler never rejects. */
export function createExchange(settings: ExchangeSettings): Handler {
  const findRoutes = createRouter(settings.routes);
  return async (request) => {
    const asked: { style: ProblemStyle } = { style: problemStyle(request) };
    const reply = await answer(request, asked, findRoutes, settings).catch((error: unknown) =>
      refuse(error, request, asked.style, settings.logger),
    );
    const { body } = reply;
    const isStream = body !== null && !Buffer.isBuffer(body);
    return {
      ...reply,
      headers: [...reply.headers, ...COMMON, ...(isReadable(request) ? CROSS_ORIGIN : [])],
      body: isStream ? watchStream(body, settings.logger, () => request.cancel.signal.aborted) : body,
    };
  };
}

/** Scripts of other origins read everything but what pages do with forms. */
function isReadable({ method, path }: HttpRequest): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" || path.startsWith("/api/");
}
