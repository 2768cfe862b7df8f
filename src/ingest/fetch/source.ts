/** What a server calls the state of a file, for asking later whether it is still that. */
export interface SourceVersion {
  readonly etag: string | null;
  /** As the server writes it. */
  readonly lastModified: string | null;
}

/** A source as a file that can be read more than once. */
export interface OpenSource {
  readonly path: string;
  /** What to call the source in messages. */
  readonly name: string;
  readonly size: number;
  /** `null` of a local file, and where the server says nothing. */
  readonly version: SourceVersion | null;
  /** Deletes what was only fetched to be read. */
  close(): Promise<void>;
}
