import { isIP } from "node:net";
import type { RequestHead } from "../message/message.js";

/**
 * Return the address of the client, as the outermost trusted proxy saw it: each proxy appends the address of its own
 * client to `X-Forwarded-For`.
 * @param remoteAddress address of the other end of the connection
 * @param proxies number of chained trusted proxies; 0: the header is ignored
 */
export function clientAddress(
  { headers }: Pick<RequestHead, "headers">,
  remoteAddress: string,
  proxies: number,
): string {
  const address = withoutPort(readForwarded(headers, "for", proxies) ?? "");
  return isIP(address) === 0 ? remoteAddress : address;
}

/**
 * Return the value that the outermost trusted proxy has written into an `X-Forwarded-…` header: the one at its place
 * from the right, since the client may have forged what stands before.
 * @param proxies number of chained trusted proxies; 0: the header is ignored
 */
export function readForwarded(
  headers: RequestHead["headers"],
  name: "for" | "host" | "proto",
  proxies: number,
): string | undefined {
  const list = proxies > 0 ? headers.get(`x-forwarded-${name}`)?.split(",") : undefined;
  return list?.[Math.max(0, list.length - proxies)]!.trim() || undefined;
}

/** Remove the port that some proxies add: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text)?.slice(1).find(Boolean) ?? text;
}
