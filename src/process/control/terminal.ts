/** Output of a command, in this process or at the other end of a connection: results on `out`, all else on `err`. */
export interface Terminal {
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Say a question, or an answer to one, in the language of the reader; absent if that is English. */
  readonly say?: (sentence: string) => string;
  /** Join values of which one is to be chosen, in that language; absent if it is English. */
  readonly oneOf?: (values: readonly string[]) => string;
  /** Show the progress of the work; `null` ends the display. Absent if progress is not shown. */
  readonly showProgress?: ((progress: WorkProgress | null) => void) | undefined;
}

export interface WorkProgress {
  /** Number of rows read, if the work reads rows. */
  readonly rows?: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}
