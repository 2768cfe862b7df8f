import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import { streamEntries } from "#src/core/engine/with-reader.js";
import type { Model } from "#src/core/model/cube.js";

/** Number of entries, spread over the table, from which paths are built. */
const SAMPLE = 20_000;

/** Builds a path from an entry and the encoded names of its members. */
export type PathOf = (entry: Entry, nameOf: (dimension: string) => string) => string;

/** Write a file of paths per kind, in the order of the entries. */
export async function writePaths(
  model: Model,
  engine: Engine,
  directory: string,
  kinds: Readonly<Record<string, PathOf>>,
): Promise<void> {
  const names = Object.keys(kinds);
  const paths = names.map((): string[] => []);
  const stride = Math.ceil(engine.numEntries / SAMPLE);
  let row = 0;
  for await (const entries of streamEntries(engine)) {
    for (const entry of entries) {
      if (row++ % stride !== 0) continue;
      const nameOf = (dimension: string): string => encodeURIComponent(String(memberOf(model, entry, dimension)[0]));
      names.forEach((name, kind) => paths[kind]!.push(kinds[name]!(entry, nameOf)));
    }
  }
  names.forEach((name, kind) => writeFileSync(join(directory, `${name}.txt`), paths[kind]!.join("\n")));
}

/** Return the values of an entry's member of a dimension. */
export function memberOf({ dimensions }: Model, { members }: Entry, dimension: string): readonly unknown[] {
  return members[dimensions.findIndex(({ name }) => name === dimension)]!.values;
}
