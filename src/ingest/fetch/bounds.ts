/** How far connecting to a server may go. */
export interface ConnectionBounds {
  /** From the question for the host's address to the connection, TLS included. */
  readonly connectMs: number;
  /** How long nothing at all may come, and how long an answer may take to begin. */
  readonly idleTimeoutMs: number;
}

/** How far a packed file may unpack. */
export interface UnpackBounds {
  readonly unpackedBytes: number;
  /** Times its own size, beyond the first `unjudgedBytes`. */
  readonly unpackRatio: number;
  readonly unjudgedBytes: number;
}

export interface SourceBounds extends ConnectionBounds, UnpackBounds {
  /** Of a source as it is sent. */
  readonly bytes: number;
  readonly redirects: number;
  /** Whoever sends fewer than `paceBytes` in `paceMs` will never be done. */
  readonly paceMs: number;
  readonly paceBytes: number;
}

/**
 * Unpacked, usual tables have ten times their bytes and the most repetitive a hundred times; what is packed to fill
 * disks, a thousand times.
 */
const SOURCE_BOUNDS: Omit<SourceBounds, "unpackedBytes"> = {
  bytes: 10 * 2 ** 30,
  redirects: 5,
  connectMs: 30_000,
  idleTimeoutMs: 600_000,
  paceMs: 3_600_000,
  paceBytes: 65_536,
  unpackRatio: 250,
  unjudgedBytes: 16 * 2 ** 20,
};

/** The bounds of a source, those that are not given too: unpacked it may have ten times as many bytes. */
export function sourceBounds({ bounds }: { readonly bounds?: Partial<SourceBounds> | undefined }): SourceBounds {
  const all = { ...SOURCE_BOUNDS, ...bounds };
  return { unpackedBytes: all.bytes * 10, ...all };
}
