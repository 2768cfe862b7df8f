import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { unreadable } from "./open.js";
import type { OpenSource } from "./source.js";

/**
 * Return the SHA-256 of a file's bytes, before unpacking, in hexadecimal digits.
 * @throws BadSource if it cannot be read
 */
export async function digestSource(source: OpenSource, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(source.path), hash, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(source.name, error as NodeJS.ErrnoException);
  }
  return hash.digest("hex");
}
