import type { RateLimit } from "../access/rate-limit.js";
import type { SignInService } from "../access/sign-in-service.js";
import type { ServerLoad } from "./server/load-shedder.js";
import type { Authenticate } from "./message/authenticate.js";
import type { ReadVersion } from "./pin-version.js";
import type { Logger, Watch } from "./message/message.js";
import type { OriginSettings } from "./request/origin.js";
import type { ResponseCache } from "./reply/response-cache.js";
import type { Route } from "./message/route.js";

export interface Limits {
  /** Bytes of a URL, and of all headers of a request together. */
  readonly headerBytes: number;
  /** Bytes of all the bodies that are kept ready. */
  readonly cacheBytes: number;
  /** Bytes of the body of a request that is read as a whole. */
  readonly bodyBytes: number;
  /** Time before a reply begins. */
  readonly computationMs: number;
}

export interface HandlerSettings extends OriginSettings {
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  /** What knows browsers; without it nobody can sign in. */
  readonly signIn?: SignInService | undefined;
  /** Called before a request reads anything. */
  readonly beginReading?: () => ReadVersion;
  /** How often a client may ask; without it as often as it likes. */
  readonly rate: RateLimit | undefined;
  /** Those who wait for heavy work; without it everybody is let in. */
  readonly crowd?: ServerLoad | undefined;
  readonly logger: Logger;
  /** Who is told of every request. */
  readonly watch?: Watch | undefined;
  readonly limits: Limits;
  /** Where bodies are kept ready. */
  readonly ready: ResponseCache;
  /** Of the program: entity tags hold for one version of it. */
  readonly version: string;
}
