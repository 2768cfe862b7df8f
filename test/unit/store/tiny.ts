import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { Engine } from "#src/core/engine/engine.js";
import { ownerNames } from "#src/store/disk/owners.js";
import { NotFound } from "#src/core/errors/errors.js";
import type { Model } from "#src/core/model/cube.js";
import { editModel } from "#src/core/model/edit/edits.js";
import type { Catalog } from "#src/store/catalog.js";
import type { Load } from "#src/store/load.js";
import { spendingModel } from "../../fixtures.js";
import type { MemoryDisk } from "./disk/memory-disk.js";

/** A table that consists of one text, which the store must return unchanged. */
export interface TinyEngine extends Engine {
  readonly text: string;
  readonly isDisposed: boolean;
}

/** Open tables that were not disposed of, by text. They are in shared memory, like real tables. */
export interface TinyFormat extends TableFormat {
  readonly unopened: number;
}

export function tinyFormat(): TinyFormat {
  let unopened = 0;
  return {
    get unopened() {
      return unopened;
    },
    build: () => {
      throw new Error("Tiny tables are made by hand");
    },
    serialize: (engine) => {
      const bytes = Buffer.from((engine as TinyEngine).text);
      const half = bytes.length >> 1;
      return {
        header: { letters: bytes.length },
        parts: [bytes.subarray(0, half), Buffer.alloc(0), bytes.subarray(half)],
      };
    },
    open: (_, header, lengths) => {
      unopened++;
      const parts = lengths.map((length) => new Uint8Array(new SharedArrayBuffer(length)));
      return {
        parts,
        open() {
          unopened--;
          const text = Buffer.concat(parts).toString();
          if (Buffer.byteLength(text) !== (header as { letters: number }).letters) throw new Error("not that header");
          return tinyEngine(text);
        },
        dispose: () => void unopened--,
      };
    },
  };
}

export function tinyEngine(text: string): TinyEngine {
  let isDisposed = false;
  const engine = {
    text,
    numEntries: text.length,
    get isDisposed() {
      return isDisposed;
    },
    dispose() {
      if (isDisposed) throw new Error(`${text} is disposed already`);
      isDisposed = true;
    },
  };
  // The store uses nothing else of an engine.
  return engine as unknown as TinyEngine;
}

const MODEL = spendingModel();

export function namedModel(name: string): Model {
  const { document, dataset } = MODEL;
  return {
    ...MODEL,
    document: { ...document, dataset: { ...document.dataset, name } },
    dataset: { ...dataset, name },
  };
}

/** Load a text into a dataset. */
export async function loadText(
  catalog: Catalog,
  name: string,
  text: string,
  changes: Partial<Load> = {},
): Promise<TinyEngine> {
  const base = catalog.get(name);
  const engine = tinyEngine(text);
  const sources = [{ id: 1, url: `/${text.slice(0, 10)}.csv`, loaded: new Date("2020-02-02T02:02:02.222Z") }];
  await catalog.publish({
    model: namedModel(name),
    engine,
    sources,
    base,
    private: false,
    managers: [],
    ...changes,
  });
  return engine;
}

let copies = 0;

/** Load a text into a dataset, and keep the file that it is from: it has the text, too. */
export async function loadKept(
  catalog: Catalog,
  disk: MemoryDisk,
  name: string,
  text: string,
  changes: Partial<Load> = {},
): Promise<TinyEngine> {
  const path = `/copy-${copies++}`;
  // Stored, so that tests find the text.
  disk.put(path, gzipSync(text, { level: 0 }));
  const digest = createHash("sha256").update(text).digest("hex");
  const content = { digest, etag: null, lastModified: null, rejected: false, kept: true } as const;
  const source = { id: 1, url: "/kept.csv", loaded: new Date("2020-02-02T02:02:02.222Z"), content };
  return loadText(catalog, name, text, { sources: [source], copies: [{ path, digest }], ...changes });
}

/** Edit the label of a dataset. */
export async function labelDataset(catalog: Catalog, name: string, label: string): Promise<void> {
  const dataset = catalog.get(name);
  if (!dataset) throw new NotFound(name);
  await catalog.changeModel(dataset, editModel(dataset.asLoaded, new Map([["dataset.label", label]])));
}

/** Describe a catalog: the text of each dataset, the key version of each user, and everything else that may change. */
export function describeCatalog(catalog: Catalog): Readonly<Record<string, string>> {
  const described = catalog.list().map(({ model, asLoaded, engine, managers, ...dataset }) => {
    const edited = model.dataset.label === asLoaded.dataset.label ? [] : [JSON.stringify(model.dataset.label)];
    const words = [
      (engine as TinyEngine).text,
      dataset.private ? "private" : "public",
      ...ownerNames(catalog, managers),
      ...edited,
    ];
    return [model.dataset.name, words.join(" ")] as const;
  });
  const users = catalog.accounts.map(({ name, keyVersion, password }) => {
    return [`user ${name}`, `${keyVersion} ${password ?? ""}`] as const;
  });
  return Object.fromEntries([...described, ...users].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
