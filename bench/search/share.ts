import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Corpus, CorpusDimension } from "./corpus.js";

/** Return the path of the entries' CSV: number, one code per dimension, cents. */
export function entriesPath(directory: string): string {
  return join(directory, "entries.csv");
}

/** Return the path of a dimension's texts as CSV: code, text. */
export function textsPath(directory: string, { name }: Pick<CorpusDimension, "name">): string {
  return join(directory, `${name}.csv`);
}

/** Write a corpus to files for contestants that read files. */
export async function shareCorpus({ rows, dimensions, amounts }: Corpus, directory: string): Promise<void> {
  for (const dimension of dimensions) {
    await writeLines(textsPath(directory, dimension), dimension.texts.length, (at) => `${at},${dimension.texts[at]}\n`);
  }
  await writeLines(entriesPath(directory), rows, (row) => {
    let line = String(row);
    for (const { codes } of dimensions) line += `,${codes[row]}`;
    return `${line},${amounts[row]}\n`;
  });
}

const BATCH = 16_384;

async function writeLines(path: string, count: number, lineAt: (at: number) => string): Promise<void> {
  const out = createWriteStream(path);
  for (let first = 0; first < count; first += BATCH) {
    let text = "";
    for (let at = first; at < Math.min(first + BATCH, count); at++) text += lineAt(at);
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}
