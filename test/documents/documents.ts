import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Document {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Folders with documents. */
const FOLDERS = [".", "docs", "examples", "bench", "snapshots"];

/** Every document of the repository. */
export const documents: readonly Document[] = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), "utf8") })),
);

/** The text of one document. */
export function readDocument(path: string): string {
  return readFileSync(path, "utf8");
}
