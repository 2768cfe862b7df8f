import type { Actor } from "../../access/actor.js";
import type { Site } from "../../calls/site.js";
import type { RateLimit } from "../../access/rate-limit.js";
import type { SignInService } from "../../access/sign-in-service.js";
import type { ServerLoad } from "./server/load-shedder.js";
import type { Authenticate } from "./message/authenticate.js";
import type { PinnedVersion } from "./pin-version.js";
import type { Logger, Watch } from "./message/message.js";
import type { OriginSettings } from "./request/origin.js";
import type { BodyExecutor } from "./reply/body-executor.js";
import type { ResponseCache } from "./reply/response-cache.js";
import type { Route } from "./message/route.js";

export interface Limits {
  /** Bytes of a URL, and of all headers of a request together. */
  readonly headerBytes: number;
  /** Bytes of the response cache. */
  readonly cacheBytes: number;
  /** Bytes of a request body that is read into memory. */
  readonly bodyBytes: number;
  /** Milliseconds until a reply begins. */
  readonly computationMs: number;
}

export type OpenVersions = (actor: Actor, names: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export interface HandlerSettings extends OriginSettings {
  /** True if the server itself speaks HTTPS, and nothing else. */
  readonly encrypts: boolean;
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  /** Sessions of browsers; without it, signing in is not offered. */
  readonly signIn?: SignInService | undefined;
  /** Pins the versions that a request reads. */
  readonly beginReading?: () => PinnedVersion;
  /** Opens the versions that a request names; returns the names by number of those named by a day. */
  readonly openVersions?: OpenVersions;
  /** Rate limit of each client; `undefined`: none. */
  readonly rate: RateLimit | undefined;
  /** Queue of heavy work; without it no request is shed. */
  readonly load?: ServerLoad | undefined;
  readonly logger: Logger;
  /** Observer of every request. */
  readonly watch?: Watch | undefined;
  readonly limits: Limits;
  readonly responseCache: ResponseCache;
  /** Makes large bodies on other threads; without it, this thread makes all. */
  readonly executor?: BodyExecutor | undefined;
  /** How the site presents itself on error pages. */
  readonly site?: Site | undefined;
  /** Version of the program and of what pages say of the site; part of every entity tag. */
  readonly version: string;
}
