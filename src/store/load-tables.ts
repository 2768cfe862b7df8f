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
import { SEGMENTS, segmentPath } from "./disk/file-names.js";
import { readLatePart } from "./disk/late-part.js";
import type { LoadRecord, SegmentReference, State } from "./disk/manifest.js";
import { type Opening, readOpenings } from "./disk/openings-file.js";
import { isShortSegment, type SegmentHeader, withSegment } from "./disk/segment.js";

/** A table that was read from a segment or written to one. */
export interface Loaded {
  readonly model: Model;
  /** The model as it was loaded, without edits. */
  readonly asLoaded: Model;
  readonly engine: Engine;
  /** The segment that holds the table. */
  readonly segment: SegmentReference;
}

/** Describe a small segment, so that its table can be opened later; `null` if it had better be read. Cost: up to a millisecond. */
export type DescribeOpening = () => Opening | null;

/** Tables of a state, and what is known of those that may be opened later. */
export interface LoadedState {
  readonly tables: readonly (readonly [name: string, loaded: Loaded])[];
  /** Segments of which only their openings were read. */
  readonly late: readonly SegmentReference[];
  /** To be written, so that the next start need not read so much; `null` if that is not worth it. */
  readonly openings: readonly DescribeOpening[] | null;
}

/** Small datasets from which on a start does not read them. */
const MANY_SMALL = 1000;
/** Small tables that are read at a start, as a share of all, before openings are written anew. */
const MAX_READ_SHARE = 1 / 16;

/** Tables that are read at the same time: what waits for the disk holds up no other. */
const AT_ONCE = 4;
/** Checksum of no bytes. */
const EMPTY = 0;

/**
 * Open the table of every dataset of a state. Where there are many small ones, those that are known are read later.
 * @param format `null`: read no tables
 * @param manySmall number of small datasets from which on they are read later
 * @throws DamagedStore, ForeignStore; then no table stays in memory
 */
export async function loadAll(
  files: FileSystem,
  directory: string,
  format: TableFormat | null,
  { datasets }: State,
  manySmall = MANY_SMALL,
): Promise<LoadedState> {
  if (!format) return { tables: [], late: [], openings: null };
  const loaded: (readonly [string, Loaded])[] = [];
  const opener = await TableOpener.start(files, directory, format, datasets, manySmall);
  const waiting = datasets.entries();
  const failures: unknown[] = [];
  const openNext = async (): Promise<void> => {
    try {
      for (const [at, { name, current }] of waiting) {
        loaded[at] = [name, opener.openLate(current) ?? (await opener.open(current))];
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
    return { tables: loaded, ...opener.finish() };
  } catch (error) {
    for (const opened of loaded) opened?.[1].engine.dispose();
    throw error;
  }
}

/** Opens the tables of a state, some of them without reading them. */
class TableOpener {
  readonly #models = new AlikeModels();
  readonly #late: SegmentReference[] = [];
  /** Describe small tables that were read. */
  readonly #read: DescribeOpening[] = [];
  readonly #used: Opening[] = [];

  private constructor(
    private readonly files: FileSystem,
    private readonly directory: string,
    private readonly format: TableFormat,
    /** Openings of small segments, by the names of these; `null` if there are few. */
    private readonly known: ReadonlyMap<string, Opening> | null,
  ) {}

  static async start(
    files: FileSystem,
    directory: string,
    format: TableFormat,
    datasets: State["datasets"],
    manySmall: number,
  ): Promise<TableOpener> {
    const small = datasets.filter(({ current }) => isShortSegment(current.segment)).length;
    const isWorthIt = format.openLate !== undefined && small >= manySmall;
    return new TableOpener(files, directory, format, isWorthIt ? await readOpenings(files, directory) : null);
  }

  async open(load: LoadRecord): Promise<Loaded> {
    const { files, directory, format } = this;
    const onRead =
      this.known && isShortSegment(load.segment)
        ? (describe: DescribeOpening) => void this.#read.push(describe)
        : undefined;
    return openLoad(files, directory, format, load, this.#models, onRead);
  }

  /** Open a table without reading it; `null` if it must be read. */
  openLate({ segment, edits }: LoadRecord): Loaded | null {
    const opening = this.known?.get(segment.file);
    if (opening?.segment.checksum !== segment.checksum) return null;
    const { document, start, lengths, checksums, known } = opening;
    const { asLoaded, model } = readModel({ document }, edits, this.#models);
    const { file: own, length } = segment;
    const file = { path: segmentPath(this.directory, own), name: `${SEGMENTS}/${own}`, bytes: length };
    let end = start;
    const parts = lengths.map((bytes, at) => {
      end += bytes;
      return { file, start: end - bytes, bytes, checksum: checksums[at]! };
    });
    this.#late.push(segment);
    this.#used.push(opening);
    return { model, asLoaded, engine: this.format.openLate!(model, known, parts, readLatePart), segment };
  }

  finish(): Omit<LoadedState, "tables"> {
    const openings = [...this.#used.map((opening) => () => opening), ...this.#read];
    const hasGone = this.known !== null && this.known.size > this.#used.length;
    const isWorthIt = hasGone || this.#read.length > openings.length * MAX_READ_SHARE;
    return { late: this.#late, openings: isWorthIt ? openings : null };
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
 * @param onRead called with what describes it for another start
 * @throws DamagedStore, ForeignStore
 */
export async function openLoad(
  files: FileSystem,
  directory: string,
  format: TableFormat,
  { segment, edits }: LoadRecord,
  models = new AlikeModels(),
  onRead: (describe: DescribeOpening) => void = () => {},
): Promise<Loaded> {
  return withSegment(files, directory, segment, async ({ header, start, readParts }) => {
    const { asLoaded, model } = readModel(header, edits, models);
    const opening = await asWritten(segment, () => format.open(model, header.table, header.lengths));
    try {
      await readParts(opening.parts);
      const engine = await asWritten(segment, () => opening.open());
      const { document } = header;
      const places = placesOf(header, start);
      onRead(() => {
        const known = format.describeLate?.(engine);
        return known ? { segment, document, ...places, known } : null;
      });
      return { model, asLoaded, engine, segment };
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

/** Return where the parts of a small segment are, and their checksums. */
function placesOf(
  { lengths, checksums }: SegmentHeader,
  start: number,
): Pick<Opening, "start" | "lengths" | "checksums"> {
  return { start, lengths, checksums: checksums.map(([checksum = EMPTY]) => checksum) };
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
