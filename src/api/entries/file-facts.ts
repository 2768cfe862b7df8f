import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Engine } from "../../engine/engine.js";
import type { Dataset } from "../../store/dataset.js";
import type { FileFacts, ReadFile } from "../answer.js";
import { type BulkExtension, writeBulkFile } from "./bulk-files.js";

interface Measured {
  readonly facts: Promise<FileFacts>;
  known: FileFacts | null;
}

/** Facts that are known, or are being measured, by file and contents. */
const measured = new WeakMap<Engine, Map<string, Measured>>();

/** Return the facts of a file if it was measured; `null` if not. */
export function knownFacts(dataset: Dataset, extension: BulkExtension): FileFacts | null {
  return measured.get(dataset.engine)?.get(keyOf(dataset, extension))?.known ?? null;
}

/**
 * Measure a file, in one pass over all entries. The facts of a version are kept as long as it is in memory.
 * @param read reads the file; by default it is written here
 */
export async function measureFile(
  dataset: Dataset,
  extension: BulkExtension,
  read: ReadFile = async () => writeBulkFile(dataset, extension),
): Promise<FileFacts> {
  const known = measured.get(dataset.engine) ?? new Map<string, Measured>();
  measured.set(dataset.engine, known);
  const key = keyOf(dataset, extension);
  // Who began to measure it may have failed.
  const before = await known.get(key)?.facts.catch(() => null);
  if (before) return before;
  const begun: Measured = { facts: read().then(measureBytes), known: null };
  known.set(key, begun);
  try {
    return (begun.known = await begun.facts);
  } catch (error) {
    if (known.get(key) === begun) known.delete(key);
    throw error;
  }
}

function keyOf({ version }: Dataset, extension: BulkExtension): string {
  return `${extension} ${version}`;
}

/** Measure bytes, in pieces between which other requests run. */
export async function measureBytes(pieces: AsyncIterable<Uint8Array>): Promise<FileFacts> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
    await setImmediate();
  }
  return { bytes, sha256: hash.digest("hex") };
}
