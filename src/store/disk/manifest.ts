/** The contents of the store after one write. Immutable: the next write adds another. */
export interface Manifest {
  /** Number of the write; never reused. */
  readonly generation: number;
  readonly state: State;
  /** Names of the files that hold the records of its long lists. */
  readonly blocks: readonly string[];
  /** Bytes of its file and of these. */
  readonly bytes: number;
}

/** Datasets, users and runs of one generation. */
export interface State {
  readonly datasets: readonly DatasetRecord[];
  /** Users, in the order in which they were added. */
  readonly accounts: readonly AccountRecord[];
  readonly runs: readonly RunRecord[];
  /** The last version numbers of datasets that were dropped; absent if there are none. */
  readonly dropped?: readonly DroppedRecord[];
  /** Named unions of datasets; absent if there are none. */
  readonly collections?: readonly CollectionRecord[];
  /** Mark of the secret that the keys of the users are derived from; absent if there was none when it was written. */
  readonly secretMark?: string;
}

/** A name for several datasets. */
export interface CollectionRecord {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly members: CollectionMembers;
  /** Crosswalks by which its datasets get dimensions in common; absent: none. */
  readonly crosswalks?: readonly CollectionCrosswalk[];
  /** ISO 8601. */
  readonly created: string;
}

/** A crosswalk for one dataset of a collection. */
export interface CollectionCrosswalk {
  readonly dataset: string;
  /** Dimension or attribute of the dataset that is translated; `null`: the only one that the crosswalk has, too. */
  readonly from: string | null;
  /** Name of the crosswalk. */
  readonly through: string;
  /** Dimension or attribute of the crosswalk to translate to. */
  readonly to: string;
}

/** The datasets of a collection: by their names, or those that meet every part of a rule. */
export type CollectionMembers =
  | { readonly datasets: readonly string[] }
  | {
      readonly territory?: string;
      readonly category?: string;
      readonly taxonomy?: string;
      readonly tag?: string;
    };

/** A dataset that was dropped: a later one of its name goes on counting. */
export interface DroppedRecord {
  /** Hash of its name: nothing else of it is kept. */
  readonly hash: string;
  readonly lastVersion: number;
}

/** A record of a load, with further properties that `api` adds. It is removed with its dataset. */
export interface RunRecord {
  readonly dataset: string;
  /** Positive, unique within the dataset. */
  readonly id: number;
  /** Id of the user who requested it; `null` for the operator. */
  readonly user: string | null;
  /** Managers of the dataset when the run began, as in `DatasetRecord`. */
  readonly managers: readonly string[];
  /** ISO 8601. */
  readonly queued: string;
}

export const EMPTY_STATE: State = { datasets: [], accounts: [], runs: [] };

export interface DatasetRecord {
  readonly name: string;
  readonly private: boolean;
  /** Ids of users, and `name:` with the name of each user who has no account yet. */
  readonly managers: readonly string[];
  /** ISO 8601, like all times here; with the name it tells a dataset from a later one of the same name. */
  readonly created: string;
  readonly lastModified: string;
  /** Unique among all versions of all datasets. */
  readonly version: string;
  readonly current: LoadRecord;
  /** The versions before it, the newest first, also those whose data is no longer stored. */
  readonly earlier: readonly VersionRecord[];
}

/** A user. */
export interface AccountRecord {
  /** Unique, and never reused for another user of the same name. */
  readonly id: string;
  /** Unique, ignoring case. */
  readonly name: string;
  readonly fullname: string | null;
  readonly email: string | null;
  readonly admin: boolean;
  /** Incremented when the key is replaced. */
  readonly keyVersion: number;
  /** Password hash in the format of `access`; `null` if no password is set. */
  readonly password: string | null;
  readonly created: string;
}

/** One version of a dataset, as a load left it. */
export interface VersionRecord {
  /** Positive, counted from 1, never used again. */
  readonly number: number;
  /** When it became current. */
  readonly since: string;
  readonly numEntries: number;
  /** Exact grand total of each measure, by name; absent if it was loaded by an earlier version of the program. */
  readonly totals?: readonly (readonly [measure: string, total: string])[];
  readonly sources: readonly SourceRecord[];
  /** Id of the most recently loaded source; no other source has overwritten its entries. Absent if not known. */
  readonly lastSource?: number;
  /** Edits of the model file in the segment, as JSON text; absent if there are none. */
  readonly edits?: string;
  /** When it was edited last; absent if it never was. */
  readonly edited?: string;
  /** Number of the version that a rollback restored as this one; absent if it was loaded. */
  readonly restored?: number;
  readonly note?: string;
  /** True if only managers may read it once it is no longer current: it was loaded while the dataset was private. */
  readonly withheld?: true;
  /** True if its data was purged: no file of the directory has any of it. */
  readonly purged?: true;
  /** Holds the data; `null` if it is no longer stored. */
  readonly segment: SegmentReference | null;
}

/** A version whose data is stored. */
export interface LoadRecord extends VersionRecord {
  readonly segment: SegmentReference;
}

export interface SourceRecord {
  readonly id: number;
  readonly url: string;
  readonly loaded: string;
  /** The file that was loaded; absent if not known. */
  readonly content?: SourceContent;
  /** Layout that maps the file's rows to the model's, as JSON text; absent if the file needs none. */
  readonly layout?: string;
}

/** Facts by which a later load recognises an unchanged file. */
export interface SourceContent {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  /** `ETag` and `Last-Modified` as the server sent them. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** True if rows were left out because they could not be loaded. */
  readonly rejected: boolean;
  /** True if a copy of the file is stored beside the versions that have it. */
  readonly kept?: true;
}

export interface SegmentReference {
  /** Name of the file in the segments directory. */
  readonly file: string;
  /** Length of the file in bytes. */
  readonly length: number;
  /** Checksum of its header, which holds the checksums of all parts. */
  readonly checksum: number;
}

/** List every segment that a state refers to. One that was restored is listed more than once. */
export function segmentsOf({ datasets }: Pick<State, "datasets">): readonly SegmentReference[] {
  return datasets.flatMap((record) => listVersions(record).flatMap(({ segment }) => segment ?? []));
}

/** List the digests of the files of sources that are kept with the versions of a state; some are listed more than once. */
export function keptDigests({ datasets }: Pick<State, "datasets">): readonly string[] {
  return datasets.flatMap((record) => listVersions(record).flatMap(digestsOf));
}

/** List the digests of the files of sources that are kept with a version. */
export function digestsOf({ segment, sources }: VersionRecord): readonly string[] {
  return segment ? sources.flatMap(({ content }) => (content?.kept ? content.digest : [])) : [];
}

/** List all versions of a dataset, the newest first. */
export function listVersions({ current, earlier }: DatasetRecord): readonly VersionRecord[] {
  return [current, ...earlier];
}
