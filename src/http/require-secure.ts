import { Forbidden } from "../errors/errors.js";
import type { CallInput } from "./route.js";

/**
 * Refuse what came in the clear: whoever was on the way has read the key that came with it.
 * @param allowHttp for development
 * @throws Forbidden
 */
export function requireSecure({ secure }: Pick<CallInput, "secure">, allowHttp: boolean): void {
  if (secure || allowHttp) return;
  throw new Forbidden(
    "This call needs HTTPS: serve with --tls-cert and --tls-key, or behind a proxy with --trust-proxy; replace a key that was sent without",
  );
}
