import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { ConnectionBounds } from "./bounds.js";
import { type FetchPolicy, resolveHost } from "./resolve-host.js";
import { within } from "./timeout.js";

export interface RequestOptions extends FetchPolicy {
  readonly bounds: ConnectionBounds;
  /** Headers in addition to those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const HEADERS = { accept: "text/csv, */*;q=0.5", "accept-encoding": "identity", "user-agent": "spendcube" };

/** Milliseconds after which the next address of a host is tried; Node's default of 250 ms is too short. */
const TRYING = { autoSelectFamilyAttemptTimeout: 3_000 };

/**
 * Request one URL, without following redirects and without a proxy.
 * @returns the response with its body unread; reading fails after the idle timeout. A response that switches protocols
 * has no body
 * @throws RefusedAddress, and errors of connecting
 */
export async function requestUrl(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { bounds, signal } = options;
  const began = performance.now();
  const late = `no connection within ${bounds.connectMs / 1000} s`;
  const addresses = await within(bounds.connectMs, late, resolveHost(url, options));
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      // Open a new connection: the time limit and the address check apply to connecting.
      agent: false,
      lookup: lookupAmong(addresses),
      ...TRYING,
      headers: { ...HEADERS, ...options.headers },
      signal,
    });
    let answer: IncomingMessage | null = null;
    // Destroy the response, if there is one: its reader would not get the reason from the request.
    const giveUp = (reason: Error): unknown => (answer ?? request).destroy(reason);
    request.on("error", (error) => {
      reject(error);
      answer?.destroy(error);
    });
    limitConnecting(request, url, bounds.connectMs - (performance.now() - began), late);
    limitIdleTime(request, bounds.idleTimeoutMs, giveUp);
    request.once("response", (response) => {
      answer = response;
      resolve(response);
    });
    request.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    // Whatever else ends the request: once there is a response or an error, this changes nothing.
    request.once("close", () => reject(new Error("the server closed the connection without an answer")));
    request.end();
  });
}

function limitConnecting(request: ClientRequest, url: URL, milliseconds: number, message: string): void {
  const timer = setTimeout(() => request.destroy(new Error(message)), milliseconds);
  request.once("socket", (socket) => {
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(timer));
  });
  request.once("close", () => clearTimeout(timer));
}

/** Limit idle time, and the time until the response begins: a server may send 1xx responses or single bytes forever. */
function limitIdleTime(request: ClientRequest, milliseconds: number, giveUp: (reason: Error) => unknown): void {
  const onIdle = (): unknown => giveUp(new Error(`nothing was received for ${milliseconds / 1000} s`));
  const timer = setTimeout(onIdle, milliseconds);
  request.setTimeout(milliseconds, onIdle);
  for (const event of ["response", "close"]) request.once(event, () => clearTimeout(timer));
}

/** Return a resolver that only knows these addresses, so that the connection uses an address that was checked. */
function lookupAmong(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0];
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error("the host has no address"), "", 0);
  };
}
