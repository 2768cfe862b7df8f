import { type Bounds, UNBOUNDED } from "./bounds.js";
import type { Engine, Reader } from "./engine.js";
import type { Entry } from "./entry.js";

/** Compute something from a version, and release it at the end. A stream that was begun holds the version by itself. */
export async function withReader<T>(
  engine: Engine,
  bounds: Bounds,
  compute: (reader: Reader) => Promise<T>,
): Promise<T> {
  const reader = engine.read(bounds);
  try {
    return await compute(reader);
  } finally {
    reader.release();
  }
}

/** Stream all entries of a version, and hold it from the first batch to the last. */
export async function* streamEntries(engine: Engine, bounds: Bounds = UNBOUNDED): AsyncIterable<readonly Entry[]> {
  const reader = engine.read(bounds);
  try {
    yield* reader.entries();
  } finally {
    reader.release();
  }
}
