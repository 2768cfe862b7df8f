import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { clientAddress, readForwarded } from "./client-address.js";
import type { HttpRequest, RequestHead } from "../message/message.js";

const HOST = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
/** Names and addresses of the own machine, with or without a port. */
const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

export interface OriginSettings {
  /** Prefix of every absolute link; by default the origin that the client used. */
  readonly baseUrl: string | undefined;
  /** Number of chained trusted proxies; with any, `X-Forwarded-Proto`, `-Host` and `-For` are believed. */
  readonly proxies: number;
  /** Host and port for a request without a `Host` header. */
  readonly address: string;
}

/** The client of a request, and the origin that it used. */
export interface Caller {
  readonly origin: string;
  /** True if the origin is known to be this server, not only what the client wrote. */
  readonly isOwnOrigin: boolean;
  readonly secure: boolean;
  readonly remoteAddress: string;
  /** True if a server for programs on its own machine was called by a name that is not of this machine. */
  readonly isRebound: boolean;
}

/** Find out the client of a request and the origin it used. @throws InvalidQuery when the host is malformed */
export function identifyCaller(request: HttpRequest, settings: OriginSettings): Caller {
  const { proxies, baseUrl, address } = settings;
  const secure = isSecure(request, proxies);
  const host = baseUrl === undefined ? hostOf() : null;
  const isLocal = host !== null && proxies === 0 && LOOPBACK.test(address);
  return {
    origin: baseUrl?.replace(/\/+$/, "") ?? `${secure ? "https" : "http"}://${host}`,
    isOwnOrigin: host === null || host === address || LOOPBACK.test(host),
    secure,
    remoteAddress: clientAddress(request, request.remoteAddress, proxies),
    isRebound: isLocal && !LOOPBACK.test(host),
  };

  function hostOf(): string {
    const { headers } = request;
    const host = readForwarded(headers, "host", proxies) ?? (headers.get("host") || settings.address);
    if (HOST.test(host)) return host;
    throw new InvalidQuery(errorText("not_a_host", { host: JSON.stringify(host) }));
  }
}

/**
 * Return true if a request came by HTTPS: to this server or, according to a trusted proxy, to that proxy.
 * @param proxies number of trusted proxies
 */
export function isSecure(request: Pick<RequestHead, "headers" | "secure">, proxies: number): boolean {
  const protocol = readForwarded(request.headers, "proto", proxies)?.toLowerCase();
  return protocol === "https" || (protocol !== "http" && request.secure);
}
