import type { TableFormat } from "../engine/storage.js";
import type { Engine } from "../engine/engine.js";
import { DamagedStore, ForeignStore } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import { editModel, NO_EDITS, parseEdits } from "../model/edit/edits.js";
import { parseModel } from "../model/parse/parse.js";
import { readExtras } from "./disk/derived-file.js";
import type { FileSystem } from "./disk/file-system.js";
import { SEGMENTS } from "./disk/file-names.js";
import type { LoadRecord, SegmentReference, State } from "./disk/manifest.js";
import { withSegment } from "./disk/segment.js";

/** A table as it is read. */
export interface Thawed {
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
export async function thawAll(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  { datasets }: State,
): Promise<readonly (readonly [name: string, thawed: Thawed])[]> {
  if (!format) return [];
  const thawed: [string, Thawed][] = [];
  try {
    for (const { name, current, asked = [] } of datasets) {
      const table = await thaw(files, directory, format, current);
      table.engine.askedCuts.resume(asked);
      thawed.push([name, table]);
    }
    // First of all every table has its memory.
    for (const [, table] of thawed) await thawExtras(files, directory, table);
    return thawed;
  } catch (error) {
    for (const [, { engine }] of thawed) engine.dispose();
    throw error;
  }
}

/**
 * Read a table; without a format, only look whether all of it is there.
 * @throws DamagedStore, ForeignStore
 */
export async function thawOrCheck(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  record: LoadRecord,
): Promise<Thawed | null> {
  if (format) {
    const thawed = await thaw(files, directory, format, record);
    await thawExtras(files, directory, thawed);
    return thawed;
  }
  await withSegment(files, directory, record.segment, ({ check }) => check(() => {}));
  return null;
}

/**
 * Read a table straight into memory of its final size. Nothing is looked at before it is checked.
 * @throws DamagedStore, ForeignStore
 */
async function thaw(
  files: FileSystem,
  directory: string,
  format: TableFormat,
  { segment, edits }: LoadRecord,
): Promise<Thawed> {
  return withSegment(files, directory, segment, async ({ header, readParts }) => {
    const { model: asLoaded } = parseModel(JSON.parse(header.document));
    const model = editModel(asLoaded, edits === undefined ? NO_EDITS : parseEdits(edits));
    const thawing = asWritten(segment, () => format.thaw(model, header.table, header.lengths));
    try {
      await readParts(thawing.parts);
      return { model, asLoaded, engine: asWritten(segment, () => thawing.open()), segment };
    } catch (error) {
      thawing.dispose();
      throw error;
    }
  });
}

async function thawExtras(files: FileSystem, directory: string, { engine, segment }: Thawed): Promise<void> {
  if (engine.extras) await readExtras(files, directory, segment, engine.extras);
}

/** What is as it was written, and yet not understood, is not damaged. */
function asWritten<T>({ file }: SegmentReference, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof DamagedStore)) throw cause;
    throw new ForeignStore(`${SEGMENTS}/${file} was written by another version of spendcube: ${cause.message}`, {
      cause,
    });
  }
}
