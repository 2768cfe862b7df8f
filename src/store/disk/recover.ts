import { join } from "node:path";
import { DamagedStore } from "../../errors/errors.js";
import { generationIn, generationOf, isSegment, isSetAside, SEGMENTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { EMPTY_STATE, type Manifest, readManifest, type State } from "./manifest.js";
import { listNames } from "./read-bytes.js";

/** What a data directory holds when nobody is writing to it. */
export interface Recovered<T> {
  /** The newest whole generation; `null` where nothing was ever written. */
  readonly current: Manifest | null;
  /** The readable generation before it, where there is one. */
  readonly previous: Manifest | null;
  /** What `open` made of the current generation. */
  readonly opened: T;
  /** Generations that are newer than the current one or cannot be read, and are to be set aside. */
  readonly damages: readonly Damage[];
  /** Names of files that were set aside earlier. */
  readonly earlier: readonly string[];
  /** The highest generation that was ever begun. */
  readonly last: number;
}

export interface Damage {
  readonly generation: number;
  readonly error: string;
}

/**
 * Find the newest whole generation and read it. Files that a write has left half done are not looked at, and nothing
 * is changed.
 * @param open opens what a state refers to; throws DamagedStore when any of it is damaged
 * @throws DamagedStore when there are generations and none is whole, ForeignStore when another version has written here,
 * Unreadable
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
  for (const [at, generation] of generations.entries()) {
    try {
      const current = await readManifest(files, directory, generation);
      const opened = await open(current.state);
      const previous = await findReadable(files, directory, generations.slice(at + 1), damages);
      return { current, previous, opened, damages, earlier, last };
    } catch (error) {
      damages.push({ generation, error: describeDamage(error) });
    }
  }
  if (generations.length > 0 || earlier.length > 0 || segments.some(isSegment)) throw noneWhole(directory, damages);
  return { current: null, previous: null, opened: await open(EMPTY_STATE), damages, earlier, last };
}

/** What those who look after the directory have to know. */
export function describeRecovery({ current, damages, earlier }: Recovered<unknown>): string[] {
  return [
    ...damages.map(({ generation, error }) => `Generation ${generation} is damaged and not used: ${error}`),
    ...(damages.length > 0 ? [`Generation ${current?.generation} is served`] : []),
    ...earlier.map((name) => `${name} was set aside earlier; delete it when it is of no more use`),
  ];
}

async function findReadable(
  files: FileSystem,
  directory: string,
  generations: readonly number[],
  damages: Damage[],
): Promise<Manifest | null> {
  let found: Manifest | null = null;
  for (const generation of generations) {
    try {
      found ??= await readManifest(files, directory, generation);
    } catch (error) {
      damages.push({ generation, error: describeDamage(error) });
    }
  }
  return found;
}

/** Only damage lets the store fall back: what could not be read now may be readable later. */
function describeDamage(error: unknown): string {
  if (error instanceof DamagedStore) return error.message;
  throw error;
}

function noneWhole(directory: string, damages: readonly Damage[]): DamagedStore {
  const errors = damages.map(
    ({ generation, error }) => `Generation ${generation} of ${directory} is damaged: ${error}`,
  );
  return new DamagedStore([
    ...(errors.length > 0 ? errors : [`${directory} has segments and no manifest`]),
    `No generation of ${directory} is whole, so nothing is served and nothing was changed: put back the files from a ` +
      "copy, or give up what is damaged with spendcube dataset rollback or spendcube dataset drop",
  ]);
}
