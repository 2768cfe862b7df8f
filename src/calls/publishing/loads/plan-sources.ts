import { checkAddress } from "../../../sources/ingest/fetch/check-address.js";
import { readMetadata } from "../../../sources/ingest/read-document.js";
import type { Model } from "../../../core/model/cube.js";
import { readPackage } from "../../../sources/packages/read-package.js";
import type { LoadParameters } from "./load-parameters.js";
import type { SourceRequest } from "./load-request.js";
import type { Loads } from "./loads.js";

/** The model and the sources of a load, before any row is read. */
export interface PlannedSources {
  readonly model: Model;
  /** At least one. */
  readonly sources: readonly SourceRequest[];
  /** Sentences about problems of the model that do not prevent the load. */
  readonly warnings: readonly string[];
}

/**
 * Read the model or the package descriptor of a load. Refuses addresses that must not be fetched here, so that the
 * caller gets the error and no run begins.
 * @throws BadSource when the description cannot be fetched, RefusedAddress, InvalidModel with all errors
 */
export async function planSources(
  { download }: Loads,
  input: LoadParameters["input"],
  signal: AbortSignal,
): Promise<PlannedSources> {
  const options = { ...download, signal };
  if (input.kind === "package") {
    const plan = await readPackage(input.descriptor.address, options);
    for (const { address } of plan.sources) await refuseAddress(address, download);
    return plan;
  }
  const { csv, metadata } = input;
  await refuseAddress(csv.address, download);
  const { model, warnings } = await readMetadata(metadata.address, options);
  return { model, warnings, sources: [{ ...csv, model }] };
}

async function refuseAddress(address: SourceRequest["address"], download: Loads["download"]): Promise<void> {
  if (address.kind === "url") await checkAddress(address.url, download);
}
