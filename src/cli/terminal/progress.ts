import { Presets, SingleBar } from "cli-progress";
import type { WorkProgress } from "../../process/control/terminal.js";

/** Create a progress bar with bytes, rows, rate and time left. Call it with `null` to end the bar. */
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
    const isFirst = start === null;
    start ??= performance.now();
    const seconds = Math.max(0.001, (performance.now() - start) / 1000);
    const shown = {
      rows: rows === undefined ? "" : describeRows(rows, isFirst ? null : seconds),
      megabytes: megabytes(bytesRead),
      totalMegabytes: megabytes(bytesTotal),
    };
    if (isFirst) bar.start(bytesTotal, bytesRead, shown);
    else bar.update(bytesRead, shown);
  };
}

function describeRows(rows: number, seconds: number | null): string {
  const rate = seconds === null ? "" : `, ${Math.round(rows / seconds).toLocaleString("en")} per second`;
  return `${rows.toLocaleString("en")} rows${rate} | `;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
