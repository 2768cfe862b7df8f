import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TableFormat } from "../engine/builder.js";
import type { Dataset } from "./dataset.js";
import { readSnapshot, writeSnapshot } from "./snapshot.js";

const SUFFIX = ".snapshot";

/** The datasets of a data directory by name. A version is on disk before anybody can see it. */
export class Catalog {
  readonly #directory: string;
  readonly #datasets = new Map<string, Dataset>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Read every snapshot of a data directory; one that does not exist has none. */
  static async open(directory: string, format: TableFormat): Promise<Catalog> {
    const catalog = new Catalog(directory);
    for (const file of await listSnapshots(directory)) {
      const dataset = await readSnapshot(join(directory, file), format);
      catalog.#datasets.set(dataset.model.dataset.name, dataset);
    }
    return catalog;
  }

  get(name: string): Dataset | undefined {
    return this.#datasets.get(name);
  }

  /** Every dataset, the last changed first. */
  list(): readonly Dataset[] {
    return [...this.#datasets.values()].toSorted((a, b) => b.lastModified.getTime() - a.lastModified.getTime());
  }

  /** Write a version to the disk, then let everybody see it. */
  async publish(dataset: Dataset): Promise<void> {
    const { name } = dataset.model.dataset;
    await mkdir(this.#directory, { recursive: true });
    await writeSnapshot(this.#path(name), dataset);
    this.#datasets.get(name)?.engine.dispose();
    this.#datasets.set(name, dataset);
  }

  async drop(name: string): Promise<void> {
    await rm(this.#path(name));
    this.#datasets.get(name)?.engine.dispose();
    this.#datasets.delete(name);
  }

  /** Names that differ only in case must not meet on a file system that does not tell case. */
  #path(name: string): string {
    const digest = createHash("sha1").update(name).digest("hex");
    return join(this.#directory, `${digest.slice(0, 20)}${SUFFIX}`);
  }
}

async function listSnapshots(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).filter((file) => file.endsWith(SUFFIX)).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
