import { randomUUID } from "node:crypto";
import { mkdir, open, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BadSource } from "../../errors/errors.js";
import { parseUrl, shownUrl } from "./address.js";
import { sourceBounds, type SourceBounds } from "./bounds.js";
import { explainFetching } from "./explain-fetching.js";
import type { OpenSource, SourceVersion } from "./source.js";
import { requestUrl } from "./request-url.js";
import type { FetchPolicy } from "./resolve-host.js";

export interface DownloadOptions extends FetchPolicy {
  /** Where a source that is fetched is kept while it is read. */
  readonly directory: string;
  readonly bounds?: Partial<SourceBounds>;
  /** What is there already, and need not be sent again. */
  readonly known?: SourceVersion | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The file is what was known already. */
export class NotModified extends Error {}

/**
 * Fetch a URL into a temporary file, as it is sent. The file is deleted by `close`, or at once when fetching fails.
 * @throws RefusedAddress when the URL, or one that it redirects to, may not be fetched from
 * @throws BadSource when the answer is not a file within the bounds, NotModified when it is the known one
 */
export async function download(address: string, options: DownloadOptions): Promise<OpenSource> {
  const bounds = sourceBounds(options);
  const url = parseUrl(address);
  const response = await followRedirects(url, { ...options, bounds });
  const path = join(options.directory, `download-${randomUUID()}`);
  const close = () => rm(path, { force: true });
  try {
    await mkdir(options.directory, { recursive: true });
    // Opened before anything can go wrong: a file that is opened after it was deleted would stay.
    const file = await open(path, "wx", 0o600);
    await pipeline(
      response,
      (chunks: AsyncIterable<Buffer>) => limited(chunks, url, bounds),
      file.createWriteStream(),
      { signal: options.signal },
    );
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
  throw new BadSource(`${shownUrl(start)} redirects more than ${bounds.redirects} times`);
}

/** A server that gives entity tags is asked by them alone: times are whole seconds. */
function conditionsOf(known: SourceVersion | undefined): Readonly<Record<string, string>> {
  const { etag = null, lastModified = null } = known ?? {};
  if (etag !== null) return { "if-none-match": etag };
  return lastModified === null ? {} : { "if-modified-since": lastModified };
}

function checkedResponse(response: IncomingMessage, url: URL, bounds: SourceBounds): IncomingMessage {
  // gzip is left as it is: sources are unpacked by their content.
  const encoding = response.headers["content-encoding"] ?? "identity";
  const length = Number(response.headers["content-length"] ?? 0);
  const error = !/^(identity|x-gzip|gzip)$/i.test(encoding)
    ? `${shownUrl(url)} answered in the encoding "${encoding}", which was not asked for`
    : length > bounds.bytes
      ? tooLarge(url, bounds.bytes)
      : null;
  if (error === null) return response;
  response.destroy();
  throw new BadSource(error);
}

async function* limited(chunks: AsyncIterable<Buffer>, url: URL, bounds: SourceBounds): AsyncGenerator<Buffer> {
  let bytes = 0;
  let paced = { since: performance.now(), bytes: 0 };
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bounds.bytes) throw new BadSource(tooLarge(url, bounds.bytes));
    const now = performance.now();
    if (now - paced.since > bounds.paceMs) {
      const recent = bytes - paced.bytes;
      if (recent < bounds.paceBytes) throw new Error(`only ${recent} bytes came in ${bounds.paceMs / 1000} s`);
      paced = { since: now, bytes };
    }
    yield chunk;
  }
}

function tooLarge(url: URL, limit: number): string {
  return `${shownUrl(url)} is larger than ${limit.toLocaleString("en")} bytes, the most that is fetched`;
}

function versionOf({ headers }: IncomingMessage): OpenSource["version"] {
  const { etag = null, "last-modified": lastModified = null } = headers;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}
