/** How far a load has come. */
export interface Progress {
  readonly rows: number;
  /** Of the file as it is, packed or not. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

const INTERVAL_MS = 100;

/** `report`, at most every 100 ms. */
export function throttled(report: (progress: Progress) => void): (progress: Progress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + INTERVAL_MS;
    report(progress);
  };
}
