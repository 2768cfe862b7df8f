import { InvalidQuery } from "../../errors/errors.js";
import { clientAddress } from "./client-address.js";
import type { HttpRequest, RequestHead } from "../message/message.js";

const HOST = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

export interface OriginSettings {
  /** Prefix of every absolute link; by default what the client called the server. */
  readonly baseUrl: string | undefined;
  /** Trusted proxies, one behind the other: with any `X-Forwarded-Proto`, `-Host` and `-For` are their word. */
  readonly proxies: number;
  /** Host and port for a client that names none. */
  readonly address: string;
}

/** How the client reached the server. */
export interface Caller {
  readonly origin: string;
  readonly secure: boolean;
  readonly remoteAddress: string;
}

/** @throws InvalidQuery when the host is none */
export function identifyCaller(request: HttpRequest, settings: OriginSettings): Caller {
  const { proxies } = settings;
  const secure = isSecure(request, proxies);
  return {
    origin: settings.baseUrl?.replace(/\/+$/, "") ?? `${secure ? "https" : "http"}://${hostOf()}`,
    secure,
    remoteAddress: clientAddress(request, request.remoteAddress, proxies),
  };

  function hostOf(): string {
    const host =
      (proxies > 0 ? readForwarded(request, "host") : undefined) ?? (request.headers.get("host") || settings.address);
    if (HOST.test(host)) return host;
    throw new InvalidQuery(`Host: ${JSON.stringify(host)} is not the name or address of a server`);
  }
}

/**
 * Whether a request came by HTTPS: to this server, or, where a proxy is trusted, to the proxy by its word.
 * @param proxies trusted ones
 */
export function isSecure(request: Pick<RequestHead, "headers" | "secure">, proxies: number): boolean {
  const protocol = proxies > 0 ? readForwarded(request, "proto")?.toLowerCase() : undefined;
  return protocol === "https" || (protocol !== "http" && request.secure);
}

/** What the first proxy of a chain said. */
function readForwarded({ headers }: Pick<RequestHead, "headers">, name: string): string | undefined {
  return headers.get(`x-forwarded-${name}`)?.split(",", 1)[0]?.trim() || undefined;
}
