import type { Address } from "../ingest/fetch/address.js";
import type { DownloadOptions } from "../ingest/fetch/download.js";
import { readDocument } from "../ingest/read-document.js";
import { type PackagePlan, planPackage } from "./plan-package.js";

/**
 * Read a data package's descriptor from a local file or a URL, and plan how the package is loaded.
 * @throws BadSource if it cannot be read, InvalidModel with every error in it
 */
export async function readPackage(address: Address, download: DownloadOptions): Promise<PackagePlan> {
  return planPackage(await readDocument(address, download, "the package"), address);
}
