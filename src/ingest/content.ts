import type { Address } from "./address.js";
import { digestSource } from "./digest.js";
import type { DownloadOptions } from "./download.js";
import { type OpenSource, openSource } from "./open.js";

/** A file at one moment. */
export interface Content {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  /** What the server that it was fetched from calls this state of it, where it says so. */
  readonly etag: string | null;
  /** As the server writes it. */
  readonly lastModified: string | null;
}

/** A source is what it was when it was loaded. */
export class Unchanged extends Error {
  readonly content: Content;

  constructor(content: Content) {
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
  known: Content | null,
): Promise<{ readonly source: OpenSource; readonly content: Content }> {
  const source = await openSource(address, options);
  try {
    const content = { digest: await digestSource(source, options.signal), etag: null, lastModified: null };
    if (content.digest === known?.digest) throw new Unchanged(content);
    return { source, content };
  } catch (error) {
    await source.close();
    throw error;
  }
}
