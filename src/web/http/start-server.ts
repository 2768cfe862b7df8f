import type { Site } from "../../calls/site.js";
import type { RateLimit } from "../../access/rate-limit.js";
import type { SignInService } from "../../access/sign-in-service.js";
import { askWithin } from "./ask-within.js";
import { createHandler } from "./handler.js";
import type { Cancel } from "./message/cancel.js";
import type { Handler } from "./server/request-handler.js";
import type { Limits, OpenVersions } from "./handler-settings.js";
import type { Authenticate } from "./message/authenticate.js";
import type { PinnedVersion } from "./pin-version.js";
import type { ServerLoad } from "./server/load-shedder.js";
import type { Logger, Watch } from "./message/message.js";
import type { BodyExecutor } from "./reply/body-executor.js";
import { ResponseCache, type CacheCounts } from "./reply/response-cache.js";
import type { Route } from "./message/route.js";
import { listen } from "./server/listen.js";
import type { Listen, TlsFiles } from "./server/listener.js";

export interface ServerSettings {
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** PEM files; with them the server serves HTTPS only. */
  readonly tls?: TlsFiles | undefined;
  /** Prefix of every absolute link; by default the origin that the client used. */
  readonly baseUrl?: string | undefined;
  /** Number of chained proxies whose `X-Forwarded-Proto`, `-Host` and `-For` are trusted; by default 0. */
  readonly proxies?: number;
  /** Opens the versions that a request names; without it, only current ones are found. */
  readonly openVersions?: OpenVersions;
  /** Rate limit of each client; `undefined`: none. */
  readonly rate?: RateLimit | undefined;
  /** Directory where the single executable unpacks the server's addon. */
  readonly unpackDirectory: string;
  /** Directory for bytes of request bodies that do not fit into memory. */
  readonly spillDirectory: string;
  readonly routes: readonly Route[];
  /** How the site presents itself on error pages. */
  readonly site?: Site | undefined;
  readonly authenticate: Authenticate;
  /** Sessions of browsers; without it, signing in is not offered. */
  readonly signIn?: SignInService | undefined;
  /** Pins the versions that a request reads. */
  readonly beginReading?: () => PinnedVersion;
  /** Queue of heavy work; without it no request is shed. */
  readonly load?: ServerLoad | undefined;
  /** Makes large bodies on other threads; without it, the thread of the server makes all. */
  readonly executor?: BodyExecutor | undefined;
  readonly logger: Logger;
  /** Observer of every request. */
  readonly watch?: Watch | undefined;
  /** Version of the program. */
  readonly version: string;
  readonly limits?: Partial<ServerLimits>;
  /** Server to listen with; by default the fastest that runs on this machine. */
  readonly listen?: Listen;
}

export interface ServerLimits extends Limits {
  /** Milliseconds after which a client that takes or sends too little is disconnected. */
  readonly idleTimeoutMs: number;
  /** Milliseconds of each phase of a shutdown: first all goes on, then only open connections are served. */
  readonly drainMs: number;
  /** Maximum of open connections; further ones are closed. */
  readonly maxConnections: number;
}

const DEFAULT_LIMITS: ServerLimits = {
  headerBytes: 16 * 1024,
  bodyBytes: 1024 * 1024,
  cacheBytes: 64 * 1024 * 1024,
  computationMs: 30_000,
  idleTimeoutMs: 60_000,
  drainMs: 0,
  maxConnections: Infinity,
};

export interface Server {
  /** URL for clients on this machine, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /**
   * Answer a request of this process, as that of an anonymous browser: nobody reads it, but what it needed may be kept.
   * @param path with its query
   * @returns the status, once the whole answer is made
   */
  ask(path: string, cancel: Cancel): Promise<number>;
  /** Return current figures. */
  figures(): ServerCounts;
  /**
   * Read the key and the certificate again, for new connections. Open connections keep the old ones.
   * @throws Conflict when the files are not a valid key and certificate; then the old ones stay in use
   */
  renewTls(): Promise<void>;
  /**
   * Shut down gracefully: refuse new connections, finish running requests, then close all that keeps the process alive.
   */
  stop(): Promise<void>;
}

export interface ServerCounts {
  /** Open connections. */
  readonly connections: number;
  readonly ready: CacheCounts;
}

/**
 * Serve a table of routes.
 * @throws Conflict when the address is in use, or a key or certificate cannot be read
 */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const { host, port, tls, unpackDirectory, spillDirectory, baseUrl, proxies = 0, rate, logger } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const authority = host.includes(":") ? `[${host}]` : host;
  const responseCache = new ResponseCache(limits.cacheBytes);
  let handler: Handler | null = null;
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
    createHandler: (actualPort) => {
      handler = createHandler({
        ...settings,
        baseUrl,
        proxies,
        encrypts: tls !== undefined,
        rate,
        limits,
        responseCache,
        address: `${authority}:${actualPort}`,
      });
      return handler;
    },
  });
  return {
    url: `${tls ? "https" : "http"}://${authority}:${listener.port}`,
    port: listener.port,
    ask: (path, cancel) => askWithin(handler!, path, tls !== undefined, cancel),
    figures: () => ({ connections: listener.connections(), ready: responseCache.figures() }),
    renewTls: () => listener.renewTls(),
    stop: () => listener.stop(),
  };
}
