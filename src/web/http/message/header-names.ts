/**
 * Every header that replies have: `read` by scripts of other origins, or `none` of their business. Browsers hide all but a
 * few headers from such scripts unless the reply names them.
 */
export const REPLY_HEADERS = {
  "Accept-Ranges": "read",
  "Access-Control-Allow-Headers": "none",
  "Access-Control-Allow-Methods": "none",
  "Access-Control-Allow-Origin": "none",
  "Access-Control-Expose-Headers": "none",
  "Access-Control-Max-Age": "none",
  Allow: "read",
  "Cache-Control": "read",
  "Content-Disposition": "read",
  "Content-Encoding": "read",
  "Content-Language": "read",
  "Content-Length": "read",
  "Content-Range": "read",
  "Content-Security-Policy": "none",
  "Content-Type": "read",
  Date: "read",
  ETag: "read",
  "Last-Modified": "read",
  Link: "read",
  Location: "read",
  "Repr-Digest": "read",
  "Retry-After": "read",
  "Set-Cookie": "none",
  "Spendcube-Warnings": "read",
  "Strict-Transport-Security": "none",
  Vary: "read",
  "WWW-Authenticate": "read",
  "X-Content-Type-Options": "none",
} as const satisfies Readonly<Record<string, "read" | "none">>;

export type ReplyHeader = keyof typeof REPLY_HEADERS;

/** The headers that scripts of other origins may read. */
export const EXPOSED_HEADERS: readonly string[] = Object.entries(REPLY_HEADERS).flatMap(([name, use]) =>
  use === "read" ? [name] : [],
);
