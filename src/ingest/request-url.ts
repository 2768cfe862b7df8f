import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { resolveHost } from "./resolve-host.js";

export interface ConnectionBounds {
  readonly connectMs: number;
  /** How long nothing at all may come. */
  readonly silenceMs: number;
}

/**
 * Ask for one URL, following nothing.
 * @returns the answer, its body unread; the body fails when the server falls silent
 */
export async function requestUrl(url: URL, bounds: ConnectionBounds, signal?: AbortSignal): Promise<IncomingMessage> {
  const addresses = await resolveHost(url.hostname);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      // An own connection: one that is kept alive would tell nothing about connecting.
      agent: false,
      lookup: lookupAmong(addresses),
      headers: { accept: "text/csv, */*;q=0.5", "accept-encoding": "identity", "user-agent": "spendcube" },
      signal,
    });
    const connecting = setTimeout(() => {
      request.destroy(new Error(`no connection within ${bounds.connectMs / 1000} s`));
    }, bounds.connectMs);
    request.once("socket", (socket) => {
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(connecting));
    });
    request.once("close", () => clearTimeout(connecting));
    let answer: IncomingMessage | null = null;
    request.setTimeout(bounds.silenceMs, () => {
      // Destroying the request would tell whoever reads the answer no reason.
      (answer ?? request).destroy(new Error(`nothing came for ${bounds.silenceMs / 1000} s`));
    });
    request.on("error", reject);
    request.once("response", (response) => {
      answer = response;
      resolve(response);
    });
    request.end();
  });
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
