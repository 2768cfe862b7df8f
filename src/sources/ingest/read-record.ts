import { errorText } from "../../core/errors/error-text.js";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { DamagedStore } from "../../core/errors/errors.js";
import type { Model } from "../../core/model/cube.js";
import { RecordLines } from "./csv/record-lines.js";
import { rowsOfBatch } from "./csv/rows.js";
import { NotUtf8 } from "./decode/utf8.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import { findFallback } from "./tables/find-fallback.js";
import { openFile } from "./fetch/open.js";
import type { OpenSource } from "./fetch/source.js";
import { declaredEncoding, requestReading, requestedSheetsOf } from "./request-reading.js";
import { startReading } from "./start-reading.js";

/** A request for one record of a file that was loaded. */
export interface RecordRequest {
  /** Path of its compressed copy. */
  readonly path: string;
  /** SHA-256 of its content in hexadecimal digits. */
  readonly digest: string;
  /** Name of the file in messages. */
  readonly name: string;
  /** The model under which it was loaded. */
  readonly model: Model;
  /** Number of the record: 1 is the first after the header. */
  readonly record: number;
  /** Limits for unpacking, as of the load. */
  readonly bounds: UnpackBounds;
  /** Directory of temporary files. */
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}

/** A record as it stands in a file. */
export interface FileRecord {
  /** Texts of the header. */
  readonly columns: readonly string[];
  /** Texts of the record; it may have more or fewer than there are columns. */
  readonly cells: readonly string[];
  /** Line on which it begins; 1 is the first. Lines of comments are not counted. */
  readonly line: number;
}

/** Reads records of files, in this thread or another. */
export interface RecordReader {
  /**
   * @returns `null` if the file has fewer records
   * @throws DamagedStore if the copy is missing, cannot be unpacked or has another content, BadSource if the file cannot be read, OverCapacity
   * if there is not enough memory; the signal's reason
   */
  readRecord(request: RecordRequest): Promise<FileRecord | null>;
}

/** Reads records in this thread, which does little else meanwhile. */
export const recordReaderHere: RecordReader = {
  async readRecord({ path, digest, directory, name, ...request }) {
    // The file may be an archive, which is not read from a stream.
    const unpacked = join(directory, `record-${randomUUID()}`);
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await unpackCopy(path, digest, unpacked, request.signal).catch((cause: Error) => {
        request.signal?.throwIfAborted();
        throw new DamagedStore(errorText("copy_damaged", { name, reason: cause.message }), { cause });
      });
      return await readOpened({ ...request, source: await openFile(unpacked, name) });
    } finally {
      await rm(unpacked, { force: true });
    }
  },
};

/** Unpack a copy into a new file. @throws if it cannot be unpacked, or has another content than its digest says */
export async function unpackCopy(
  path: string,
  digest: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const hash = createHash("sha256");
  const addUp = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const copy = createWriteStream(to, { flags: "wx", mode: 0o600 });
  await pipeline(createReadStream(path), createGunzip(), addUp, copy, { signal });
  if (hash.digest("hex") !== digest) throw new Error("it has another content than when it was written");
}

type OpenedRequest = Pick<RecordRequest, "model" | "record" | "bounds" | "signal"> & { readonly source: OpenSource };

async function readOpened(request: OpenedRequest): Promise<FileRecord | null> {
  try {
    return await readAs(request, null);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    const { model, source, bounds } = request;
    const declared = declaredEncoding(model);
    const fallback = await findFallback({ source, bounds, sheets: requestedSheetsOf(model), declared });
    if (fallback === null) throw error;
    return readAs(request, fallback.name);
  }
}

async function readAs(
  { model, source, bounds, signal, record }: OpenedRequest,
  fallback: string | null,
): Promise<FileRecord | null> {
  const { header, batches, close } = await startReading(requestReading({ model, source, bounds, fallback }));
  try {
    const lines = new RecordLines();
    let before = 0;
    for await (const batch of batches) {
      signal?.throwIfAborted();
      lines.advance(batch.feeds, batch.records, batch.skipped);
      const records = rowsOfBatch(batch);
      const at = record - 1 - before;
      if (at < records.length) return { columns: header.cells, cells: [...records.at(at)!], line: lines.lineOf(at) };
      before += records.length;
    }
    return null;
  } finally {
    await close();
  }
}
