/** Validators that a server sent with a file (RFC 9110), for conditional requests later. */
export interface SourceVersion {
  readonly etag: string | null;
  /** The header's text, unparsed. */
  readonly lastModified: string | null;
}

/** A file that is read as a source. */
export interface SourceFile {
  readonly path: string;
  /** Name of the source in messages. */
  readonly name: string;
  readonly size: number;
}

/** A source as a local file, which can be read more than once. */
export interface OpenSource extends SourceFile {
  /** `null` for a local file, and if the server sent no validators. */
  readonly version: SourceVersion | null;
  /** Delete the file if it is a temporary download. */
  close(): Promise<void>;
}
