import { errorText } from "../core/errors/error-text.js";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Conflict, NotFound } from "../core/errors/errors.js";
import type { LayerFacts, ShapeLayer } from "../core/model/shape-layer.js";
import { type FileSystem, nodeFileSystem } from "./disk/file-system.js";
import { makeDirectory, moveFile, writeFile } from "./disk/write-file.js";

/** A layer in the list of a folder. */
interface ListedLayer extends LayerFacts {
  /** Name of its file. */
  readonly file: string;
}

const INDEX = "index.json";
/** Maximum characters of a stored layer. */
export const MAX_LAYER = 200_000;

/** Write a layer as it is stored. @throws Conflict if it is too large */
export function writeLayer(layer: ShapeLayer): string {
  const text = JSON.stringify(layer);
  if (text.length > MAX_LAYER)
    throw new Conflict(errorText("layer_too_large", { name: layer.name, length: text.length, maximum: MAX_LAYER }));
  return text;
}

/**
 * The layers of shapes of a data directory. A list names the files, and replaces the one before at once: after a crash a layer
 * is complete or absent. Every thread reads the list by itself, when it has changed.
 */
export class ShapeFolder {
  readonly #directory: string;
  readonly #files: FileSystem;
  #stamp = "";
  #listed: readonly ListedLayer[] = [];
  readonly #read = new Map<string, ShapeLayer>();
  /** The last change: another waits for it, so that none is lost. */
  #last: Promise<void> = Promise.resolve();

  /** @param directory the data directory */
  constructor(directory: string, files: FileSystem = nodeFileSystem) {
    this.#directory = join(resolve(directory), "shapes");
    this.#files = files;
  }

  /** List the layers by their names. */
  list(): readonly LayerFacts[] {
    return this.#refresh().map(({ file: _file, ...facts }) => facts);
  }

  /** Return a text that changes with every change of the layers; empty without any. */
  version(): string {
    this.#refresh();
    return this.#listed.length === 0
      ? ""
      : createHash("sha1").update(JSON.stringify(this.#listed)).digest("hex").slice(0, 12);
  }

  /** Return a layer. @throws NotFound if there is none of that name */
  get(name: string): ShapeLayer {
    const listed = this.#refresh().find((each) => each.name === name);
    if (!listed) throw new NotFound(errorText("unknown_shapes", { name }));
    const known = this.#read.get(listed.file);
    if (known) return known;
    const layer = JSON.parse(readFileSync(join(this.#directory, listed.file), "utf8")) as ShapeLayer;
    this.#read.set(listed.file, layer);
    return layer;
  }

  /**
   * Add a layer, or replace the one of its name.
   * @param replaced when the one that it replaces was added, `null` for none; absent: any
   * @throws Conflict if it is too large, or if another has replaced that one meanwhile
   */
  async add(layer: ShapeLayer, replaced?: string | null): Promise<void> {
    const text = writeLayer(layer);
    const { shapes, insets: _insets, width: _width, height: _height, ...facts } = layer;
    const file = `${createHash("sha256").update(text).digest("hex").slice(0, 32)}.json`;
    await this.#change(async () => {
      if (replaced !== undefined) this.#refuseOthers(layer.name, replaced);
      await makeDirectory(this.#files, this.#directory);
      await writeFile(this.#files, join(this.#directory, file), [Buffer.from(text)]);
      const others = this.#refresh().filter(({ name }) => name !== layer.name);
      const listed: ListedLayer = { ...facts, numShapes: shapes.length, file };
      await this.#write([...others, listed].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    });
  }

  /** Remove a layer. @throws NotFound if there is none of that name */
  async drop(name: string): Promise<void> {
    await this.#change(async () => {
      const listed = this.#refresh();
      if (!listed.some((each) => each.name === name)) throw new NotFound(errorText("unknown_shapes", { name }));
      await this.#write(listed.filter((each) => each.name !== name));
    });
  }

  #refuseOthers(name: string, replaced: string | null): void {
    const present = this.#refresh().find((each) => each.name === name)?.added ?? null;
    if (present === replaced) return;
    throw new Conflict(errorText(replaced === null ? "shapes_of_name" : "shapes_changed_meanwhile", { name }));
  }

  #change(write: () => Promise<void>): Promise<void> {
    const written = this.#last.then(write);
    this.#last = written.catch(() => {});
    return written;
  }

  /** Write the list, then remove the files that it does not name. */
  async #write(listed: readonly ListedLayer[]): Promise<void> {
    // A file that is replaced in one step stays if that fails.
    const written = join(this.#directory, `new-${randomUUID()}.json`);
    await writeFile(this.#files, written, [Buffer.from(JSON.stringify(listed))]);
    await moveFile(this.#files, written, join(this.#directory, INDEX));
    const used = new Set([INDEX, ...listed.map(({ file }) => file)]);
    for (const name of await this.#files.readdir(this.#directory)) {
      // A file that cannot be removed now is removed after the next change.
      if (!used.has(name)) await this.#files.unlink(join(this.#directory, name)).catch(() => {});
    }
  }

  #refresh(): readonly ListedLayer[] {
    const path = join(this.#directory, INDEX);
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    const stamp = stat ? `${stat.ino} ${stat.mtimeNs} ${stat.size}` : "";
    if (stamp !== this.#stamp) {
      this.#listed = stat ? (JSON.parse(readFileSync(path, "utf8")) as readonly ListedLayer[]) : [];
      this.#stamp = stamp;
      this.#read.clear();
    }
    return this.#listed;
  }
}
