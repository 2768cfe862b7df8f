import type { TableFormat } from "../core/engine/storage.js";
import type { Engine } from "../core/engine/engine.js";
import { errorText } from "../core/errors/error-text.js";
import { DamagedStore, ForeignStore } from "../core/errors/errors.js";
import type { Model } from "../core/model/cube.js";
import { editModel, NO_EDITS, parseEdits } from "../core/model/edit/edits.js";
import { AlikeModels } from "../core/model/parse/alike-models.js";
import { parseStoredModel } from "../core/model/parse/parse-stored.js";
import { readDerived } from "./disk/derived-file.js";
import type { FileSystem } from "./disk/file-system.js";
import { SEGMENTS } from "./disk/file-names.js";
import type { LoadRecord, SegmentReference, State } from "./disk/manifest.js";
import { type SegmentHeader, withSegment } from "./disk/segment.js";

/** A table that was read from a segment or written to one. */
export interface Loaded {
  readonly model: Model;
  /** The model as it was loaded, without edits. */
  readonly asLoaded: Model;
  readonly engine: Engine;
  /** The segment that holds the table. */
  readonly segment: SegmentReference;
}

/** Tables that are read at the same time: what waits for the disk holds up no other. */
const AT_ONCE = 4;

/**
 * Read the table of every dataset of a state.
 * @param format `null`: read no tables
 * @throws DamagedStore, ForeignStore; then no table stays in memory
 */
export async function loadAll(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  { datasets }: State,
): Promise<readonly (readonly [name: string, loaded: Loaded])[]> {
  if (!format) return [];
  const loaded: (readonly [string, Loaded])[] = [];
  const models = new AlikeModels();
  const waiting = datasets.entries();
  const failures: unknown[] = [];
  const openNext = async (): Promise<void> => {
    try {
      for (const [at, { name, current }] of waiting) {
        loaded[at] = [name, await openLoad(files, directory, format, current, models)];
        if (failures.length > 0) return;
      }
    } catch (error) {
      failures.push(error);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
    if (failures.length > 0) throw failures[0];
    // Derived data only gets the memory that the tables leave.
    for (const [, table] of loaded) await openDerived(files, directory, table);
    return loaded;
  } catch (error) {
    for (const opened of loaded) opened?.[1].engine.dispose();
    throw error;
  }
}

/**
 * Read a table; without a format, only check that its segment is intact.
 * @returns `null` without a format
 * @throws DamagedStore, ForeignStore
 */
export async function loadOrCheck(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  record: LoadRecord,
): Promise<Loaded | null> {
  if (format) {
    const loaded = await openLoad(files, directory, format, record);
    await openDerived(files, directory, loaded);
    return loaded;
  }
  await withSegment(files, directory, record.segment, ({ check }) => check(() => {}));
  return null;
}

/**
 * Read a table straight into memory of its final size. Data is used only after its checksum was verified.
 * @param models shares what is alike in the models of several tables
 * @throws DamagedStore, ForeignStore
 */
export async function openLoad(
  files: FileSystem,
  directory: string,
  format: TableFormat,
  { segment, edits }: LoadRecord,
  models = new AlikeModels(),
): Promise<Loaded> {
  return withSegment(files, directory, segment, async ({ header, readParts }) => {
    const { asLoaded, model } = readModel(header, edits, models);
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

/**
 * Read the models of all datasets of a state without their tables.
 * @param openOf returns the model of a dataset that is open: its file is not read
 * @returns those whose files are intact
 */
export async function loadModels(
  files: FileSystem,
  directory: string,
  { datasets }: State,
  openOf: (name: string) => Model | undefined,
): Promise<readonly Model[]> {
  const models = new AlikeModels();
  const found: Model[] = [];
  for (const { name, current } of datasets) {
    const open = openOf(name);
    if (open) {
      found.push(open);
      continue;
    }
    try {
      await withSegment(files, directory, current.segment, async ({ header }) => {
        found.push(readModel(header, current.edits, models).model);
      });
    } catch (error) {
      if (!(error instanceof DamagedStore)) throw error;
    }
  }
  return found;
}

/** Return the model in the header of a segment as it was loaded, and as it was edited since. */
function readModel(
  { document }: Pick<SegmentHeader, "document">,
  edits: LoadRecord["edits"],
  models: AlikeModels,
): Pick<Loaded, "asLoaded" | "model"> {
  const asLoaded = models.parse(JSON.parse(document), (file) => parseStoredModel(file).model);
  return { asLoaded, model: editModel(asLoaded, edits === undefined ? NO_EDITS : parseEdits(edits)) };
}

async function openDerived(files: FileSystem, directory: string, { engine, segment }: Loaded): Promise<void> {
  if (engine.derived) await readDerived(files, directory, segment, engine.derived);
}

/** Turn DamagedStore into ForeignStore: the checksums match, so another version of the program wrote the file. */
async function asWritten<T>({ file }: SegmentReference, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof DamagedStore)) throw cause;
    throw new ForeignStore(
      errorText("stored_by_other_version", { file: `${SEGMENTS}/${file}`, reason: cause.message }),
      {
        cause,
      },
    );
  }
}
