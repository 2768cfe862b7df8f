import { type Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { Conflict } from "../../core/errors/errors.js";
import { explainUnreached } from "./explain-unreached.js";

/** The answer to a message. */
export interface PostedReply {
  readonly status: number;
  readonly body: string;
}

/** Headers and connections of messages to one server. */
export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

/** Send JSON. @throws Conflict if the server cannot be reached, or the system's error */
export async function postMessage(
  url: URL,
  message: string,
  { headers, agent, signal }: PostOptions,
): Promise<PostedReply> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const body = Buffer.from(message);
  const own = {
    "content-type": "application/json",
    "content-length": String(body.length),
    accept: "application/json, text/event-stream",
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, { method: "POST", headers: { ...own, ...headers }, agent, signal });
    request.once("response", resolve);
    request.once("error", (error: NodeJS.ErrnoException) => {
      const explained = explainUnreached(url, error);
      reject(explained === null ? error : new Conflict(explained, { cause: error }));
    });
    request.end(body);
  });
  const { location } = response.headers;
  if (location !== undefined) {
    response.destroy();
    throw new Conflict(`${url.origin} redirects to ${location}; give the address behind that with --server`);
  }
  return { status: response.statusCode!, body: await text(response) };
}
