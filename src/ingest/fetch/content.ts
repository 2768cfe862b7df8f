import type { Address } from "./address.js";
import { digestSource } from "./digest.js";
import { type DownloadOptions, NotModified } from "./download.js";
import { openSource } from "./open.js";
import type { OpenSource, SourceVersion } from "./source.js";

/** A file at one moment. */
export interface FetchedContent extends SourceVersion {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
}

/** A source is what it was when it was loaded. */
export class Unchanged extends Error {
  readonly content: FetchedContent;

  constructor(content: FetchedContent) {
    super("The file is what it was when it was loaded");
    this.name = "Unchanged";
    this.content = content;
  }
}

/**
 * Make a source readable, unless it is what is known already.
 * @throws BadSource when there is nothing that can be read, Unchanged
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
