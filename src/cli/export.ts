import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExportFormat, exportEntries } from "../api/export.js";
import { requireDataset } from "./dataset.js";
import type { Terminal } from "./terminal.js";
import { withCatalog } from "./with-catalog.js";

interface Options {
  readonly data: string;
  readonly format: ExportFormat;
  readonly out?: string;
}

/** Write every entry of a dataset; a file is there whole or, when something fails, as it was. */
export async function exportDataset(terminal: Terminal, name: string, options: Options): Promise<void> {
  await withCatalog(options.data, { threads: 1 }, async ({ catalog }) => {
    const entries = Readable.from(exportEntries(requireDataset(catalog, name), options.format));
    if (options.out === undefined) await pipeline(entries, terminal.out, { end: false });
    else await writeWhole(entries, options.out);
  });
}

async function writeWhole(bytes: Readable, path: string): Promise<void> {
  const beside = `${path}.tmp`;
  try {
    await pipeline(bytes, createWriteStream(beside));
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
