import { Presets, SingleBar } from "cli-progress";
import type { WorkProgress } from "../../process/control/terminal.js";

/** Milliseconds of work before the bar is shown: what is over at once needs none. */
const PATIENCE = 1_000;

/**
 * Create a progress bar with bytes, rows, rate and time left. Call it with `null` to end the bar.
 * @param now returns milliseconds
 */
export function makeProgressBar(
  stream: NodeJS.WritableStream,
  now: () => number = () => performance.now(),
): (progress: WorkProgress | null) => void {
  const bar = new SingleBar(
    {
      format: "{bar} {percentage}% | {megabytes} of {totalMegabytes} MB | {rows}{eta_formatted} left",
      stream,
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  let start: number | null = null;
  let isShown = false;
  return (progress) => {
    if (!progress) {
      if (isShown) bar.stop();
      [start, isShown] = [null, false];
      return;
    }
    const { rows, bytesRead, bytesTotal } = progress;
    start ??= now();
    const elapsed = now() - start;
    if (elapsed < PATIENCE) return;
    const shown = {
      rows: rows === undefined ? "" : describeRows(rows, elapsed / 1000),
      megabytes: megabytes(bytesRead),
      totalMegabytes: megabytes(bytesTotal),
    };
    if (isShown) bar.update(bytesRead, shown);
    else bar.start(bytesTotal, bytesRead, shown);
    isShown = true;
  };
}

function describeRows(rows: number, seconds: number): string {
  const rate = Math.round(rows / seconds).toLocaleString("en");
  return `${rows.toLocaleString("en")} rows, ${rate} per second | `;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
