import { Presets, SingleBar } from "cli-progress";
import type { WorkProgress } from "../control/terminal.js";

/** A bar on a terminal with rows, bytes, rate and time left. */
export function makeProgressBar(stream: NodeJS.WritableStream): (progress: WorkProgress | null) => void {
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
  return (progress) => {
    if (!progress) {
      if (start !== null) bar.stop();
      start = null;
      return;
    }
    const { rows, bytesRead, bytesTotal } = progress;
    if (start === null) {
      start = performance.now();
      bar.start(bytesTotal, 0);
    }
    const seconds = Math.max(0.001, (performance.now() - start) / 1000);
    bar.update(bytesRead, {
      rows: rows === undefined ? "" : describeRows(rows, seconds),
      megabytes: megabytes(bytesRead),
      totalMegabytes: megabytes(bytesTotal),
    });
  };
}

function describeRows(rows: number, seconds: number): string {
  return `${rows.toLocaleString("en")} rows, ${Math.round(rows / seconds).toLocaleString("en")} a second | `;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
