import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";

/** Return the rules for downloads of commands. A user of this machine can reach private addresses anyway. */
export function operatorDownload(
  directory: string,
  { maxSourceBytes }: { readonly maxSourceBytes: number },
): Omit<DownloadOptions, "signal"> {
  return { directory, bounds: { bytes: maxSourceBytes }, privateAddresses: true };
}
