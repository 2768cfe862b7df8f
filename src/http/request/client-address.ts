import { isIP } from "node:net";
import type { RequestHead } from "../message/message.js";

/**
 * Return the address of the client, as the outermost trusted proxy saw it. Each proxy appends the address of its own
 * client to `X-Forwarded-For`; the client may have forged what stands before.
 * @param remoteAddress address of the other end of the connection
 * @param proxies number of chained trusted proxies; 0: the header is ignored
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

/** Remove the port that some proxies add: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text)?.slice(1).find(Boolean) ?? text;
}
