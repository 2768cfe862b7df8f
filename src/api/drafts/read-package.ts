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

/** Where a descriptor is that was sent: nothing is beside it. */
const NOWHERE = "http://descriptor.invalid/datapackage.json";

/**
 * What a data package says of itself, where a draft's table is the descriptor of one. Its tables are fetched when they
 * are checked and loaded.
 * @param path of the draft's table
 * @returns `null` for what is no descriptor
 * @throws InvalidModel with all errors, BadSource, RefusedAddress for a table that would not be fetched
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
  "The package names files that are beside it, and only its descriptor was sent: give the address of the descriptor, or send its table as CSV";

/** Whether a file is an object of JSON, as far as its begin tells. */
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
