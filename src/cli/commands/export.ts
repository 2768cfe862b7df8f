import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFormat } from "../../calls/formats.js";
import { exportEntries } from "../../calls/reading/entries/export.js";
import { requireDataset } from "../../calls/reading/lookup/require-dataset.js";
import type { Call } from "./call.js";

interface Options {
  readonly format: ExportFormat;
}

/** Write all entries of a dataset. */
export async function exportDataset({ place, args, options, terminal, signal }: Call<Options>): Promise<number> {
  const { catalog } = await place.open();
  const reading = catalog.beginReading();
  try {
    const entries = Readable.from(exportEntries(requireDataset(catalog, args[0]!), options.format));
    reading.seal();
    await pipeline(entries, terminal.out, { end: false, signal });
    return 0;
  } finally {
    reading.end();
  }
}
