import type { RateLimit } from "../access/rate-limit.js";
import type { SignInService } from "../access/sign-in-service.js";
import { createHandler } from "./handler.js";
import type { Limits } from "./handler-settings.js";
import type { Authenticate } from "./message/authenticate.js";
import type { ReadVersion } from "./pin-version.js";
import type { ServerLoad } from "./server/load-shedder.js";
import type { Logger, Watch } from "./message/message.js";
import { ResponseCache, type CacheCounts } from "./reply/response-cache.js";
import type { Route } from "./message/route.js";
import { listen } from "./server/listen.js";
import type { Listen, TlsFiles } from "./server/listener.js";

export interface ServerSettings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** PEM files; with them the server speaks HTTPS only. */
  readonly tls?: TlsFiles | undefined;
  /** Prefix of every absolute link; by default what the client called the server. */
  readonly baseUrl?: string | undefined;
  /** Proxies, one behind the other, whose word `X-Forwarded-Proto`, `-Host` and `-For` are; by default none. */
  readonly proxies?: number;
  /** How often a client may ask; without it as often as it likes. */
  readonly rate?: RateLimit | undefined;
  /** Where the single executable unpacks the server's addon. */
  readonly unpackDirectory: string;
  /** Where bytes of bodies are put that there is no room for in memory. */
  readonly spillDirectory: string;
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  /** What knows browsers; without it nobody can sign in. */
  readonly signIn?: SignInService | undefined;
  /** Called before a request reads anything. */
  readonly beginReading?: () => ReadVersion;
  /** Those who wait for heavy work; without it everybody is let in. */
  readonly crowd?: ServerLoad | undefined;
  readonly logger: Logger;
  /** Who is told of every request. */
  readonly watch?: Watch | undefined;
  /** Of the program. */
  readonly version: string;
  readonly limits?: Partial<ServerLimits>;
  /** What brings the requests; by default what is fastest here. */
  readonly listen?: Listen;
}

export interface ServerLimits extends Limits {
  /** Time after which a reader that takes nothing is cut off. */
  readonly idleTimeoutMs: number;
  /** Time for which connections are still accepted when it is told to stop, and then for which open ones are kept. */
  readonly drainMs: number;
  /** Connections at once; more are closed. */
  readonly maxConnections: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  headerBytes: 16 * 1024,
  bodyBytes: 1024 * 1024,
  cacheBytes: 64 * 1024 * 1024,
  computationMs: 30_000,
  idleTimeoutMs: 60_000,
  drainMs: 0,
  maxConnections: Infinity,
};

export interface Server {
  /** How to reach it from this machine, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** What there is at this moment. */
  figures(): ServerCounts;
  /**
   * Read the key and the certificate again, for connections that are made from now on. Those that are open go on.
   * @throws Conflict when they are none; then all stays as it was
   */
  renewTls(): Promise<void>;
  /** After a while refuse new connections, let running requests end, then let go of everything that would keep the process alive. */
  stop(): Promise<void>;
}

export interface ServerCounts {
  /** Connections that are open. */
  readonly connections: number;
  readonly ready: CacheCounts;
}

/**
 * Serve a table of routes.
 * @throws Conflict when the address is taken, or a key or certificate cannot be read
 */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const { host, port, tls, unpackDirectory, spillDirectory, baseUrl, proxies = 0, rate, logger } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const authority = host.includes(":") ? `[${host}]` : host;
  const ready = new ResponseCache(limits.cacheBytes);
  const listener = await (settings.listen ?? listen)({
    host,
    port,
    tls,
    unpackDirectory,
    spillDirectory,
    idleTimeoutMs: limits.idleTimeoutMs,
    drainMs: limits.drainMs,
    maxConnections: limits.maxConnections,
    logger,
    createHandler: (actualPort) =>
      createHandler({ ...settings, baseUrl, proxies, rate, limits, ready, address: `${authority}:${actualPort}` }),
  });
  return {
    url: `${tls ? "https" : "http"}://${authority}:${listener.port}`,
    port: listener.port,
    figures: () => ({ connections: listener.connections(), ready: ready.figures() }),
    renewTls: () => listener.renewTls(),
    stop: () => listener.stop(),
  };
}
