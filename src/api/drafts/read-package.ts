import { open, stat } from "node:fs/promises";
import { BadSource } from "../../errors/errors.js";
import { checkAddress } from "../../ingest/fetch/check-address.js";
import { readDocument } from "../../ingest/read-document.js";
import { MAX_JSON_BYTES } from "../../model/parse/read-json.js";
import { isObject } from "../../model/parse/section.js";
import { planPackage } from "../../packages/plan-package.js";
import type { Loads } from "../loads/loads.js";
import type { Draft } from "./draft.js";
import type { DraftChange } from "./drafts.js";

/** Base URL of an uploaded descriptor, which has no files next to it. */
const NOWHERE = "http://descriptor.invalid/datapackage.json";

/**
 * Read a draft whose file is the descriptor of a data package. The package's tables are fetched later, by checks and
 * loads.
 * @param path path of the draft's table
 * @returns `null` if the file is not a descriptor
 * @throws InvalidModel with all errors, BadSource, RefusedAddress for a table that must not be fetched
 */
export async function readDraftPackage(
  { download }: Loads,
  { name, url }: Draft,
  path: string,
  signal: AbortSignal,
): Promise<DraftChange | null> {
  if (!(await mayBeJson(path))) return null;
  const file = { kind: "file", path, name } as const;
  const descriptor = await readDocument(file, { ...download, signal }, "the package");
  if (!isObject(descriptor) || !Array.isArray(descriptor.resources)) return null;
  const { model, sources, warnings } = planPackage(descriptor, { kind: "url", url: url ?? NOWHERE });
  const tables = sources.map(({ url: known, address, model: { layout } }) => {
    const from = address.kind === "url" ? address.url : null;
    return { url: known, from, layout };
  });
  for (const { from } of tables) {
    if (from === null || new URL(from).origin === new URL(NOWHERE).origin) throw new BadSource(BESIDE);
    await checkAddress(from, download);
  }
  return {
    sources: tables,
    analysis: null,
    model: JSON.stringify(model.document, null, 2),
    check: null,
    errors: [],
    notes: warnings,
  };
}

const BESIDE =
  "The package has files next to its descriptor, and only the descriptor was sent: give the address of the descriptor, or send the table as CSV";

/** True if a file begins like a JSON object. Reads 256 bytes at most. */
async function mayBeJson(path: string): Promise<boolean> {
  if ((await stat(path)).size > MAX_JSON_BYTES) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^\ufeff?\s*\{/.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}
