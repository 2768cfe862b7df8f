import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { generationIn, generationOf, manifestName, TEMPORARY } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { Manifest, State } from "./manifest.js";
import { applyRights, holdPrivate, readRights, rightsOf, type StoredRights } from "./rights.js";

/** The state of a recovered generation with the rights that survive. */
export interface RestoredRights {
  readonly state: State;
  /** True if the state is not that of the generation and should be written. */
  readonly isChanged: boolean;
  /** Sentences for operators. */
  readonly reasons: readonly string[];
}

/**
 * Find the rights file. @returns `null` as `rights` if there is none or it is damaged, with the damage
 * @throws ForeignStore, Unreadable
 */
export async function findRights(
  files: FileSystem,
  directory: string,
): Promise<{ readonly rights: StoredRights | null; readonly damage: string | null }> {
  try {
    return { rights: await readRights(files, directory), damage: null };
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    return { rights: null, damage: error.message };
  }
}

/**
 * Return the number of a newer generation of which there are traces, or the generation itself if it is alone: each write
 * keeps the manifest before it. `null` if nothing is missing, also after an interrupted write.
 * @param names of the files in the data directory
 */
export function findLoss(names: readonly string[], generation: number): number | null {
  const known = names.filter((name) => !name.endsWith(TEMPORARY)).map(generationIn);
  const newest = Math.max(generation, ...known);
  if (newest > generation) return newest;
  const isAlone = generation > 1 && !known.some((each) => each > 0 && each < generation);
  return isAlone ? generation : null;
}

/**
 * Restore the rights of the newest generation to an older one that has to serve in its place. If they are lost as well,
 * all datasets become private: one of them may have been retracted.
 * @param loss result of `findLoss`
 * @param unusable the newest manifest, if only its tables are damaged
 */
export function restoreRights(
  manifest: Manifest,
  loss: number | null,
  unusable: Manifest | null,
  rights: StoredRights | null,
): RestoredRights {
  const { generation, state } = manifest;
  if (loss === null) return { state, isChanged: false, reasons: [] };
  const missing =
    loss > generation ? [] : [`${describeAlone(generation, rights).error}; generation ${generation} is served`];
  const ofManifest = unusable && { generation: unusable.generation, ...rightsOf(unusable.state) };
  const newest = [ofManifest, rights].reduce((a, b) => ((b?.generation ?? 0) > (a?.generation ?? 0) ? b : a), null);
  if (!rights && newest?.generation !== loss) {
    const isChanged = state.datasets.some((record) => !record.private);
    return { state: holdPrivate(state), isChanged, reasons: [...missing, ...(isChanged ? [HELD] : [])] };
  }
  if (!newest || newest.generation <= generation) return { state, isChanged: false, reasons: missing };
  const restored = applyRights(manifest, newest);
  const isChanged = JSON.stringify(rightsOf(restored)) !== JSON.stringify(rightsOf(state));
  return { state: restored, isChanged, reasons: [...missing, ...(isChanged ? [describeApplied(newest)] : [])] };
}

/** A manifest that must have been there. */
export interface MissingManifest {
  readonly file: string;
  readonly error: string;
}

/** Find out if a manifest is missing, by the names of the files in the data directory; `null` if none is. */
export function findMissing(names: readonly string[], rights: StoredRights | null): MissingManifest | null {
  const generation = Math.max(0, ...names.flatMap((name) => generationOf(name) ?? []));
  return generation > 0 && findLoss(names, generation) === generation ? describeAlone(generation, rights) : null;
}

function describeAlone(generation: number, rights: StoredRights | null): MissingManifest {
  const only = manifestName(generation);
  if (!rights || rights.generation <= generation) {
    return { file: only, error: errorText("manifest_alone", { file: only }) };
  }
  const file = manifestName(rights.generation);
  return { file, error: errorText("manifest_missing", { file }) };
}

function describeApplied({ generation }: StoredRights): string {
  return `Users, managers and private datasets are as of generation ${generation}; datasets that it did not have are private`;
}

const HELD =
  "All datasets are private now, because the last change of rights may be lost: check users and managers, and make " +
  "public what was public with spendcube dataset publish";
