import type { Actor } from "../../access/actor.js";
import type { SignInService } from "../../access/sign-in-service.js";
import type { HttpRequest } from "../message/message.js";
import type { Route } from "../message/route.js";
import type { RequestTarget } from "../request/target.js";
import { readCookie } from "../request/cookie.js";

/**
 * Who a browser is signed in as; `null` for nobody. A key counts before a session, and sessions read pages only: what
 * programs and scripts of other sites can read, JSON and JSON-P above all, they read by a key or not at all.
 * @param form that the answer would have
 */
export function recognise(
  services: SignInService,
  { method, headers }: HttpRequest,
  { callback }: RequestTarget,
  { kind }: Route,
  form: string | undefined,
): Actor | null {
  const isPage = kind === "resource" && form === "html" && callback === undefined;
  if (!isPage || headers.has("authorization") || (method !== "GET" && method !== "HEAD")) return null;
  const account = services.sessions.find(readCookie(headers.get("cookie")));
  return account ? { name: account.name, admin: account.admin } : null;
}
