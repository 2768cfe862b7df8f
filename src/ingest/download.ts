import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BadSource } from "../errors/errors.js";
import { parseUrl, shownUrl } from "./address.js";
import { type ConnectionBounds, requestUrl } from "./request-url.js";
import type { OpenSource } from "./open.js";

export interface DownloadOptions {
  /** Where a source that is fetched is kept while it is read. */
  readonly directory: string;
  readonly bounds?: Partial<DownloadBounds>;
  readonly signal?: AbortSignal | undefined;
}

export interface DownloadBounds extends ConnectionBounds {
  readonly bytes: number;
  readonly redirects: number;
}

export const DOWNLOAD_BOUNDS: DownloadBounds = {
  bytes: 10 * 2 ** 30,
  redirects: 5,
  connectMs: 30_000,
  silenceMs: 600_000,
};

/**
 * Fetch a URL into a temporary file, as it is sent. The file is deleted by `close`, or at once when fetching fails.
 * @throws BadSource when the answer is not a file within the bounds
 */
export async function download(address: string, options: DownloadOptions): Promise<OpenSource> {
  const bounds = { ...DOWNLOAD_BOUNDS, ...options.bounds };
  const url = parseUrl(address);
  const response = await followRedirects(url, bounds, options.signal);
  const path = join(options.directory, `download-${randomUUID()}`);
  const close = () => rm(path, { force: true });
  try {
    await mkdir(options.directory, { recursive: true });
    await pipeline(
      response,
      (chunks: AsyncIterable<Buffer>) => limited(chunks, url, bounds.bytes),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
      { signal: options.signal },
    );
    return { path, name: shownUrl(url), size: (await stat(path)).size, close };
  } catch (error) {
    await close();
    throw fetchFailure(url, error, options.signal);
  }
}

async function followRedirects(start: URL, bounds: DownloadBounds, signal?: AbortSignal): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; redirects <= bounds.redirects; redirects++) {
    const response = await requestUrl(url, bounds, signal).catch((error) => {
      throw fetchFailure(url, error, signal);
    });
    const status = response.statusCode!;
    if (status === 200) return checkedResponse(response, url, bounds);
    response.destroy();
    const location = response.headers.location;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
      throw new BadSource(`${shownUrl(url)} answered ${status} ${response.statusMessage ?? ""}`.trimEnd());
    }
    url = parseUrl(location, url);
  }
  throw new BadSource(`${shownUrl(start)} redirects more than ${bounds.redirects} times`);
}

function checkedResponse(response: IncomingMessage, url: URL, bounds: DownloadBounds): IncomingMessage {
  // gzip is left as it is: sources are unpacked by their content.
  const encoding = response.headers["content-encoding"] ?? "identity";
  const length = Number(response.headers["content-length"] ?? 0);
  const fault = !/^(identity|x-gzip|gzip)$/i.test(encoding)
    ? `${shownUrl(url)} answered in the encoding "${encoding}", which was not asked for`
    : length > bounds.bytes
      ? tooLarge(url, bounds.bytes)
      : null;
  if (fault === null) return response;
  response.destroy();
  throw new BadSource(fault);
}

async function* limited(chunks: AsyncIterable<Buffer>, url: URL, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw new BadSource(tooLarge(url, limit));
    yield chunk;
  }
}

function tooLarge(url: URL, limit: number): string {
  return `${shownUrl(url)} is larger than ${limit.toLocaleString("en")} bytes, the most that is fetched`;
}

function fetchFailure(url: URL, error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof BadSource || signal?.aborted) return error;
  return new BadSource(`${shownUrl(url)} cannot be fetched: ${explain(error as NodeJS.ErrnoException)}`, {
    cause: error,
  });
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOTFOUND") return "there is no host of that name";
  if (code === "EAI_AGAIN") return "the host's name cannot be looked up at present";
  if (code === "ECONNREFUSED") return "the host is there, but nobody answers at that port";
  return message === "" ? String(code) : message;
}
