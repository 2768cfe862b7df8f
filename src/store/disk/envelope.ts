import { crc32 } from "node:zlib";
import { Packr, Unpackr } from "msgpackr";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore, ForeignStore } from "../../core/errors/errors.js";
import type { OpenFile } from "./file-system.js";
import { readBytesAt } from "./read-bytes.js";

/**
 * A kind of file. Every file of the store begins with this envelope. Integers are 32 bits, little-endian; checksums are
 * CRC-32.
 *
 *      0  text      16 bytes: the kind of the file
 *     16  format    version of the kind's format
 *     20  length    of the value, in bytes
 *     24  checksum  of the value
 *     28  checksum  of the 28 bytes before
 *     32  value     msgpack
 *
 * This layout is the same in every format, so that a file of a newer format is not mistaken for a damaged one.
 */
export interface Kind {
  /** 16 bytes of ASCII. */
  readonly text: string;
  /** The newest format that this program knows; it also reads all older ones. */
  readonly format: number;
}

export const MANIFEST: Kind = { text: "spendcube-mfest\n", format: 5 };
export const RECORDS: Kind = { text: "spendcube-recrd\n", format: 1 };
export const SEGMENT: Kind = { text: "spendcube-segmt\n", format: 3 };
export const DERIVED: Kind = { text: "spendcube-extra\n", format: 2 };
export const CHANGED_ROWS: Kind = { text: "spendcube-chngs\n", format: 1 };
export const FILE_FACTS: Kind = { text: "spendcube-facts\n", format: 1 };
/** Older formats are not read. */
export const OPENINGS: Kind = { text: "spendcube-start\n", format: 2 };

const TEXT = 16;
const PREFIX = 32;

/**
 * Pack a value with its envelope.
 * @param value anything that msgpack can hold; the keys of its objects must not come from users
 */
export function packEnvelope(kind: Kind, value: unknown): Buffer {
  return wrapPacked(kind, new Packr({ useRecords: false }).pack(value));
}

/** Write the envelope of a value that is packed. */
export function wrapPacked(kind: Kind, packed: Buffer): Buffer {
  const bytes = Buffer.alloc(PREFIX + packed.length);
  bytes.write(kind.text, "latin1");
  bytes.writeUInt32LE(kind.format, TEXT);
  bytes.writeUInt32LE(packed.length, TEXT + 4);
  bytes.writeUInt32LE(crc32(packed), TEXT + 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, PREFIX - 4)), PREFIX - 4);
  bytes.set(packed, PREFIX);
  return bytes;
}

/** Return the checksum of an envelope's value, which identifies the envelope. */
export function checksumOf(envelope: Buffer): number {
  return envelope.readUInt32LE(TEXT + 8);
}

export interface Unpacked {
  readonly value: unknown;
  /** Format that the file was written in. */
  readonly format: number;
  readonly checksum: number;
  /** Bytes of the envelope; the offset of the data after it. */
  readonly length: number;
}

/**
 * Read and check the envelope of a file.
 * @param name the file's name in errors
 * @throws DamagedStore if it differs from what was written, ForeignStore if its format is newer than this program
 */
export async function readEnvelope(kind: Kind, file: OpenFile, name: string): Promise<Unpacked> {
  const prefix = Buffer.alloc(PREFIX);
  if ((await readBytesAt(file, prefix, 0)) < PREFIX)
    throw new DamagedStore(errorText("stored_file_cut_short", { file: name }));
  const isKind = prefix.toString("latin1", 0, TEXT) === kind.text;
  if (!isKind || crc32(prefix.subarray(0, PREFIX - 4)) !== prefix.readUInt32LE(PREFIX - 4)) {
    throw new DamagedStore(errorText("stored_file_begins_otherwise", { file: name }));
  }
  const format = prefix.readUInt32LE(TEXT);
  if (format > kind.format) {
    throw new ForeignStore(errorText("stored_file_too_new", { file: name, format, last: kind.format }));
  }
  const packed = Buffer.allocUnsafeSlow(prefix.readUInt32LE(TEXT + 4));
  if ((await readBytesAt(file, packed, PREFIX)) < packed.length)
    throw new DamagedStore(errorText("stored_file_cut_short", { file: name }));
  const checksum = checksumOf(prefix);
  if (crc32(packed) !== checksum) throw new DamagedStore(errorText("stored_file_changed", { file: name }));
  return { value: new Unpackr({ useRecords: false }).unpack(packed), format, checksum, length: PREFIX + packed.length };
}
