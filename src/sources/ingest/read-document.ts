import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { InvalidModel } from "../../core/errors/errors.js";
import { type ParsedModel, parseModel } from "../../core/model/parse/parse.js";
import { MAX_JSON_BYTES, readJson } from "../../core/model/parse/read-json.js";
import type { Address } from "./fetch/address.js";
import { readSourceBytes } from "./tables/bytes.js";
import { sourceBounds } from "./fetch/bounds.js";
import type { DownloadOptions } from "./fetch/download.js";
import { openSource } from "./fetch/open.js";

/**
 * Read a model from a local file or a URL.
 * @throws BadSource if it cannot be read, InvalidModel with every error in it
 */
export async function readMetadata(address: Address, download: DownloadOptions): Promise<ParsedModel> {
  return parseModel(await readDocument(address, download, phraseText("the_model")));
}

/**
 * Read JSON from a local file or a URL, gzipped or not.
 * @param what name of the document's kind for messages, such as "the model"
 * @throws BadSource if it cannot be read, InvalidModel if it is not JSON or larger than a model may be
 */
export async function readDocument(address: Address, download: DownloadOptions, what: string): Promise<unknown> {
  const bounds = { ...sourceBounds(download), bytes: MAX_JSON_BYTES, unpackedBytes: MAX_JSON_BYTES };
  const source = await openSource(address, { ...download, bounds });
  try {
    if (source.size > MAX_JSON_BYTES) {
      throw new InvalidModel(
        errorText("document_too_large", { name: source.name, size: source.size, what, maximum: MAX_JSON_BYTES }),
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of readSourceBytes(source, bounds, undefined, false).chunks) chunks.push(Buffer.from(chunk));
    return readJson(Buffer.concat(chunks), what);
  } finally {
    await source.close();
  }
}
