import { join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { generationOf, isSegment, isSetAside, keptName, manifestName, RIGHTS, SECRET, SEGMENTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { explainKeptDamage } from "./kept-sources.js";
import { type DatasetRecord, keptDigests, type Manifest, type SegmentReference, segmentsOf } from "./manifest.js";
import { findMissing, findRights } from "./lost-rights.js";
import { listNames } from "./read-bytes.js";
import { type BlocksRead, readManifest } from "./read-manifest.js";
import { DamagedBlock } from "./record-blocks.js";
import { isOtherSecret, readSecret } from "./secret.js";
import { withSegment } from "./segment.js";

export interface Verified {
  /** Number of manifests, of files of their records, and of segments and kept sources that any of them refers to. */
  readonly files: number;
  /** Bytes of the segments. */
  readonly bytes: number;
  readonly damages: readonly DamagedFile[];
}

export interface DamagedFile {
  /** Path within the data directory. */
  readonly file: string;
  readonly error: string;
  /** Names of the datasets whose data it holds; empty if not known. */
  readonly datasets: readonly string[];
}

/** Called with the bytes of segments read so far, and in total. */
export type OnVerified = (read: number, total: number) => void;

/** Checks what a segment's table has outside the directory. @returns what is wrong, in a sentence; `null` if nothing is */
export type CheckTable = (header: unknown) => Promise<string | null>;

/**
 * Read every manifest with all its records, every segment and kept source that any of them refers to, the rights and the secret, and verify all checksums. Files that
 * were set aside count as damaged. Derived data is not read, because it can be computed again. Nothing is changed, and
 * the owner of the directory may go on writing.
 * @throws ForeignStore, Unreadable, the errors of `checkTable`
 */
export async function verifyDirectory(
  files: FileSystem,
  directory: string,
  onVerified: OnVerified = () => {},
  checkTable: CheckTable = async () => null,
): Promise<Verified> {
  const names = await listNames(files, directory);
  const segmentNames = await listNames(files, join(directory, SEGMENTS));
  const generations = names.flatMap((name) => generationOf(name) ?? []);
  const damages: ReferencedDamage[] = [];
  const manifests = await readManifests(files, directory, generations, damages);
  const uses = listUses(manifests, (record) => segmentsOf({ datasets: [record] }), fileOf);
  const kept = listUses(manifests, (record) => keptDigests({ datasets: [record] }), keptName);
  await checkSegments({ files, directory, onVerified, checkTable }, uses, damages);
  await checkKept(files, directory, kept, damages);
  // The directory's owner may have removed generations meanwhile, with their files.
  const left = new Set((await listNames(files, directory)).map(generationOf));
  const present = damages.filter(({ generations }) => generations.some((each) => left.has(each)));
  return {
    files: generations.length + new Set(manifests.flatMap(({ blocks }) => blocks)).size + uses.length + kept.length,
    bytes: uses.reduce((sum, { reference }) => sum + reference.length, 0),
    damages: [
      ...new Map(present.map(({ file, error, datasets }) => [`${file} ${error}`, { file, error, datasets }])).values(),
      ...(await checkRights(files, directory, [names, await listNames(files, directory)])),
      ...(await checkSecret(files, directory, manifests)),
      ...findLost(generations, names, segmentNames),
    ],
  };
}

interface ReferencedDamage extends DamagedFile {
  /** Generations that need the file. */
  readonly generations: readonly number[];
}

/** Something that is stored, and the datasets and generations that refer to it. */
interface Use<T> {
  readonly reference: T;
  readonly datasets: readonly string[];
  readonly generations: readonly number[];
}

async function readManifests(
  files: FileSystem,
  directory: string,
  generations: readonly number[],
  damages: ReferencedDamage[],
): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  const read: BlocksRead = new Map();
  for (const generation of generations) {
    try {
      const manifest = await readManifest(files, directory, generation, read, true);
      manifests.push(manifest);
      for (const { file, error } of manifest.spoilt)
        damages.push({ file, error, datasets: [], generations: [generation] });
    } catch (error) {
      if (!(error instanceof DamagedStore)) throw error;
      const file = error instanceof DamagedBlock ? error.file : manifestName(generation);
      damages.push({ file, error: error.message, datasets: [], generations: [generation] });
    }
  }
  return manifests;
}

/**
 * List what datasets refer to.
 * @param references lists what one of them refers to
 * @param nameOf returns the file of that
 */
function listUses<T>(
  manifests: readonly Manifest[],
  references: (record: DatasetRecord) => readonly T[],
  nameOf: (reference: T) => string,
): readonly Use<T>[] {
  const uses = new Map<string, Use<T>>();
  for (const { generation, state } of manifests) {
    for (const record of state.datasets) {
      const { name } = record;
      for (const reference of references(record)) {
        const file = nameOf(reference);
        const { datasets, generations } = uses.get(file) ?? { datasets: [], generations: [] };
        uses.set(file, {
          reference,
          datasets: [...new Set([...datasets, name])],
          generations: [...generations, generation],
        });
      }
    }
  }
  return [...uses.values()];
}

function fileOf({ file }: SegmentReference): string {
  return file;
}

/** Check that kept sources have the content of their digests. */
async function checkKept(
  files: FileSystem,
  directory: string,
  uses: readonly Use<string>[],
  damages: ReferencedDamage[],
): Promise<void> {
  for (const { reference, ...use } of uses) {
    const error = await explainKeptDamage(files, directory, reference);
    if (error !== null) damages.push({ file: keptName(reference), error, ...use });
  }
}

interface Checks {
  readonly files: FileSystem;
  readonly directory: string;
  readonly onVerified: OnVerified;
  readonly checkTable: CheckTable;
}

async function checkSegments(
  { files, directory, onVerified, checkTable }: Checks,
  uses: readonly Use<SegmentReference>[],
  damages: ReferencedDamage[],
): Promise<void> {
  const total = uses.reduce((sum, { reference }) => sum + reference.length, 0);
  let before = 0;
  for (const { reference, ...use } of uses) {
    let read = before;
    const note = (error: string): void => void damages.push({ file: `${SEGMENTS}/${reference.file}`, error, ...use });
    try {
      const table = await withSegment(files, directory, reference, async ({ header, check }) => {
        await check((bytes) => onVerified((read += bytes), total));
        return header.table;
      });
      const error = await checkTable(table);
      if (error !== null) note(error);
    } catch (error) {
      if (!(error instanceof DamagedStore)) throw error;
      note(error.message);
    }
    before += reference.length;
  }
  onVerified(total, total);
}

/**
 * Check the stored rights, and that no manifest is missing.
 * @param listings names of the files, before and after all others were read: a manifest that is missing at one time only
 * was just being written or removed
 */
async function checkRights(
  files: FileSystem,
  directory: string,
  listings: readonly (readonly string[])[],
): Promise<readonly DamagedFile[]> {
  const { rights, damage } = await findRights(files, directory);
  const errors = listings.map((names) => findMissing(names, rights));
  const missing = errors.includes(null) ? [] : errors.slice(-1);
  return [
    ...(damage === null ? [] : [{ file: RIGHTS, error: damage, datasets: [] }]),
    ...missing.flatMap((error) => (error === null ? [] : [{ ...error, datasets: [] }])),
  ];
}

async function checkSecret(
  files: FileSystem,
  directory: string,
  manifests: readonly Manifest[],
): Promise<readonly DamagedFile[]> {
  try {
    const secret = await readSecret(files, directory);
    const newest = manifests.reduce<Manifest | null>(
      (last, each) => (last && last.generation > each.generation ? last : each),
      null,
    );
    if (secret && isOtherSecret(secret, newest?.state.secretMark)) {
      return [{ file: SECRET, error: errorText("secret_of_other_directory", { file: SECRET }), datasets: [] }];
    }
    const isLost = secret === null && manifests.some(({ state }) => state.accounts.length > 0);
    return isLost ? [{ file: SECRET, error: errorText("secret_missing", { file: SECRET }), datasets: [] }] : [];
  } catch (error) {
    if (error instanceof DamagedStore) return [{ file: SECRET, error: error.message, datasets: [] }];
    throw error;
  }
}

/** Find files that were set aside, and segments without any manifest. */
function findLost(
  generations: readonly number[],
  names: readonly string[],
  segmentNames: readonly string[],
): readonly DamagedFile[] {
  const aside = [...names, ...segmentNames.map((name) => `${SEGMENTS}/${name}`)].filter(isSetAside);
  const lost = generations.length === 0 && segmentNames.some(isSegment);
  return [
    ...aside.map((file) => ({ file, error: errorText("stored_file_set_aside", { file }), datasets: [] })),
    ...(lost
      ? [{ file: SEGMENTS, error: errorText("files_without_manifest", { directory: SEGMENTS }), datasets: [] }]
      : []),
  ];
}
