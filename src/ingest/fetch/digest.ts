import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { unreadable } from "./open.js";
import type { OpenSource } from "./source.js";

/**
 * The SHA-256 of a file as it is, packed or not, in hexadecimal digits.
 * @throws BadSource when it cannot be read
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
