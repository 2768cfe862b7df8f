import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cube, DIMENSIONS, MEASURES } from "./cube.js";

/** Names of the shared columns, in order. */
export const SHARED_COLUMNS = [...DIMENSIONS.map(({ name }) => name), ...MEASURES] as const;

export function csvPath(directory: string): string {
  return join(directory, "cube.csv");
}

/** Write a cube to files for contestants that cannot read typed arrays: as CSV, and each column as in memory. */
export async function shareCube(cube: Cube, directory: string): Promise<void> {
  const columns = SHARED_COLUMNS.map((name) => columnOf(cube, name));
  SHARED_COLUMNS.forEach((name, at) => writeFileSync(join(directory, `${name}.bin`), columns[at]!));
  const out = createWriteStream(csvPath(directory));
  const BATCH = 16_384;
  for (let first = 0; first < cube.rows; first += BATCH) {
    let text = "";
    for (let row = first; row < Math.min(first + BATCH, cube.rows); row++) {
      for (let at = 0; at < columns.length; at++) text += (at === 0 ? "" : ",") + columns[at]![row];
      text += "\n";
    }
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

function columnOf({ codes, numbers }: Cube, name: (typeof SHARED_COLUMNS)[number]) {
  return name === "amount" || name === "quantity" ? numbers[name] : codes[name];
}
