/** Time limits of a connection to a server. */
export interface ConnectionBounds {
  /** Maximum time from looking up the host to the established connection, TLS included. */
  readonly connectMs: number;
  /** Maximum time without any data, and maximum time until the response's headers are complete. */
  readonly idleTimeoutMs: number;
}

/** Limits for unpacking a gzipped file. */
export interface UnpackBounds {
  readonly unpackedBytes: number;
  /** Maximum ratio of unpacked to packed size; not checked for the first `unjudgedBytes` of the unpacked file. */
  readonly unpackRatio: number;
  readonly unjudgedBytes: number;
}

export interface SourceBounds extends ConnectionBounds, UnpackBounds {
  /** Maximum size of a source as sent, before unpacking. */
  readonly bytes: number;
  readonly redirects: number;
  /** A server that sends fewer than `paceBytes` in `paceMs` is too slow to ever finish. */
  readonly paceMs: number;
  readonly paceBytes: number;
}

/**
 * Default limits. Typical tables unpack to 10 times their size, the most repetitive to 100 times, and archives built
 * to fill disks to 1,000 times.
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

/** Complete the bounds of a source with defaults. By default, the unpacked size may be ten times the packed maximum. */
export function sourceBounds({ bounds }: { readonly bounds?: Partial<SourceBounds> | undefined }): SourceBounds {
  const all = { ...SOURCE_BOUNDS, ...bounds };
  return { unpackedBytes: all.bytes * 10, ...all };
}
