import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { isLost, ServerError } from "./failures.js";

/** How long a node may be silent, in milliseconds, until it counts as lost: it need not be there to say so. */
export interface Patience {
  readonly connect: number;
  /** Nodes report progress every 10 seconds. */
  readonly idle: number;
}

export const PATIENCE: Patience = { connect: 5000, idle: 60_000 };
/** Bytes of headers that reports of progress may take. */
const MAX_HEADERS = 1 << 20;

/** A request to one node. */
export interface NodeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  readonly agent: http.Agent | false;
  readonly ca?: string | undefined;
  readonly patience?: Patience;
  /** Called with a function that breaks off the request, as soon as there is one. */
  readonly onStart?: (abort: (reason: Error) => void) => void;
}

/**
 * Send a request, and return the body of the response before any of it was read.
 * @throws ServerError, or an error of the connection
 */
export async function send({
  url,
  headers,
  body,
  agent,
  ca,
  patience = PATIENCE,
  onStart,
}: NodeRequest): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const { request } = isSecure ? https : http;
  const options = { method: "POST", headers, agent, maxHeaderSize: MAX_HEADERS, ...(isSecure && { ca }) };
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on("error", reject);
    sent.on("socket", (socket) => limitConnecting(sent, socket, patience.connect));
    sent.setTimeout(patience.idle, () => sent.destroy(lostConnection(patience.idle)));
    onStart?.((reason) => sent.destroy(reason));
    sent.end(body);
  });
  const code = Number(response.headers["x-clickhouse-exception-code"] ?? 0);
  if (response.statusCode === 200 && code === 0) return response;
  const text = (await collect(response, patience)).toString();
  throw new ServerError(code || readCode(text), text.trim().slice(0, 2000));
}

/** Read a whole body. @throws if the connection was lost before its end */
export async function collect(response: http.IncomingMessage, patience?: Patience): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(response, patience)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Stream a body. @throws if the connection was lost before its end, or nothing came of it while it was waited for */
export async function* readChunks(
  response: http.IncomingMessage,
  { idle }: Patience = PATIENCE,
): AsyncGenerator<Buffer, void> {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => response.destroy(lostConnection(idle)), idle);
  };
  try {
    wait();
    for await (const chunk of response) {
      clearTimeout(timer);
      yield chunk as Buffer;
      wait();
    }
  } catch (error) {
    // Node.js reports a body that ends too early as "aborted".
    if (error instanceof Error && !isLost(error)) throw Object.assign(error, { code: "ECONNRESET" });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Give up a connection that is not there in time: a machine that is gone does not refuse it. */
function limitConnecting(sent: http.ClientRequest, socket: Socket, milliseconds: number): void {
  if (!socket.connecting) return;
  const giveUp = (): void => {
    if (socket.connecting) sent.destroy(lostConnection(milliseconds));
  };
  // A thread that computed all the time has not noticed yet that the connection is there.
  const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  socket.once("connect", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
}

/** Make the error of a node that says nothing. */
export function lostConnection(milliseconds: number): Error {
  return Object.assign(new Error(`Nothing was heard for ${milliseconds} ms`), { code: "ETIMEDOUT" });
}

/** Read the code of an error from its text: `Code: 60. DB::Exception: …`. */
function readCode(text: string): number {
  return Number(/Code: (\d+)/.exec(text)?.[1] ?? 0);
}
