import { clientOf } from "../../access/client.js";
import type { RateLimit } from "../../access/rate-limit.js";
import { TooManyAttempts } from "../../errors/errors.js";
import { readCookie } from "./cookie.js";
import { clientAddress } from "./client-address.js";
import type { SignInService } from "../../access/sign-in-service.js";
import type { Authenticate } from "../message/authenticate.js";
import type { RequestHead } from "../message/message.js";

/** Whoever looks after the server has to know in any case. */
const FREE: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

interface RateSettings {
  readonly authenticate: Authenticate;
  readonly signIn?: SignInService | undefined;
  /** Number of trusted proxies. */
  readonly proxies: number;
}

/**
 * Count a request for whoever sent it: a user, by key or session, and otherwise an address.
 * @throws TooManyAttempts when it is one too many
 */
export function limitRate(limit: RateLimit, head: RequestHead, remoteAddress: string, settings: RateSettings): void {
  if (FREE.has(head.path)) return;
  const user = nameUser(head, settings);
  const client = user ?? clientOf(clientAddress(head, remoteAddress, settings.proxies));
  // No address begins like this.
  const wait = limit.take(user === null ? client : `user ${client}`);
  if (wait === 0) return;
  const unit = wait === 1 ? "second" : "seconds";
  const allowed = `${limit.perSecond} ${limit.perSecond === 1 ? "request" : "requests"} a second`;
  throw new TooManyAttempts(`More than ${allowed}; ask again in ${wait} ${unit}`, wait);
}

/** Who sends a request; `null` for nobody known, and whoever only tries keys. */
function nameUser({ headers }: RequestHead, { authenticate, signIn }: RateSettings): string | null {
  const authorization = headers.get("authorization");
  try {
    if (authorization !== undefined) return authenticate(authorization).name;
  } catch {
    return null;
  }
  return signIn?.sessions.find(readCookie(headers.get("cookie")))?.name ?? null;
}
