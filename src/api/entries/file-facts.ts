import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Engine } from "../../engine/engine.js";
import type { Dataset } from "../../store/dataset.js";
import { type ExportFormat, exportEntries } from "./export.js";

/** Length and digest of an export, by which copies are checked. */
export interface FileFacts {
  readonly bytes: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Facts that are known, by format and contents. */
const measured = new WeakMap<Engine, Map<string, Promise<FileFacts>>>();

/** Measure an export, in one pass over all entries. The facts of a version are kept as long as it is in memory. */
export function measureFile(dataset: Dataset, format: ExportFormat): Promise<FileFacts> {
  const known = measured.get(dataset.engine) ?? new Map<string, Promise<FileFacts>>();
  measured.set(dataset.engine, known);
  const key = `${format} ${dataset.version}`;
  let facts = known.get(key);
  if (facts === undefined) {
    facts = measure(dataset, format);
    known.set(key, facts);
    facts.catch(() => known.delete(key));
  }
  return facts;
}

async function measure(dataset: Dataset, format: ExportFormat): Promise<FileFacts> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of exportEntries(dataset, format)) {
    hash.update(piece);
    bytes += piece.length;
    // Let other requests run.
    await setImmediate();
  }
  return { bytes, sha256: hash.digest("hex") };
}
