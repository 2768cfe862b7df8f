import { errorText } from "../../../core/errors/error-text.js";
import type { RequestHead } from "../message/message.js";

type Framed = Pick<RequestHead, "method" | "headers">;

/**
 * Return the error in the headers that say where a body ends; `null` if there is none. A proxy and this server might read
 * such headers in different ways and then disagree about where the next request begins (RFC 9112, 11.2).
 */
export function framingError({ method, headers }: Framed): string | null {
  const length = headers.get("content-length");
  const encoding = headers.get("transfer-encoding");
  if (length !== undefined && !/^\d+$/.test(length)) return errorText("wrong_content_length");
  if (encoding === undefined) return null;
  if (encoding.toLowerCase() !== "chunked") return errorText("wrong_transfer_encoding");
  if (length !== undefined) return errorText("two_body_lengths");
  return method === "GET" || method === "HEAD" ? errorText("body_in_chunks", { method }) : null;
}

/**
 * True if the connection must close after the reply, because the end of the body is not certain: uWebSockets.js tolerates
 * errors within chunked bodies.
 */
export function isEndUncertain(head: Framed): boolean {
  return head.headers.has("transfer-encoding") || framingError(head) !== null;
}
