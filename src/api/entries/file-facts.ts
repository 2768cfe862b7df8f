import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Engine } from "../../engine/engine.js";
import type { Dataset } from "../../store/dataset.js";
import type { FileFacts } from "../answer.js";
import { type BulkExtension, writeBulkFile } from "./bulk-files.js";

/** Facts that are known, by file and contents. */
const measured = new WeakMap<Engine, Map<string, Promise<FileFacts>>>();

/** Measure a file, in one pass over all entries. The facts of a version are kept as long as it is in memory. */
export function measureFile(dataset: Dataset, extension: BulkExtension): Promise<FileFacts> {
  const known = measured.get(dataset.engine) ?? new Map<string, Promise<FileFacts>>();
  measured.set(dataset.engine, known);
  const key = `${extension} ${dataset.version}`;
  let facts = known.get(key);
  if (facts === undefined) {
    facts = measure(dataset, extension);
    known.set(key, facts);
    facts.catch(() => known.delete(key));
  }
  return facts;
}

/** Measure a file that is one text. */
export function measureText(text: string): FileFacts {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function measure(dataset: Dataset, extension: BulkExtension): Promise<FileFacts> {
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
