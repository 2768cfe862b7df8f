import { errorText } from "../../../core/errors/error-text.js";
import type { OpenSource } from "./source.js";
import { stat } from "node:fs/promises";
import { BadSource } from "../../../core/errors/errors.js";
import type { Address } from "./address.js";
import { download, type DownloadOptions } from "./download.js";

/**
 * Open a source: a local file in place, a URL as a temporary file.
 * @throws BadSource if it cannot be read
 */
export async function openSource(address: Address, options: DownloadOptions): Promise<OpenSource> {
  return address.kind === "url" ? download(address.url, options) : openFile(address.path, address.name);
}

/**
 * Open a local file.
 * @param called its name in messages
 * @throws BadSource if there is no readable regular file at the path
 */
export async function openFile(path: string, called = path): Promise<OpenSource> {
  return openAs(path, `"${called}"`);
}

/**
 * Open a local file under the name of another source, which it is a copy of.
 * @throws BadSource as `openFile`
 */
export async function openAs(path: string, name: string): Promise<OpenSource> {
  const stats = await stat(path).catch((cause) => {
    throw unreadable(name, cause);
  });
  if (stats.isDirectory()) throw new BadSource(errorText("is_a_directory", { name }));
  if (!stats.isFile()) throw new BadSource(errorText("not_regular_file", { name }));
  return { path, name, size: stats.size, version: null, close: async () => {} };
}

/** Turn an error of the file system into a message for the user who named the file. */
export function unreadable(name: string, cause: NodeJS.ErrnoException): BadSource {
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR")
    return new BadSource(errorText("no_file", { name }), { cause });
  if (cause.code === "EACCES" || cause.code === "EPERM") {
    return new BadSource(errorText("permission_denied", { name }), { cause });
  }
  return new BadSource(errorText("cannot_be_read", { name, reason: cause.message }), { cause });
}
