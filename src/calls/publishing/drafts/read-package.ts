import { open, stat } from "node:fs/promises";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import { isZip } from "../../../sources/ingest/decode/foreign-content.js";
import type { Address } from "../../../sources/ingest/fetch/address.js";
import { sourceBounds } from "../../../sources/ingest/fetch/bounds.js";
import type { DownloadOptions } from "../../../sources/ingest/fetch/download.js";
import { openSource } from "../../../sources/ingest/fetch/open.js";
import { checkAddress } from "../../../sources/ingest/fetch/check-address.js";
import { readDocument } from "../../../sources/ingest/read-document.js";
import { MAX_JSON_BYTES } from "../../../core/model/parse/read-json.js";
import { isObject } from "../../../core/model/parse/section.js";
import { readArchivedDescriptor } from "../../../sources/packages/archived-package.js";
import { type PackagePlan, planArchive, planPackage } from "../../../sources/packages/plan-package.js";
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
  const file = { kind: "file", path, name } as const;
  const plan = (await readZipped(file, url, download)) ?? (await readPlain(file, url, { ...download, signal }));
  if (plan === null) return null;
  const { model, sources, warnings, isWhole } = plan;
  const tables = sources.map(({ url: known, address, model: { layout } }) => {
    const from = isWhole || address.kind !== "url" ? null : address.url;
    return { url: isWhole ? ownUrl(known, url, name) : known, from, layout };
  });
  for (const { from } of tables) {
    if (isWhole) continue;
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

/** A plan of a draft's package; `isWhole` if the draft's file has the tables, too. */
type DraftPlan = PackagePlan & { readonly isWhole: boolean };

type LocalFile = Extract<Address, { readonly kind: "file" }>;

async function readPlain(file: LocalFile, url: string | null, download: DownloadOptions): Promise<DraftPlan | null> {
  if (!(await mayBeJson(file.path))) return null;
  const descriptor = await readDocument(file, download, phraseText("the_package"));
  if (!isObject(descriptor) || !Array.isArray(descriptor.resources)) return null;
  return { ...planPackage(descriptor, { kind: "url", url: url ?? NOWHERE }), isWhole: false };
}

/** Plan a package in a ZIP archive. @returns `null` for another file, and for an archive without a descriptor */
async function readZipped(file: LocalFile, url: string | null, download: DownloadOptions): Promise<DraftPlan | null> {
  if (!isZip(await firstBytes(file.path))) return null;
  const source = await openSource(file, download);
  try {
    const address = url === null ? file : ({ kind: "url", url } as const);
    const found = await readArchivedDescriptor(source, address, sourceBounds(download));
    return found && { ...planArchive(found.json, found.archive), isWhole: true };
  } finally {
    await source.close();
  }
}

/** Return the identity of a table in the draft's own file: paths of the server stay secret. */
function ownUrl(known: string, url: string | null, name: string): string {
  if (url !== null) return known;
  const [, fragment] = known.split("#");
  return `upload:${encodeURIComponent(name)}${fragment === undefined ? "" : `#${fragment}`}`;
}

const BESIDE =
  "The package has files next to its descriptor, and only the descriptor was sent: give the address of the descriptor, or send the table as CSV";

/** True if a file begins like a JSON object. */
async function mayBeJson(path: string): Promise<boolean> {
  return (await stat(path)).size <= MAX_JSON_BYTES && /^\ufeff?\s*\{/.test((await firstBytes(path)).toString("utf8"));
}

/** Read the beginning of a file: 256 bytes at most. */
async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
