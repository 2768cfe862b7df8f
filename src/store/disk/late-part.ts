import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { LatePart } from "../../core/engine/storage.js";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { explainUnopened } from "./read-bytes.js";

/** Read a part of a segment and verify it, at once: a small one takes less time than to wait for it. @throws DamagedStore, Unreadable */
export function readLatePart({ file, start, bytes, checksum }: LatePart, into: Uint8Array): void {
  const { path, name } = file;
  try {
    const opened = openSync(path, "r");
    try {
      if (fstatSync(opened).size > file.bytes) throw new DamagedStore(errorText("stored_file_grown", { file: name }));
      let done = 0;
      for (let read = -1; done < bytes && read !== 0; done += read) {
        read = readSync(opened, into, done, bytes - done, start + done);
      }
      if (done < bytes) throw new DamagedStore(errorText("stored_file_cut_short", { file: name }));
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw explainUnopened(error, name);
  }
  if (crc32(into) === checksum) return;
  throw new DamagedStore(errorText("stored_file_damaged", { file: name, first: start, last: start + bytes }));
}
