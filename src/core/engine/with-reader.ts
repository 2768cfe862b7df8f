import { type Bounds, UNBOUNDED } from "./bounds.js";
import type { Model } from "../model/cube.js";
import type { Engine, Reader } from "./engine.js";
import type { Entry } from "./entry.js";

/** A version to read: an engine alone, or together with the model of the queries. */
export type Readable = Engine | { readonly engine: Engine; readonly model: Model };

/** Compute something from a version, and release it at the end. A stream that was begun holds the version by itself. */
export async function withReader<T>(
  version: Readable,
  bounds: Bounds,
  compute: (reader: Reader) => Promise<T>,
): Promise<T> {
  const reader = openReader(version, bounds);
  try {
    return await compute(reader);
  } finally {
    reader.release();
  }
}

/** Stream all entries of a version, and hold it from the first batch to the last. */
export async function* streamEntries(version: Readable): AsyncIterable<readonly Entry[]> {
  const reader = openReader(version, UNBOUNDED);
  try {
    yield* reader.entries();
  } finally {
    reader.release();
  }
}

/** Open a reader; the caller releases it. */
export function openReader(version: Readable, bounds: Bounds): Reader {
  return "engine" in version ? version.engine.read(bounds, version.model) : version.read(bounds);
}
