import { errorText } from "../../../core/errors/error-text.js";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Engine } from "../../../core/engine/engine.js";
import type { Dataset } from "../../../store/dataset.js";
import type { FactsFiles } from "../../../store/disk/facts-file.js";
import type { FileFacts } from "../../answer.js";
import { type BulkExtension, writeBulkFile } from "./bulk-files.js";

/** Where facts about files are written; absent where no directory is. */
export interface FactsStore {
  readonly fileFacts?: Pick<FactsFiles, "read" | "write"> | undefined;
}

/** Facts about one file. */
interface Measured {
  /** `null` as long as they are not known. */
  known: FileFacts | null;
  /** Finds them; `null` if nobody has asked yet. */
  running: Promise<FileFacts> | null;
}

/** Files of the versions in memory, by extension and contents. */
const measured = new WeakMap<Engine, Map<string, Measured>>();

/** Return what is known of a file, in memory or on disk, without a pass over the entries. */
export async function recallFile(
  { fileFacts }: FactsStore,
  dataset: Dataset,
  extension: BulkExtension,
): Promise<FileFacts | null> {
  const own = ownOf(dataset, extension);
  const { contents, segment, language } = dataset;
  // Files in other languages are measured when they are asked for.
  if (own.known || !fileFacts || !segment || language !== undefined) return own.known;
  const written = await fileFacts.read({ contents, segment: segment.file });
  own.known ??= written[extension] ?? null;
  return own.known;
}

/**
 * Measure a file in one pass over all entries, once for a version: what is found is kept with it, in memory and on disk.
 * It goes on for the next caller if this one waits no longer.
 */
export async function measureFile(store: FactsStore, dataset: Dataset, extension: BulkExtension): Promise<FileFacts> {
  const known = await recallFile(store, dataset, extension);
  if (known) return known;
  const own = ownOf(dataset, extension);
  own.running ??= findFacts(store, dataset, extension, own);
  return own.running;
}

/** Measure a file that is one text. */
export function measureText(text: string): FileFacts {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Wait for facts as long as a caller may compute. @throws OverCapacity after that, or when nobody waits any more */
export async function waitForFacts<Facts>(
  facts: Promise<Facts>,
  { maxComputing = Infinity, signal }: Bounds,
): Promise<Facts> {
  let stop = (): void => {};
  const patience = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new OverCapacity(errorText("file_being_measured"), { limit: "deadline" }));
    const timer = Number.isFinite(maxComputing) ? setTimeout(giveUp, maxComputing).unref() : undefined;
    signal?.addEventListener("abort", giveUp);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    };
  });
  // Measuring goes on without this caller, and may fail when nobody listens.
  facts.catch(() => {});
  try {
    return await Promise.race([facts, patience]);
  } finally {
    stop();
  }
}

function ownOf({ engine, contents, language = "" }: Dataset, extension: BulkExtension): Measured {
  const files = measured.get(engine) ?? new Map<string, Measured>();
  measured.set(engine, files);
  const key = `${extension} ${contents} ${language}`;
  let own = files.get(key);
  if (!own) files.set(key, (own = { known: null, running: null }));
  return own;
}

async function findFacts(
  { fileFacts }: FactsStore,
  dataset: Dataset,
  extension: BulkExtension,
  own: Measured,
): Promise<FileFacts> {
  try {
    const facts = await readWhole(dataset, extension);
    own.known = facts;
    const { contents, segment, language } = dataset;
    if (segment && language === undefined)
      await fileFacts?.write({ contents, segment: segment.file }, { [extension]: facts });
    return facts;
  } finally {
    own.running = null;
  }
}

async function readWhole(dataset: Dataset, extension: BulkExtension): Promise<FileFacts> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of writeBulkFile(dataset, extension)) {
    hash.update(piece);
    bytes += piece.length;
    // Let other requests run.
    await setImmediate();
  }
  return { bytes, sha256: hash.digest("hex") };
}
