import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { clientOf } from "../../../access/client.js";
import type { RateLimit } from "../../../access/rate-limit.js";
import { TooManyAttempts } from "../../../core/errors/errors.js";
import { isSecure } from "./origin.js";
import { readCookie } from "./cookie.js";
import { clientAddress } from "./client-address.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import type { Authenticate } from "../message/authenticate.js";
import type { RequestHead } from "../message/message.js";

/** Paths without a rate limit: monitoring must always get an answer. */
const FREE: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

interface RateSettings {
  readonly authenticate: Authenticate;
  readonly signIn?: SignInService | undefined;
  /** Number of trusted proxies. */
  readonly proxies: number;
}

/**
 * Count a request of a client: a user, known by key or session, otherwise an address.
 * @throws TooManyAttempts when the client exceeds its limit
 */
export function limitRate(limit: RateLimit, head: RequestHead, remoteAddress: string, settings: RateSettings): void {
  if (FREE.has(head.path)) return;
  const user = identifyUser(head, settings);
  const client = user ?? clientOf(clientAddress(head, remoteAddress, settings.proxies));
  // No address begins with "user ".
  const wait = limit.take(user === null ? client : `user ${client}`);
  if (wait === 0) return;
  const { perSecond } = limit;
  const allowed = phraseText(perSecond === 1 ? "request_a_second" : "requests_a_second", { count: perSecond });
  const time = phraseText(wait === 1 ? "one_second" : "some_seconds", { count: wait });
  throw new TooManyAttempts(errorText("too_many_requests", { allowed, wait: time }), wait);
}

/** Return the id of the user who sends a request; `null` if anonymous or the key is wrong. */
function identifyUser(head: RequestHead, { authenticate, signIn, proxies }: RateSettings): string | null {
  const { headers } = head;
  const authorization = headers.get("authorization");
  try {
    if (authorization !== undefined) return authenticate(authorization).id;
  } catch {
    return null;
  }
  return (
    signIn?.sessions.find(readCookie({ cookie: headers.get("cookie"), secure: isSecure(head, proxies) }))?.id ?? null
  );
}
