import { isIP } from "node:net";
import type { RequestHead } from "../message/message.js";

/**
 * The address of the client of a request, as the outermost trusted proxy saw it. Each proxy adds to the end of
 * `X-Forwarded-For` whom it was asked by; what stands before that the client may have written itself.
 * @param remoteAddress of the other end of the connection
 * @param proxies trusted ones, one behind the other; 0: nobody's word is taken
 */
export function clientAddress(
  { headers }: Pick<RequestHead, "headers">,
  remoteAddress: string,
  proxies: number,
): string {
  const written = proxies > 0 ? headers.get("x-forwarded-for") : undefined;
  if (written === undefined) return remoteAddress;
  const list = written.split(",");
  const address = withoutPort(list[Math.max(0, list.length - proxies)]!.trim());
  return isIP(address) === 0 ? remoteAddress : address;
}

/** Some proxies write `203.0.113.7:4711` and `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text)?.slice(1).find(Boolean) ?? text;
}
