import { errorText } from "../../../core/errors/error-text.js";
import { randomUUID } from "node:crypto";
import { mkdir, open, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BadSource } from "../../../core/errors/errors.js";
import { parseUrl, shownUrl } from "./address.js";
import { sourceBounds, type SourceBounds } from "./bounds.js";
import type { OpenSource, SourceVersion } from "./source.js";
import { requestUrl } from "./request-url.js";
import type { FetchPolicy } from "./resolve-host.js";

export interface DownloadOptions extends FetchPolicy {
  /** Directory of temporary downloads. */
  readonly directory: string;
  readonly bounds?: Partial<SourceBounds>;
  /** Version of the file that was loaded last; if unchanged, the server need not send it again. */
  readonly known?: SourceVersion | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server answered 304: the file is the known one. */
export class NotModified extends Error {}

/**
 * Download a URL into a temporary file, without unpacking. `close` deletes the file, as does a failed download.
 * @throws RefusedAddress if the policy refuses the URL or one that it redirects to
 * @throws BadSource if the response is not a file within the bounds, NotModified if it is the known one
 */
export async function download(address: string, options: DownloadOptions): Promise<OpenSource> {
  const bounds = sourceBounds(options);
  const url = parseUrl(address);
  const response = await followRedirects(url, { ...options, bounds });
  const path = join(options.directory, `download-${randomUUID()}`);
  const close = () => rm(path, { force: true });
  try {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    // Create the file first: if it were created after a failure had deleted it, it would stay.
    const file = await open(path, "wx", 0o600);
    await pipeline(limited(response, url, bounds), file.createWriteStream(), { signal: options.signal });
    return { path, name: shownUrl(url), size: (await stat(path)).size, version: versionOf(response), close };
  } catch (error) {
    await close();
    throw explainFetching(url, error, options.signal);
  }
}

type BoundedOptions = DownloadOptions & { readonly bounds: SourceBounds };

async function followRedirects(start: URL, options: BoundedOptions): Promise<IncomingMessage> {
  const { bounds, signal } = options;
  let url = start;
  for (let redirects = 0; redirects <= bounds.redirects; redirects++) {
    const headers = conditionsOf(options.known);
    const response = await requestUrl(url, { ...options, headers }).catch((error) => {
      throw explainFetching(url, error, signal);
    });
    const status = response.statusCode!;
    if (status === 200) return checkedResponse(response, url, bounds);
    response.destroy();
    if (status === 304 && Object.keys(headers).length > 0) throw new NotModified();
    const location = response.headers.location;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
      throw new BadSource(`${shownUrl(url)} answered ${status} ${response.statusMessage ?? ""}`.trimEnd());
    }
    url = parseUrl(location, url);
  }
  throw new BadSource(errorText("too_many_redirects", { detail: shownUrl(start), redirects: bounds.redirects }));
}

/** Return conditional headers: the entity tag alone if there is one, since times only have whole seconds. */
function conditionsOf(known: SourceVersion | undefined): Readonly<Record<string, string>> {
  const { etag = null, lastModified = null } = known ?? {};
  if (etag !== null) return { "if-none-match": etag };
  return lastModified === null ? {} : { "if-modified-since": lastModified };
}

function checkedResponse(response: IncomingMessage, url: URL, bounds: SourceBounds): IncomingMessage {
  // gzip is accepted: sources are unpacked by their content later.
  const encoding = response.headers["content-encoding"] ?? "identity";
  const length = Number(response.headers["content-length"] ?? 0);
  const error = !/^(identity|x-gzip|gzip)$/i.test(encoding)
    ? `${shownUrl(url)} answered in the encoding "${encoding}", which was not requested`
    : length > bounds.bytes
      ? tooLarge(url, bounds.bytes)
      : null;
  if (error === null) return response;
  response.destroy();
  throw new BadSource(error);
}

async function* limited(response: IncomingMessage, url: URL, bounds: SourceBounds): AsyncGenerator<Buffer> {
  let bytes = 0;
  let counted = 0;
  // A timer, because a server can send parts of a chunked body forever that hold no byte of the file.
  const pace = setInterval(() => {
    const recent = bytes - counted;
    counted = bytes;
    if (recent >= bounds.paceBytes) return;
    response.destroy(new Error(`only ${recent} bytes were received in ${bounds.paceMs / 1000} s`));
  }, bounds.paceMs);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bounds.bytes) throw new BadSource(tooLarge(url, bounds.bytes));
      yield chunk;
    }
  } finally {
    clearInterval(pace);
  }
}

function tooLarge(url: URL, limit: number): string {
  return `${shownUrl(url)} is larger than ${limit.toLocaleString("en")} bytes, the maximum that is fetched`;
}

function versionOf({ headers }: IncomingMessage): OpenSource["version"] {
  const { etag = null, "last-modified": lastModified = null } = headers;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/**
 * Turn a network error into a message for the user who gave the URL. A `BadSource` is returned as it is, and so is any
 * error once the signal is aborted.
 */
function explainFetching(url: URL, error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof BadSource || signal?.aborted) return error;
  return new BadSource(
    errorText("cannot_be_fetched", { detail: shownUrl(url), detail_b: explain(error as NodeJS.ErrnoException) }),
    {
      cause: error,
    },
  );
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOTFOUND") return "there is no host of that name";
  if (code === "EAI_AGAIN") return "the host's name cannot be looked up at the moment; try again later";
  if (code === "ECONNREFUSED") return "the host refuses connections at that port";
  return message === "" ? String(code) : message;
}
