import type { Cancel } from "./message/cancel.js";
import type { HttpRequest } from "./message/message.js";
import type { Handler } from "./server/request-handler.js";

/** Headers of browsers: what is kept of an answer depends on them. */
const HEADERS: ReadonlyMap<string, string> = new Map([
  ["accept", "text/html,application/xhtml+xml,*/*;q=0.8"],
  ["accept-encoding", "gzip, deflate, br, zstd"],
]);

/**
 * Answer a request of this process, as that of an anonymous browser on this machine, and read the answer to its end.
 * @param address path with its query
 * @param secure true if browsers reach the server by HTTPS
 * @returns its status
 */
export async function askWithin(handler: Handler, address: string, secure: boolean, cancel: Cancel): Promise<number> {
  const [path, query = ""] = address.split("?", 2) as [string, string?];
  const request: HttpRequest = {
    id: "",
    method: "GET",
    path,
    query,
    headers: HEADERS,
    secure,
    remoteAddress: "",
    cancel,
    body: noBody(),
  };
  const { status, body } = await handler.answer(request);
  if (body === null || Buffer.isBuffer(body)) return status;
  for (let next = await body.next(); !next.done;) next = await body.next();
  return status;
}

// oxlint-disable-next-line no-empty-function
async function* noBody(): AsyncGenerator<Buffer> {}
