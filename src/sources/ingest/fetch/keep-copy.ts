import { errorText } from "../../../core/errors/error-text.js";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { BadSource } from "../../../core/errors/errors.js";
import { unreadable } from "./open.js";
import type { OpenSource } from "./source.js";

/** Level of compression: higher ones would take longer than the load. */
const LEVEL = 1;

/**
 * Write a compressed copy of a source to a new file, whose directory exists. A failed copy leaves no file.
 * @param digest of the source when it was opened
 * @throws BadSource if it cannot be read or written, or was changed since, the signal's reason
 */
export async function keepCopy(source: OpenSource, path: string, digest: string, signal?: AbortSignal): Promise<void> {
  const hash = createHash("sha256");
  const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    const copy = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await pipeline(createReadStream(source.path), hashed, createGzip({ level: LEVEL }), copy, { signal });
    if (hash.digest("hex") !== digest) throw new BadSource(errorText("changed_while_read", { name: source.name }));
  } catch (error) {
    await rm(path, { force: true });
    signal?.throwIfAborted();
    if (error instanceof BadSource) throw error;
    const cause = error as NodeJS.ErrnoException;
    if (cause.path === source.path || cause.syscall === "read") throw unreadable(source.name, cause);
    throw new BadSource(errorText("no_copy_can_be_kept", { name: source.name, reason: cause.message }), { cause });
  }
}
