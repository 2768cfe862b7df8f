import type { OpenSource } from "./source.js";
import { stat } from "node:fs/promises";
import { BadSource } from "../../errors/errors.js";
import type { Address } from "./address.js";
import { download, type DownloadOptions } from "./download.js";

/**
 * Make a source readable: a file as it is, a URL as a temporary file.
 * @throws BadSource when there is nothing that can be read
 */
export async function openSource(address: Address, options: DownloadOptions): Promise<OpenSource> {
  return address.kind === "url" ? download(address.url, options) : openFile(address.path, address.name);
}

/** @throws BadSource when there is no file that can be read */
export async function openFile(path: string, called = path): Promise<OpenSource> {
  const name = `"${called}"`;
  const stats = await stat(path).catch((cause) => {
    throw unreadable(name, cause);
  });
  if (stats.isDirectory()) throw new BadSource(`${name} is a directory; name the CSV file in it`);
  if (!stats.isFile()) throw new BadSource(`${name} is not a regular file; save its content to one first`);
  return { path, name, size: stats.size, version: null, close: async () => {} };
}

/** What an error of the file system means to whoever named the file. */
export function unreadable(name: string, cause: NodeJS.ErrnoException): BadSource {
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return new BadSource(`There is no file ${name}`, { cause });
  if (cause.code === "EACCES" || cause.code === "EPERM") {
    return new BadSource(`${name} may not be read: permission denied`, { cause });
  }
  return new BadSource(`${name} cannot be read: ${cause.message}`, { cause });
}
