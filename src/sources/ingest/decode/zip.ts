import { errorText } from "../../../core/errors/error-text.js";
import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { BadSource } from "../../../core/errors/errors.js";
import type { UnpackBounds } from "../fetch/bounds.js";
import type { SourceFile } from "../fetch/source.js";

/** Maximum number of files in an archive: spreadsheets and packages have dozens. */
const MAX_FILES = 10_000;

/** Number of times that all of an archive may be unpacked, to choose tables and to read them. */
const MAX_PASSES = 4;

/** An open archive of files. */
export interface Zip {
  /** Names of the files, in their order. */
  readonly names: readonly string[];
  /**
   * Unpack a file of the archive.
   * @throws BadSource if it is damaged, encrypted or beyond the bounds
   */
  readonly read: (name: string) => AsyncGenerator<Buffer>;
  readonly close: () => void;
}

/** Open a ZIP archive. @throws BadSource if it is damaged, or has too many files */
export async function openZip(source: SourceFile, bounds: UnpackBounds): Promise<Zip> {
  const zip = await explained(source, () => openPromise(source.path, { lazyEntries: true, autoClose: false }));
  try {
    if (zip.entryCount > MAX_FILES) {
      throw new BadSource(
        errorText("too_many_files_in_archive", { name: source.name, count: MAX_FILES.toLocaleString("en") }),
      );
    }
    const entries = new Map<string, Entry>();
    await explained(source, async () => {
      for await (const entry of eachEntry(zip)) if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
    });
    refuseOverlaps(source, [...entries.values()]);
    const unpacked = { bytes: 0 };
    return {
      names: [...entries.keys()],
      read: (name) => unpack(source, zip, entries.get(name), bounds, unpacked),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Bytes of the header of a file in an archive, without its name. */
const HEADER_BYTES = 30;

/** @throws BadSource if files of an archive share bytes: it would unpack to more than it holds */
function refuseOverlaps(source: SourceFile, entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw damaged(source, new Error(`${JSON.stringify(entry.fileName)} overlaps another file`));
    }
    end = entry.relativeOffsetOfLocalHeader + HEADER_BYTES + entry.compressedSize;
  }
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (use: () => void): void => {
        zip.removeAllListeners();
        use();
      };
      zip.once("entry", (entry: Entry) => settle(() => resolve(entry)));
      zip.once("end", () => settle(() => resolve(null)));
      zip.once("error", (error: Error) => settle(() => reject(error)));
      zip.readEntry();
    });
    if (next === null) return;
    yield next;
  }
}

async function* unpack(
  source: SourceFile,
  zip: ZipFile,
  entry: Entry | undefined,
  { unpackedBytes, unpackRatio, unjudgedBytes }: UnpackBounds,
  all: { bytes: number },
): AsyncGenerator<Buffer> {
  if (!entry) return;
  if (entry.isEncrypted()) throw new BadSource(errorText("protected_by_password", { name: source.name }));
  const packed = { name: source.name, file: JSON.stringify(entry.fileName) };
  const stream = await explained(source, () => openStream(zip, entry));
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      all.bytes += chunk.length;
      if (all.bytes > MAX_PASSES * Math.max(unjudgedBytes, unpackRatio * source.size)) {
        throw new BadSource(errorText("archive_takes_too_much_work", { name: source.name }));
      }
      if (bytes > unpackedBytes) {
        throw new BadSource(
          errorText("packed_file_too_large", { ...packed, bytes: unpackedBytes.toLocaleString("en") }),
        );
      }
      if (bytes > unjudgedBytes && bytes > unpackRatio * entry.compressedSize) {
        throw new BadSource(errorText("file_unpacks_too_far", { ...packed, times: unpackRatio }));
      }
      yield chunk;
    }
  } catch (error) {
    throw error instanceof BadSource ? error : damaged(source, error);
  } finally {
    stream.destroy();
  }
}

function openStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  );
}

async function explained<T>(source: SourceFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw damaged(source, error);
  }
}

function damaged({ name }: SourceFile, cause: unknown): BadSource {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BadSource(errorText("damaged_archive_or_spreadsheet", { name, reason }), { cause });
}
