import { type Bounds, UNBOUNDED } from "./bounds.js";
import type { Engine, Reader } from "./engine.js";
import type { Entry } from "./entry.js";

/** Hold a version while something is computed of it. What was begun to be streamed goes on holding it by itself. */
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

/** Every entry of a version, which is held from the first batch that is asked for to the last. */
export async function* streamEntries(engine: Engine, bounds: Bounds = UNBOUNDED): AsyncIterable<readonly Entry[]> {
  const reader = engine.read(bounds);
  try {
    yield* reader.entries();
  } finally {
    reader.release();
  }
}
