/** Rows and bytes that a load has read so far. */
export interface Progress {
  readonly rows: number;
  /** Bytes of the file, before unpacking. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

const INTERVAL_MS = 100;

/** Wrap `report` so that it is called at most every 100 ms. */
export function throttled(report: (progress: Progress) => void): (progress: Progress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + INTERVAL_MS;
    report(progress);
  };
}
