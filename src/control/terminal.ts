/** Where a command writes, in this process or at the other end of a connection: results to `out`, the rest to `err`. */
export interface Terminal {
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WritableStream;
  /** Show how far the work has come, and with `null` no more; absent where nobody watches. */
  readonly showProgress?: ((progress: WorkProgress | null) => void) | undefined;
}

export interface WorkProgress {
  /** Of what is read in rows. */
  readonly rows?: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}
