import http from "node:http";
import https from "node:https";
import { isLost, ServerError } from "./failures.js";

/** Milliseconds without a byte after which a node counts as lost. Nodes report progress every 10 seconds. */
const IDLE = 60_000;
/** Bytes of headers that reports of progress may take. */
const MAX_HEADERS = 1 << 20;

/** A request to one node. */
export interface NodeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  readonly agent: http.Agent | false;
  readonly ca?: string | undefined;
  /** Called with a function that breaks off the request, as soon as there is one. */
  readonly onStart?: (abort: (reason: Error) => void) => void;
}

/**
 * Send a request, and return the body of the response before any of it was read.
 * @throws ServerError, or an error of the connection
 */
export async function send({ url, headers, body, agent, ca, onStart }: NodeRequest): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const { request } = isSecure ? https : http;
  const options = { method: "POST", headers, agent, maxHeaderSize: MAX_HEADERS, ...(isSecure && { ca }) };
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on("error", reject);
    sent.setTimeout(IDLE, () => sent.destroy(lostConnection("No bytes for a minute")));
    onStart?.((reason) => sent.destroy(reason));
    sent.end(body);
  });
  const code = Number(response.headers["x-clickhouse-exception-code"] ?? 0);
  if (response.statusCode === 200 && code === 0) return response;
  const text = (await collect(response)).toString();
  throw new ServerError(code || readCode(text), text.trim().slice(0, 2000));
}

/** Read a whole body. @throws if the connection was lost before its end */
export async function collect(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(response)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Stream a body. @throws if the connection was lost before its end */
export async function* readChunks(response: http.IncomingMessage): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
  } catch (error) {
    // Node.js reports a body that ends too early as "aborted".
    if (error instanceof Error && !isLost(error)) throw Object.assign(error, { code: "ECONNRESET" });
    throw error;
  }
}

function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/** Read the code of an error from its text: `Code: 60. DB::Exception: …`. */
function readCode(text: string): number {
  return Number(/Code: (\d+)/.exec(text)?.[1] ?? 0);
}
