import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { BadSource } from "../errors/errors.js";
import { type OpenSource, unreadable } from "./open.js";

/** Bytes of a chunk: few milliseconds of parsing, so that other work is not kept waiting. */
const CHUNK = 65_536;

/** The content of a source, once. */
export interface SourceBytes {
  /** Unpacked. */
  readonly chunks: AsyncIterable<Buffer>;
  /** How many bytes of the file have been read, packed as they are. */
  bytesRead(): number;
  /** To be called when not all chunks are read. */
  close(): Promise<void>;
}

/**
 * Read a source from its begin, unpacking gzip, which is known by its first bytes.
 * Iterating throws `BadSource` for a file that cannot be read, a damaged gzip file, another archive.
 */
export function readBytes(source: OpenSource): SourceBytes {
  let file: ReadStream | null = null;
  async function* read(): AsyncGenerator<Buffer> {
    const gzip = await isGzip(source);
    try {
      file = createReadStream(source.path, { highWaterMark: CHUNK });
      yield* gzip ? pipeline(file, createGunzip({ chunkSize: CHUNK }), () => {}) : file;
    } catch (error) {
      throw readFailure(source, error as NodeJS.ErrnoException);
    }
  }
  const chunks = read();
  return {
    chunks,
    bytesRead: () => file?.bytesRead ?? 0,
    close: async () => {
      await chunks.return(undefined);
    },
  };
}

async function isGzip(source: OpenSource): Promise<boolean> {
  const magic = await firstBytes(source, 4);
  if (magic.equals(Buffer.from("PK\u0003\u0004"))) {
    throw new BadSource(`${source.name} is a ZIP archive or a spreadsheet; unpack it, or save it as CSV`);
  }
  return magic[0] === 0x1f && magic[1] === 0x8b;
}

async function firstBytes(source: OpenSource, count: number): Promise<Buffer> {
  const file = await open(source.path).catch((cause) => {
    throw unreadable(source.name, cause);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function readFailure(source: OpenSource, error: NodeJS.ErrnoException): Error {
  if (error.code === "Z_BUF_ERROR") {
    return new BadSource(`${source.name} is a gzip file that is cut short; fetch or pack it again`, { cause: error });
  }
  if (error.code?.startsWith("Z_")) {
    const message = `${source.name} is a damaged gzip file (${error.message}); fetch or pack it again`;
    return new BadSource(message, { cause: error });
  }
  return error.code === undefined ? error : unreadable(source.name, error);
}
