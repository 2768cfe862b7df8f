import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { BadSource } from "../../core/errors/errors.js";
import type { Address } from "../ingest/fetch/address.js";
import { sourceBounds } from "../ingest/fetch/bounds.js";
import type { DownloadOptions } from "../ingest/fetch/download.js";
import { openSource } from "../ingest/fetch/open.js";
import { readDocument } from "../ingest/read-document.js";
import { readArchivedDescriptor } from "./archived-package.js";
import { type PackagePlan, planArchive, planPackage } from "./plan-package.js";

/**
 * Read a data package's descriptor from a local file or a URL, and plan how the package is loaded. A ZIP archive, known
 * by its name, has its descriptor and its table within.
 * @throws BadSource if it cannot be read, InvalidModel with every error in it
 */
export async function readPackage(address: Address, download: DownloadOptions): Promise<PackagePlan> {
  return isArchive(address)
    ? readZipped(address, download)
    : planPackage(await readDocument(address, download, phraseText("the_package")), address);
}

function isArchive(address: Address): boolean {
  return /\.zip$/i.test(address.kind === "url" ? new URL(address.url).pathname : address.path);
}

async function readZipped(address: Address, download: DownloadOptions): Promise<PackagePlan> {
  const source = await openSource(address, download);
  try {
    const found = await readArchivedDescriptor(source, address, sourceBounds(download));
    if (!found) throw new BadSource(errorText("no_descriptor", { name: source.name }));
    return planArchive(found.json, found.archive);
  } finally {
    await source.close();
  }
}
