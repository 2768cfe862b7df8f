import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ExportFormat, exportEntries } from "../api/export.js";
import { plainFormat } from "../plain/builder.js";
import { Catalog } from "../store/catalog.js";
import { requireDataset } from "./dataset.js";
import type { Terminal } from "./terminal.js";

interface Options {
  readonly data: string;
  readonly format: ExportFormat;
  readonly out?: string;
}

/** Write every entry of a dataset; a file is there whole or, when something fails, as it was. */
export async function exportDataset(terminal: Terminal, name: string, options: Options): Promise<void> {
  const catalog = await Catalog.open(options.data, plainFormat);
  const entries = Readable.from(exportEntries(requireDataset(catalog, name), options.format));
  if (options.out === undefined) {
    await pipeline(entries, terminal.out, { end: false });
    return;
  }
  const beside = `${options.out}.tmp`;
  try {
    await pipeline(entries, createWriteStream(beside));
    await rename(beside, options.out);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
