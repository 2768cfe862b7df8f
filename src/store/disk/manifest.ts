import { join } from "node:path";
import type { Hints } from "../../engine/engine.js";
import { DamagedStore } from "../../errors/errors.js";
import { MANIFEST, packEnvelope, readEnvelope } from "./envelope.js";
import { manifestName } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { expectEnd, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

/** Everything that the store holds, as of one write. Never changed, only replaced by the next. */
export interface Manifest {
  /** Counts the writes; never used again. */
  readonly generation: number;
  readonly state: State;
}

export interface State {
  readonly datasets: readonly DatasetRecord[];
  /** Of users, in the order in which they were added. */
  readonly accounts: readonly AccountRecord[];
  readonly runs: readonly RunRecord[];
}

/** Of a load, with whatever `api` says of it. Goes with its dataset. */
export interface RunRecord {
  readonly dataset: string;
  /** Positive, unique among those of the dataset. */
  readonly id: number;
}

export const EMPTY_STATE: State = { datasets: [], accounts: [], runs: [] };

export interface DatasetRecord {
  readonly name: string;
  readonly private: boolean;
  readonly managers: readonly string[];
  /** ISO 8601, as all times here. */
  readonly created: string;
  readonly lastModified: string;
  /** Unlike that of any other version of any dataset. */
  readonly version: string;
  readonly current: LoadRecord;
  /** What the last load replaced. */
  readonly previous: LoadRecord | null;
  /** How often which dimensions were cut until the last load; absent where none was. */
  readonly asked?: Hints;
}

/** A user. */
export interface AccountRecord {
  /** Never that of another user, whatever their name. */
  readonly id: string;
  /** Unlike every other, letter case aside. */
  readonly name: string;
  readonly fullname: string | null;
  readonly email: string | null;
  readonly admin: boolean;
  /** Raised when the key is replaced. */
  readonly keyVersion: number;
  /** Hash of the password, in the form that `access` gives it; `null` where none was set. */
  readonly password: string | null;
  readonly created: string;
}

/** What a load left. */
export interface LoadRecord {
  readonly numEntries: number;
  readonly sources: readonly SourceRecord[];
  /** The source that was loaded last: its entries are all its own. Absent where that is not known. */
  readonly lastSource?: number;
  /** What was written over the model file that the segment holds, as JSON text; absent where nothing was. */
  readonly edits?: string;
  readonly segment: SegmentReference;
}

export interface SourceRecord {
  readonly id: number;
  readonly url: string;
  readonly loaded: string;
  /** The file that was loaded; absent where that is not known. */
  readonly content?: SourceContent;
  /** How its rows become those of the model, as JSON text; absent where the file alone says so. */
  readonly layout?: string;
}

/** What tells a file from what it may have become since. */
export interface SourceContent {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  /** `ETag` and `Last-Modified` as the server sent them. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Whether rows of it were left out because they could not be loaded. */
  readonly rejected: boolean;
}

export interface SegmentReference {
  /** Name of the file, in the directory of segments. */
  readonly file: string;
  /** Of the file, in bytes. */
  readonly length: number;
  /** Of its header, which holds those of everything after it. */
  readonly checksum: number;
}

/** Every segment that a state refers to. */
export function segmentsOf({ datasets }: State): readonly SegmentReference[] {
  return datasets.flatMap(({ current, previous }) => [current.segment, ...(previous ? [previous.segment] : [])]);
}

/** @throws what `writeFile` throws */
export async function writeManifest(files: FileSystem, directory: string, manifest: Manifest): Promise<void> {
  const path = join(directory, manifestName(manifest.generation));
  await writeFile(files, path, [packEnvelope(MANIFEST, manifest)]);
}

/** @throws DamagedStore, ForeignStore */
export async function readManifest(files: FileSystem, directory: string, generation: number): Promise<Manifest> {
  const name = manifestName(generation);
  return withFile(files, join(directory, name), name, async (file) => {
    const { value, length } = await readEnvelope(MANIFEST, file, name);
    await expectEnd(file, length, name);
    const manifest = value as Manifest;
    if (manifest.generation !== generation) throw new DamagedStore(`${name} is that of another generation`);
    return manifest;
  });
}
