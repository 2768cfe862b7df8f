import { InvalidQuery } from "../../errors/errors.js";
import { readMetadata } from "../../ingest/metadata.js";
import type { Model } from "../../model/cube.js";
import type { SourceRequest } from "../load.js";
import type { LoadOrder } from "./load-parameters.js";
import type { Loads } from "./loads.js";

/** What is to be loaded, as far as it can be known before any row is read. */
export interface PlannedSources {
  readonly model: Model;
  readonly sources: readonly SourceRequest[];
  /** Sentences about what had better be different and does no harm. */
  readonly warnings: readonly string[];
}

/**
 * Read what describes the sources.
 * @throws BadSource when it cannot be fetched, InvalidModel with every fault
 */
export async function planSources(
  { download }: Loads,
  what: LoadOrder["what"],
  signal: AbortSignal,
): Promise<PlannedSources> {
  if (what.kind === "package") {
    throw new InvalidQuery("budget_data_package: data packages are not accepted; give csv_file and metadata");
  }
  const { csv, metadata } = what;
  const { model, warnings } = await readMetadata(metadata.address, { ...download, signal });
  return { model, warnings, sources: [{ ...csv, model }] };
}
