import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SourceCopy } from "../../../store/disk/kept-sources.js";

/** Compressed copies of the sources of one task, until the catalog has them. */
export class SourceCopies {
  readonly #directory: string;
  readonly #paths: string[] = [];
  readonly #built: SourceCopy[] = [];

  /** @param directory of temporary files, on the disk of the data directory */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Finished copies. */
  get built(): readonly SourceCopy[] {
    return this.#built;
  }

  /** Return the path of a new file. */
  async begin(): Promise<string> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const path = join(this.#directory, `copy-${randomUUID()}`);
    this.#paths.push(path);
    return path;
  }

  add(copy: SourceCopy): void {
    this.#built.push(copy);
  }

  /** Remove all files that the catalog did not take. Never rejects: what is left is removed at the next start. */
  async remove(): Promise<void> {
    for (const path of this.#paths) await rm(path, { force: true }).catch(() => {});
  }
}
