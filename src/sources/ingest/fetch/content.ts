import { createHash } from "node:crypto";
import type { Address } from "./address.js";
import { type DownloadOptions, NotModified } from "./download.js";
import { FileChunks } from "./file-chunks.js";
import { openSource, unreadable } from "./open.js";
import type { OpenSource, SourceVersion } from "./source.js";

/** State of a file when it was read: its digest and the server's validators. */
export interface FetchedContent extends SourceVersion {
  /** SHA-256 of the file before unpacking, in hexadecimal digits. */
  readonly digest: string;
}

/** The source has not changed since it was loaded. */
export class Unchanged extends Error {
  readonly content: FetchedContent;

  constructor(content: FetchedContent) {
    super("The file has not changed since it was loaded");
    this.name = "Unchanged";
    this.content = content;
  }
}

/**
 * Open a source unless it is the known one.
 * @throws BadSource if it cannot be read, Unchanged if it is the known one
 */
export async function openContent(
  address: Address,
  options: DownloadOptions,
  known: FetchedContent | null,
): Promise<{ readonly source: OpenSource; readonly content: FetchedContent }> {
  const source = await openSource(address, known ? { ...options, known } : options).catch((error: unknown) => {
    throw known && error instanceof NotModified ? new Unchanged(known) : error;
  });
  try {
    const { etag = null, lastModified = null } = source.version ?? {};
    const content = { digest: await digestSource(source, options.signal), etag, lastModified };
    if (content.digest === known?.digest) throw new Unchanged(content);
    return { source, content };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * Return the SHA-256 of a file's bytes, before unpacking, in hexadecimal digits.
 * @throws BadSource if it cannot be read
 */
async function digestSource(source: OpenSource, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of new FileChunks(source.path)) {
      signal?.throwIfAborted();
      hash.update(chunk);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(source.name, error as NodeJS.ErrnoException);
  }
  return hash.digest("hex");
}
