import type { TableFormat } from "../engine/storage.js";
import type { Engine } from "../engine/engine.js";
import { DamagedStore, ForeignStore } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import { editModel, NO_EDITS, parseEdits } from "../model/edit/edits.js";
import { parseModel } from "../model/parse/parse.js";
import { readDerived } from "./disk/derived-file.js";
import type { FileSystem } from "./disk/file-system.js";
import { SEGMENTS } from "./disk/file-names.js";
import type { LoadRecord, SegmentReference, State } from "./disk/manifest.js";
import { withSegment } from "./disk/segment.js";

/** A table as it is read. */
export interface Loaded {
  readonly model: Model;
  /** The model as it was loaded, without what was written over it. */
  readonly asLoaded: Model;
  readonly engine: Engine;
  /** What it was read from, or written to. */
  readonly segment: SegmentReference;
}

/**
 * Read the tables of every dataset of a state.
 * @param format `null` reads none
 * @throws DamagedStore, ForeignStore; then none of them is held
 */
export async function loadAll(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  { datasets }: State,
): Promise<readonly (readonly [name: string, loaded: Loaded])[]> {
  if (!format) return [];
  const loaded: [string, Loaded][] = [];
  try {
    for (const { name, current, asked = [] } of datasets) {
      const table = await open(files, directory, format, current);
      table.engine.resume(asked);
      loaded.push([name, table]);
    }
    // First of all every table has its memory.
    for (const [, table] of loaded) await thawDerived(files, directory, table);
    return loaded;
  } catch (error) {
    for (const [, { engine }] of loaded) engine.dispose();
    throw error;
  }
}

/**
 * Read a table; without a format, only look whether all of it is there.
 * @throws DamagedStore, ForeignStore
 */
export async function loadOrCheck(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  record: LoadRecord,
): Promise<Loaded | null> {
  if (format) {
    const loaded = await open(files, directory, format, record);
    await thawDerived(files, directory, loaded);
    return loaded;
  }
  await withSegment(files, directory, record.segment, ({ check }) => check(() => {}));
  return null;
}

/**
 * Read a table straight into memory of its final size. Nothing is looked at before it is checked.
 * @throws DamagedStore, ForeignStore
 */
async function open(
  files: FileSystem,
  directory: string,
  format: TableFormat,
  { segment, edits }: LoadRecord,
): Promise<Loaded> {
  return withSegment(files, directory, segment, async ({ header, readParts }) => {
    const { model: asLoaded } = parseModel(JSON.parse(header.document));
    const model = editModel(asLoaded, edits === undefined ? NO_EDITS : parseEdits(edits));
    const opening = await asWritten(segment, () => format.open(model, header.table, header.lengths));
    try {
      await readParts(opening.parts);
      return { model, asLoaded, engine: await asWritten(segment, () => opening.open()), segment };
    } catch (error) {
      opening.dispose();
      throw error;
    }
  });
}

async function thawDerived(files: FileSystem, directory: string, { engine, segment }: Loaded): Promise<void> {
  if (engine.derived) await readDerived(files, directory, segment, engine.derived);
}

/** What is as it was written, and yet not understood, is not damaged. */
async function asWritten<T>({ file }: SegmentReference, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof DamagedStore)) throw cause;
    throw new ForeignStore(`${SEGMENTS}/${file} was written by another version of spendcube: ${cause.message}`, {
      cause,
    });
  }
}
