import { join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { generationIn, generationOf, isSegment, isSetAside, SEGMENTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { EMPTY_STATE, type Manifest, type State } from "./manifest.js";
import { findLoss, findRights, restoreRights } from "./lost-rights.js";
import { listNames } from "./read-bytes.js";
import type { StoredRights } from "./rights.js";
import { type BlocksRead, readManifest, type ReadManifest } from "./read-manifest.js";

/** The contents of a data directory that no process is writing to. */
export interface Recovered<T> {
  /** The newest intact generation, with the newest rights; `null` if nothing was ever written. */
  readonly current: Manifest | null;
  /** Rights as stored; `null` if there are none, or they are damaged. */
  readonly rights: StoredRights | null;
  /** True if the rights of `current` are not those of its manifest and should be written. */
  readonly isRestored: boolean;
  /** Sentences about the rights, and about records of which a copy is damaged, for operators. */
  readonly otherReasons: readonly string[];
  /** The newest readable generation before it; `null` if there is none. */
  readonly previous: Manifest | null;
  /** The result of `open` for the current generation. */
  readonly opened: T;
  /** Damaged generations, to be set aside: newer than the current one, or unreadable. */
  readonly damages: readonly Damage[];
  /** Names of files that were set aside earlier. */
  readonly earlier: readonly string[];
  /** The highest generation number ever used, even by an interrupted write. */
  readonly last: number;
}

export interface Damage {
  readonly generation: number;
  readonly error: string;
}

/**
 * Find the newest intact generation and open it. Files of interrupted writes are ignored. Nothing on disk is changed.
 * @param open opens the files that a state refers to; throws DamagedStore if any is damaged
 * @throws DamagedStore if there are generations and none is intact, ForeignStore if another version of the program
 * wrote the files, Unreadable
 */
export async function recover<T>(
  files: FileSystem,
  directory: string,
  open: (state: State) => Promise<T>,
): Promise<Recovered<T>> {
  const names = await listNames(files, directory);
  const segments = await listNames(files, join(directory, SEGMENTS));
  const generations = names.flatMap((name) => generationOf(name) ?? []).toSorted((a, b) => b - a);
  const earlier = [...names, ...segments.map((name) => `${SEGMENTS}/${name}`)].filter(isSetAside);
  const last = Math.max(0, ...names.map(generationIn));
  const damages: Damage[] = [];
  const { rights, damage } = await findRights(files, directory);
  let unusable: Manifest | null = null;
  const read: BlocksRead = new Map();
  for (const [at, generation] of generations.entries()) {
    let manifest: ReadManifest | null = null;
    try {
      manifest = await readManifest(files, directory, generation, read);
      const opened = await open(manifest.state);
      const previous = await findReadable(files, directory, generations.slice(at + 1), read, damages);
      const { state, isChanged, reasons } = restoreRights(manifest, findLoss(names, generation), unusable, rights);
      return {
        current: { ...manifest, state },
        previous,
        opened,
        rights,
        isRestored: isChanged,
        otherReasons: [...damagedParts(damage, [manifest, previous]).map(explainRewritten), ...reasons],
        damages,
        earlier,
        last: Math.max(last, rights?.generation ?? 0),
      };
    } catch (error) {
      damages.push({ generation, error: describeDamage(error) });
      unusable ??= manifest;
    }
  }
  if (generations.length > 0 || earlier.length > 0 || segments.some(isSegment)) throw noneWhole(directory, damages);
  const none = { current: null, previous: null, rights, isRestored: false, otherReasons: [] };
  return { ...none, opened: await open(EMPTY_STATE), damages, earlier, last };
}

/** Describe damage in sentences for operators; none if all is well. */
export function explainRecovery({ current, damages, earlier, otherReasons }: Recovered<unknown>): string[] {
  return [
    ...damages.map(({ generation, error }) => `Generation ${generation} is damaged and not used: ${error}`),
    ...(damages.length > 0 ? [`Generation ${current?.generation} is served`] : []),
    ...otherReasons,
    ...earlier.map((name) => `${name} was set aside earlier; delete it when you no longer need it`),
  ];
}

async function findReadable(
  files: FileSystem,
  directory: string,
  generations: readonly number[],
  read: BlocksRead,
  damages: Damage[],
): Promise<ReadManifest | null> {
  let found: ReadManifest | null = null;
  for (const generation of generations) {
    try {
      found ??= await readManifest(files, directory, generation, read);
    } catch (error) {
      damages.push({ generation, error: describeDamage(error) });
    }
  }
  return found;
}

/** List the errors of files that are damaged without a loss. */
function damagedParts(rights: string | null, manifests: readonly (ReadManifest | null)[]): readonly string[] {
  const spoilt = manifests.flatMap((manifest) => manifest?.spoilt.map(({ error }) => error) ?? []);
  return [...new Set([...(rights === null ? [] : [rights]), ...spoilt])];
}

function explainRewritten(damage: string): string {
  return `${damage}; the next change writes it again`;
}

/**
 * Describe damage, and throw any other error: only damage is a reason to fall back, other files may be readable later.
 */
function describeDamage(error: unknown): string {
  if (error instanceof DamagedStore) return error.message;
  throw error;
}

function noneWhole(directory: string, damages: readonly Damage[]): DamagedStore {
  const errors = damages.map(({ generation, error }) =>
    errorText("generation_damaged", { number: generation, directory, reason: error }),
  );
  return new DamagedStore([
    ...(errors.length > 0 ? errors : [errorText("segments_without_manifest", { directory })]),
    errorText("no_generation_whole", { directory }),
  ]);
}
