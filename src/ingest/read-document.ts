import { InvalidModel } from "../errors/errors.js";
import { type ParsedModel, parseModel } from "../model/parse/parse.js";
import { MAX_JSON_BYTES, readJson } from "../model/parse/read-json.js";
import type { Address } from "./fetch/address.js";
import { readSourceBytes } from "./decode/bytes.js";
import { sourceBounds } from "./fetch/bounds.js";
import type { DownloadOptions } from "./fetch/download.js";
import { openSource } from "./fetch/open.js";

/**
 * Read a model file, wherever it is.
 * @throws BadSource when it cannot be read, InvalidModel with every fault
 */
export async function readMetadata(address: Address, download: DownloadOptions): Promise<ParsedModel> {
  return parseModel(await readDocument(address, download, "the model"));
}

/**
 * Read a JSON file, wherever it is, packed or not.
 * @param what it is, for messages
 * @throws BadSource when it cannot be read, InvalidModel when it is no JSON within the bounds of a model
 */
export async function readDocument(address: Address, download: DownloadOptions, what: string): Promise<unknown> {
  const bounds = { ...sourceBounds(download), bytes: MAX_JSON_BYTES, unpackedBytes: MAX_JSON_BYTES };
  const source = await openSource(address, { ...download, bounds });
  try {
    if (source.size > MAX_JSON_BYTES) {
      throw new InvalidModel(`${source.name} has ${source.size} bytes; ${what} has ${MAX_JSON_BYTES} at most`);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of readSourceBytes(source, bounds).chunks) chunks.push(chunk);
    return readJson(Buffer.concat(chunks), what);
  } finally {
    await source.close();
  }
}
