import { errorText } from "../../../core/errors/error-text.js";
import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { BadSource } from "../../../core/errors/errors.js";
import type { UnpackBounds } from "../fetch/bounds.js";
import { ANY_SHEET, type RequestedSheets } from "../../../core/model/table-rules.js";
import type { HeldTables, TableHolder } from "./archive.js";
import { explainBinary, isPage, isSpreadsheetXml, isZip } from "../decode/foreign-content.js";
import { SOURCE_CHUNK, FileChunks } from "../fetch/file-chunks.js";
import { unreadable } from "../fetch/open.js";
import type { SourceFile } from "../fetch/source.js";

/** One reading of a source's content. */
export interface SourceBytes {
  /** The unpacked content. A chunk may be overwritten once the next is asked for. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Return the number of bytes read from the file so far, before unpacking. */
  bytesRead(): number;
  /** Return the sheets of a spreadsheet, the files of an archive or the tables of a page, once it is being read; `null` for other files. */
  sheets(): HeldTables | null;
  /** Release the file; required if not all chunks are read. */
  close(): Promise<void>;
}

/**
 * Read a source from its start and unpack gzip, which is detected by its first bytes. A sheet of a spreadsheet is read
 * as CSV.
 * Iterating throws `BadSource` for a file that cannot be read, a gzip file that is damaged or beyond the bounds, and
 * any other archive or binary format.
 * @param sheets those of a spreadsheet, or the files of an archive, that are read
 * @param isTable false for a document, which no archive holds
 */
export function readSourceBytes(
  source: SourceFile,
  bounds: UnpackBounds,
  sheets: RequestedSheets = ANY_SHEET,
  isTable = true,
): SourceBytes {
  let file: FileChunks | ReadStream | null = null;
  let choice: HeldTables | null = null;
  let unzipped = 0;
  async function* read(): AsyncGenerator<Buffer> {
    const form = await formOf(source, isTable);
    try {
      if (form !== "plain" && form !== "gzip") {
        // Few sources are archives, and what reads them takes long to load.
        const { readArchive } = await import("./archive.js");
        yield* readArchive(source, form, bounds, sheets, (found) => (choice = found));
        unzipped = source.size;
        return;
      }

      if (form === "plain") {
        yield* (file = new FileChunks(source.path));
        return;
      }
      const packed = (file = createReadStream(source.path, { highWaterMark: SOURCE_CHUNK }));
      const unpacked = pipeline(packed, createGunzip({ chunkSize: SOURCE_CHUNK }), () => {});
      yield* limitUnpacking(unpacked, source, packed, bounds);
    } catch (error) {
      throw readFailure(source, error as NodeJS.ErrnoException);
    }
  }
  const chunks = read();
  return {
    chunks,
    bytesRead: () => file?.bytesRead ?? unzipped,
    sheets: () => choice,
    close: async () => {
      await chunks.return(undefined);
    },
  };
}

async function* limitUnpacking(
  chunks: AsyncIterable<Buffer>,
  { name }: SourceFile,
  packed: ReadStream,
  { unpackedBytes, unpackRatio, unjudgedBytes }: UnpackBounds,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > unpackedBytes) {
      throw new BadSource(errorText("gzip_too_large", { name, bytes: unpackedBytes.toLocaleString("en") }));
    }
    if (bytes > unjudgedBytes && bytes > unpackRatio * packed.bytesRead) {
      throw new BadSource(errorText("gzip_unpacks_too_far", { name, times: unpackRatio }));
    }
    yield chunk;
  }
}

/** Find out how a file is packed. @throws BadSource for any other archive or binary format */
async function formOf(source: SourceFile, isTable: boolean): Promise<"plain" | "gzip" | TableHolder> {
  const head = await firstBytes(source, 1024);
  const magic = head.subarray(0, 16);
  if (magic[0] === 0x1f && magic[1] === 0x8b) return "gzip";
  if (isTable && isZip(magic)) return "zip";
  const foreign = explainBinary(magic);
  if (foreign !== null) throw new BadSource(`${source.name} ${foreign}`);
  if (isTable && isSpreadsheetXml(head)) return "xml";
  if (!isTable || !isPage(head)) return "plain";
  const { listPageTables } = await import("./source-tables.js");
  return (await listPageTables(source)) === null ? "plain" : "page";
}

async function firstBytes(source: SourceFile, count: number): Promise<Buffer> {
  try {
    const file = await open(source.path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unreadable(source.name, cause as NodeJS.ErrnoException);
  }
}

function readFailure(source: SourceFile, error: NodeJS.ErrnoException): Error {
  if (error.code === "Z_BUF_ERROR") {
    return new BadSource(errorText("gzip_cut_short", { name: source.name }), {
      cause: error,
    });
  }
  if (error.code?.startsWith("Z_")) {
    const message = `${source.name} is a damaged gzip file (${error.message}); fetch or compress it again`;
    return new BadSource(message, { cause: error });
  }
  return error.code === undefined || error instanceof BadSource ? error : unreadable(source.name, error);
}
