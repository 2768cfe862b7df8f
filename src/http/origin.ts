import { InvalidQuery } from "../errors/errors.js";
import type { HttpRequest } from "./message.js";

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
  const forwarded = (name: string): string | undefined =>
    settings.trustProxy ? request.headers.get(`x-forwarded-${name}`)?.split(",", 1)[0]?.trim() || undefined : undefined;
  const protocol = forwarded("proto")?.toLowerCase();
  const secure = protocol === "https" || (protocol !== "http" && request.secure);
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
