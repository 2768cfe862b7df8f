import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { ConnectionBounds } from "./bounds.js";
import { type FetchPolicy, resolveHost } from "./resolve-host.js";
import { within } from "./timeout.js";

export interface RequestOptions extends FetchPolicy {
  readonly bounds: ConnectionBounds;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const HEADERS = { accept: "text/csv, */*;q=0.5", "accept-encoding": "identity", "user-agent": "spendcube" };

/** Where a host has several addresses, how long each is tried before the next; Node's own 250 ms are short. */
const TRYING = { autoSelectFamilyAttemptTimeout: 3_000 };

/**
 * Ask for one URL, following nothing and through no proxy.
 * @returns the answer, its body unread; the body fails when the server falls silent
 * @throws RefusedAddress, and what connecting throws
 */
export async function requestUrl(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { bounds, signal } = options;
  const began = performance.now();
  const late = `no connection within ${bounds.connectMs / 1000} s`;
  const addresses = await within(bounds.connectMs, late, resolveHost(url, options));
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      // An own connection: one that is kept alive would tell nothing about connecting.
      agent: false,
      lookup: lookupAmong(addresses),
      ...TRYING,
      headers: { ...HEADERS, ...options.headers },
      signal,
    });
    let answer: IncomingMessage | null = null;
    // Destroying the request would tell whoever reads the answer no reason.
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

/** An answer that only ever announces itself (1xx) or sends its headers byte by byte is none. */
function limitIdleTime(request: ClientRequest, milliseconds: number, giveUp: (reason: Error) => unknown): void {
  const silent = (): unknown => giveUp(new Error(`nothing came for ${milliseconds / 1000} s`));
  const timer = setTimeout(silent, milliseconds);
  request.setTimeout(milliseconds, silent);
  for (const event of ["response", "close"]) request.once(event, () => clearTimeout(timer));
}

/** A resolver that knows one host's addresses, so that the one connected to is one that was resolved before. */
function lookupAmong(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0];
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error("the host has no address"), "", 0);
  };
}
