import assert from "node:assert/strict";
import { once } from "node:events";
import { request as requestHttp, type Agent, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { connect, type Socket } from "node:net";
import { readErrorCodes } from "#src/core/errors/error-text.js";

export interface Response {
  readonly status: number;
  /** Values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
}

/** Request a URL whose path is ASCII. Rejects when the reply breaks off. */
export async function request(url: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", headers = {}, body, agent = false } = options;
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const sent = send(url, { method, headers, agent, rejectUnauthorized: false } as object);
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return toResponse(response.statusCode ?? 0, flatten(response), Buffer.concat(parts));
}

/** Send bytes as they are and read until the server closes; `Connection: close` among them makes it. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<Response> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  const all = await readToEnd(socket);
  const end = all.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = all.subarray(0, end).toString("latin1").split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return toResponse(Number(statusLine.split(" ")[1]), headers, all.subarray(end + 4));
}

/** A request line with its target as given, byte by byte, and a connection that ends after it. */
export async function getRaw(port: number, target: string | Buffer, headers = ""): Promise<Response> {
  const head = `HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}\r\n`;
  return sendRaw(port, Buffer.concat([Buffer.from("GET "), Buffer.from(target), Buffer.from(` ${head}`)]));
}

export async function readToEnd(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  // A reset ends it as well.
  socket.on("error", () => {});
  await once(socket, "close");
  return Buffer.concat(parts);
}

/** Wait until something holds that no event tells of. */
export async function waitUntil(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 120_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

function flatten(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value!]),
  );
}

function toResponse(status: number, headers: Record<string, string>, body: Buffer): Response {
  // More than one answer may be read from a connection.
  checkCodes(status, body.subarray(0, Number(headers["content-length"] ?? body.length)));
  return { status, headers, body, text: body.toString() };
}

/** Check that JSON with errors has a code for each of them, in its order. */
function checkCodes(status: number, body: Buffer): void {
  if (status < 400 || !body.subarray(0, 500).includes('"errors":')) return;
  const text = body.toString();
  if (!text.startsWith("{")) return;
  const { errors, codes } = JSON.parse(text) as { readonly errors: readonly string[]; readonly codes?: unknown };
  assert.deepEqual(codes, readErrorCodes(errors));
}
