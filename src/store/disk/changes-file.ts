import type { ChangedRows } from "../../core/engine/changed-rows.js";
import { type PartSums, readParts, sumParts } from "./chunks.js";
import { CHANGED_ROWS, packEnvelope, readEnvelope } from "./envelope.js";
import { changesName, SEGMENTS, segmentPath } from "./file-names.js";
import { nodeFileSystem } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { withFile } from "./read-bytes.js";
import { writeWithoutFsync } from "./write-without-fsync.js";

interface ChangesHeader extends PartSums {
  /** Checksums of the segments that are compared. */
  readonly before: number;
  readonly after: number;
}

/**
 * Files of the rows by which versions differ: an envelope with the header, then the rows that were added, removed, changed
 * before and changed after, as unsigned 32-bit integers. Errors are ignored, because all of it can be computed again.
 */
export class ChangesFiles {
  readonly #directory: string;

  /** @param directory the data directory */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async write(before: SegmentReference, after: SegmentReference, rows: ChangedRows): Promise<void> {
    const parts = [rows.added, rows.removed, rows.changed.before, rows.changed.after].map(bytesOf);
    const header: ChangesHeader = {
      before: before.checksum,
      after: after.checksum,
      ...(await sumParts(parts)),
    };
    const path = segmentPath(this.#directory, changesName(before.file, after.file));
    await writeWithoutFsync(nodeFileSystem, path, [packEnvelope(CHANGED_ROWS, header), ...parts]).catch(() => {});
  }

  /** @returns `null` if they were not written, or cannot be read */
  async read(before: SegmentReference, after: SegmentReference): Promise<ChangedRows | null> {
    const file = changesName(before.file, after.file);
    const name = `${SEGMENTS}/${file}`;
    try {
      return await withFile(nodeFileSystem, segmentPath(this.#directory, file), name, async (opened) => {
        const { value, length } = await readEnvelope(CHANGED_ROWS, opened, name);
        const header = value as ChangesHeader;
        if (header.before !== before.checksum || header.after !== after.checksum) return null;
        const [added, removed, earlier, later] = header.lengths.map((bytes) => new Uint32Array(bytes / 4));
        const rows = { added: added!, removed: removed!, changed: { before: earlier!, after: later! } };
        const parts = [rows.added, rows.removed, rows.changed.before, rows.changed.after].map(bytesOf);
        await readParts(opened, name, header, length, (part, first, end) => parts[part]!.subarray(first, end));
        return rows;
      });
    } catch {
      // It may be missing, damaged or of another version.
      return null;
    }
  }
}

function bytesOf(rows: Uint32Array): Uint8Array {
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
}
