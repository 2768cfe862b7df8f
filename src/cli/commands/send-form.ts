import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { explainUnreached } from "./explain-unreached.js";

/** A field of a form. */
export type FormPart = { readonly name: string } & ({ readonly value: string } | { readonly path: string });

export interface Reply {
  readonly status: number;
  /** The parsed JSON body. */
  readonly body: unknown;
}

interface Options {
  /** API key of the user. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * Send a multipart form; files are streamed.
 * @param onSent called with the number of bytes sent and in total
 * @throws Conflict if the response is not JSON, or the system's error
 */
export async function sendForm(
  url: URL,
  fields: readonly FormPart[],
  { onSent, ...options }: Options & { readonly onSent?: ((sent: number, total: number) => void) | undefined },
): Promise<Reply> {
  const boundary = randomBytes(24).toString("hex");
  const parts = await Promise.all(fields.map((field) => makePart(field, boundary)));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const total = parts.reduce((sum, { head, size }) => sum + head.length + size + 2, end.length);
  async function* body(): AsyncGenerator<Buffer> {
    let sent = 0;
    for (const { head, content } of parts) {
      yield head;
      for await (const piece of content()) {
        sent += piece.length;
        yield piece;
        onSent?.(sent, total);
      }
      yield Buffer.from("\r\n");
    }
    yield end;
  }
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}`, "content-length": String(total) };
  return exchange(url, "POST", headers, body(), options);
}

/** Fetch JSON. @throws Conflict if the response is not JSON, or the system's error */
export function getJson(url: URL, options: Options): Promise<Reply> {
  return exchange(url, "GET", {}, [], options);
}

async function exchange(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  { key, signal }: Options,
): Promise<Reply> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = send(url, {
    method,
    headers: { ...headers, authorization: `ApiKey ${key}`, accept: "application/json" },
    agent: false,
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", (error: NodeJS.ErrnoException) => {
      const explained = explainUnreached(url, error);
      reject(explained === null ? error : new Conflict(explained, { cause: error }));
    });
  });
  // A server that refuses a form early stops reading it. Its response counts, not the failed write.
  const sent = pipeline(Readable.from(body), request).catch(() => {});
  const response = await answered;
  const { location } = response.headers;
  if (location !== undefined && response.statusCode! >= 300 && response.statusCode! < 400) {
    request.destroy();
    throw new Conflict(errorText("server_redirects", { origin: url.origin, url: location }));
  }
  const content = await json(response).catch((cause: unknown) => {
    throw new Conflict(errorText("answered_without_json", { url: url.href, status: response.statusCode }), { cause });
  });
  request.destroy();
  await sent;
  return { status: response.statusCode!, body: content };
}

interface Part {
  readonly head: Buffer;
  readonly size: number;
  readonly content: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

async function makePart(field: FormPart, boundary: string): Promise<Part> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field.name}"`;
  if ("value" in field) {
    const value = Buffer.from(field.value);
    return { head: Buffer.from(`${head}\r\n\r\n`), size: value.length, content: () => [value] };
  }
  const { path } = field;
  // Characters that would end the header are escaped as browsers do.
  const filename = basename(path).replace(/["\r\n]/g, encodeURIComponent);
  return {
    head: Buffer.from(`${head}; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`),
    size: (await stat(path)).size,
    content: () => createReadStream(path),
  };
}
