import { isAbsolute } from "node:path";
import type { LoadedSource } from "../../../store/dataset.js";

/** A source as readers see it. */
export interface LoadedFrom {
  readonly id: number;
  readonly label: string;
  /** `null` for a file. */
  readonly url: string | null;
  /** ISO 8601, UTC. */
  readonly loaded: string;
}

/** Name a source for readers. The path of a file on the server is not revealed, only its name. */
export function nameLoaded({ id, url, loaded }: Pick<LoadedSource, "id" | "url" | "loaded">): LoadedFrom {
  const isRemote = /^https?:\/\//i.test(url);
  return { id, label: isRemote ? url : fileName(url), url: isRemote ? url : null, loaded: loaded.toISOString() };
}

/** Return the name of a file without its folder on this machine; other sources as they are. */
export function withoutFolder(url: string): string {
  return isAbsolute(url) ? fileName(url) : url;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Write the digest of a source's file, as `sha-256:` and 64 hexadecimal digits; `null` if it is not known. */
export function digestOf({ content }: Pick<LoadedSource, "content">): string | null {
  return content ? writeDigest(content.digest) : null;
}

/** Write a digest with the name of its algorithm. */
export function writeDigest(digest: string): string {
  return `sha-256:${digest}`;
}
