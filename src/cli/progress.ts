import { Presets, SingleBar } from "cli-progress";
import type { Progress } from "../ingest/progress.js";
import type { Terminal } from "./terminal.js";

/** Shows how far a load has come. */
export interface ProgressBar {
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly stop: () => void;
}

/** A bar on a terminal with rows, bytes, rate and time left; nothing elsewhere. */
export function startProgress(terminal: Terminal): ProgressBar {
  if (!terminal.err.isTTY) return { onProgress: undefined, stop: () => {} };
  const bar = new SingleBar(
    {
      format:
        "{bar} {percentage}% | {rows} rows | {megabytes} of {totalMegabytes} MB | {rate} rows/s | {eta_formatted} left",
      stream: terminal.err,
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  const start = performance.now();
  let started = false;
  return {
    onProgress({ rows, bytesRead, bytesTotal }) {
      if (!started) bar.start(bytesTotal, 0);
      started = true;
      const seconds = Math.max(0.001, (performance.now() - start) / 1000);
      bar.update(bytesRead, {
        rows: rows.toLocaleString("en"),
        megabytes: megabytes(bytesRead),
        totalMegabytes: megabytes(bytesTotal),
        rate: Math.round(rows / seconds).toLocaleString("en"),
      });
    },
    stop: () => bar.stop(),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
