import { type Actor, actorOf } from "../../../access/actor.js";
import type { SignInService } from "../../../access/sign-in-service.js";
import type { HttpRequest } from "../message/message.js";
import type { Route } from "../message/route.js";
import type { RequestTarget } from "../request/target.js";
import { readCookie } from "../request/cookie.js";

/**
 * Return the user that a browser is signed in as; `null` if none. A key takes precedence over a session. Sessions read
 * pages: scripts of other sites could read JSON and JSON-P, so these need a key, but for the JSON that is for pages, if the
 * browser says that a page of this server asks.
 * @param secure true if the browser used HTTPS
 * @param format the format of the answer
 */
export function recognise(
  services: SignInService,
  { method, headers }: HttpRequest,
  secure: boolean,
  { callback }: RequestTarget,
  { kind, isForPages = false }: Route,
  format: string | undefined,
): Actor | null {
  const isPage = kind === "resource" && format === "html";
  // Scripts cannot set this header. Browsers that do not send it read what everyone may.
  const isOwnScript = isForPages && format === "json" && headers.get("sec-fetch-site") === "same-origin";
  if (
    !(isPage || isOwnScript) ||
    callback !== undefined ||
    headers.has("authorization") ||
    (method !== "GET" && method !== "HEAD")
  )
    return null;
  const account = services.sessions.find(readCookie({ cookie: headers.get("cookie"), secure }));
  return account ? actorOf(account) : null;
}
