import { InvalidQuery } from "../errors/errors.js";
import type { HttpRequest, RequestHead } from "./message.js";

const HOST = /^(?:[\w.~-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

export interface OriginSettings {
  /** Prefix of every absolute link; by default what the client called the server. */
  readonly baseUrl: string | undefined;
  /** Whether `X-Forwarded-Proto`, `-Host` and `-For` are a proxy's word and not a client's. */
  readonly trustProxy: boolean;
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
  const { trustProxy } = settings;
  const forwarded = (name: string): string | undefined => (trustProxy ? readForwarded(request, name) : undefined);
  const secure = isSecure(request, trustProxy);
  return {
    origin: settings.baseUrl?.replace(/\/+$/, "") ?? `${secure ? "https" : "http"}://${hostOf()}`,
    secure,
    remoteAddress: forwarded("for") ?? request.remoteAddress,
  };

  function hostOf(): string {
    const host = forwarded("host") ?? (request.headers.get("host") || settings.address);
    if (HOST.test(host)) return host;
    throw new InvalidQuery(`Host: ${JSON.stringify(host)} is not the name or address of a server`);
  }
}

/**
 * Whether a request came by HTTPS: to this server, or, where a proxy is trusted, to the proxy by its word.
 * @param trustProxy whether `X-Forwarded-Proto` is a proxy's word and not a client's
 */
export function isSecure(request: Pick<RequestHead, "headers" | "secure">, trustProxy: boolean): boolean {
  const protocol = trustProxy ? readForwarded(request, "proto")?.toLowerCase() : undefined;
  return protocol === "https" || (protocol !== "http" && request.secure);
}

/** What the first proxy of a chain said. */
function readForwarded({ headers }: Pick<RequestHead, "headers">, name: string): string | undefined {
  return headers.get(`x-forwarded-${name}`)?.split(",", 1)[0]?.trim() || undefined;
}
