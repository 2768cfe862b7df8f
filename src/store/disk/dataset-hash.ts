import { createHash } from "node:crypto";

/** Hash the name of a dataset, to recognise it when nothing else of it is kept. */
export function hashDataset(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
