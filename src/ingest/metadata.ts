import { readFile } from "node:fs/promises";
import { InvalidModel } from "../errors/errors.js";
import type { ParsedModel } from "../model/parse.js";
import { MAX_MODEL_BYTES, readModel } from "../model/read-model.js";
import type { Address } from "./address.js";
import type { DownloadOptions } from "./download.js";
import { openSource, unreadable } from "./open.js";

/**
 * Read a model file, wherever it is.
 * @throws BadSource when it cannot be read, InvalidModel with every fault
 */
export async function readMetadata(address: Address, download: DownloadOptions): Promise<ParsedModel> {
  const bounds = { ...download.bounds, bytes: MAX_MODEL_BYTES };
  const source = await openSource(address, { ...download, bounds });
  try {
    if (source.size > MAX_MODEL_BYTES) {
      throw new InvalidModel(`${source.name} has ${source.size} bytes; a model has ${MAX_MODEL_BYTES} at most`);
    }
    const bytes = await readFile(source.path).catch((cause) => {
      throw unreadable(source.name, cause);
    });
    return readModel(bytes);
  } finally {
    await source.close();
  }
}
