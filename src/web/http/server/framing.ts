import type { RequestHead } from "../message/message.js";

type Framed = Pick<RequestHead, "method" | "headers">;

/**
 * Return the error in the headers that say where a body ends; `null` if there is none. A proxy and this server might read
 * such headers in different ways and then disagree about where the next request begins (RFC 9112, 11.2).
 */
export function framingError({ method, headers }: Framed): string | null {
  const length = headers.get("content-length");
  const encoding = headers.get("transfer-encoding");
  if (length !== undefined && !/^\d+$/.test(length)) return "Content-Length must be given once, as a number of bytes";
  if (encoding === undefined) return null;
  if (encoding.toLowerCase() !== "chunked") return "Transfer-Encoding must be given once, as chunked";
  if (length !== undefined) return "Content-Length and Transfer-Encoding cannot both be given";
  return method === "GET" || method === "HEAD" ? `A ${method} request cannot have a body in chunks` : null;
}

/**
 * True if the connection must close after the reply, because the end of the body is not certain: uWebSockets.js tolerates
 * errors within chunked bodies.
 */
export function isEndUncertain(head: Framed): boolean {
  return head.headers.has("transfer-encoding") || framingError(head) !== null;
}
