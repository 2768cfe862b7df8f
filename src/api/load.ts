import { resolve } from "node:path";
import { Conflict, Unwritable } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import { type Decimal, decimalText } from "../model/decimal.js";
import { describeDifference } from "../model/difference.js";
import type { Engine } from "../engine/engine.js";
import type { Address } from "../ingest/address.js";
import type { DownloadOptions } from "../ingest/download.js";
import type { Progress } from "../ingest/progress.js";
import type { LoadReport } from "../ingest/report.js";
import type { TableLoader } from "../ingest/table-loader.js";
import type { Catalog } from "../store/catalog.js";
import type { Dataset, LoadedSource } from "../store/dataset.js";
import type { Turns } from "./turns.js";

export interface LoadRequest {
  readonly model: Model;
  readonly source: Address;
  /** Where a source that has to be fetched is kept while it is read, and the bounds of fetching. */
  readonly download: Omit<DownloadOptions, "signal">;
  /** Whether a new dataset is private; one that exists keeps its setting. */
  readonly private: boolean;
  /** Users who manage a new dataset. */
  readonly managers: readonly string[];
  /** Load the good rows and report the bad ones. */
  readonly skipInvalid: boolean;
  /** Drop what the dataset holds first. */
  readonly replace: boolean;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a load works with. */
export interface LoadDesk {
  readonly catalog: Catalog;
  readonly loader: TableLoader;
  readonly turns: Turns;
}

export interface LoadResult {
  readonly dataset: Dataset;
  readonly report: LoadReport;
  /** The exact grand total of each measure over the whole dataset. */
  readonly totals: ReadonlyMap<string, string>;
}

/**
 * Load the rows of a source: a new dataset, a new source of one that exists, or a source again, whose rows then replace
 * the entries that it last wrote. Nobody sees anything of it before all of it is on disk.
 * @throws BadSource when the source cannot be read or, unless `skipInvalid`, any row of it cannot be loaded
 * @throws Conflict when the dataset has another mapping, or was loaded by someone else meanwhile
 * @throws Unwritable when it cannot be written
 */
export async function loadSource({ catalog, loader, turns }: LoadDesk, request: LoadRequest): Promise<LoadResult> {
  const { name } = request.model.dataset;
  return turns.take(name, request.signal, async () => {
    // What the load builds upon is there until it is done, whatever becomes of the dataset meanwhile.
    const reading = catalog.beginReading();
    const stored = catalog.get(name);
    reading.seal();
    try {
      return await load(catalog, loader, request, stored);
    } finally {
      reading.end();
    }
  });
}

async function load(
  catalog: Catalog,
  loader: TableLoader,
  request: LoadRequest,
  stored: Dataset | undefined,
): Promise<LoadResult> {
  const { status, reasons } = catalog.health;
  if (status === "read-only") throw new Unwritable(reasons);
  const { model, source } = request;
  const previous = request.replace ? undefined : stored;
  if (previous) refuseOtherMapping(previous.model, model);
  const loaded = nextSource(stored, previous, sourceUrl(source));
  const { engine, report } = await loader.load({
    model,
    source,
    download: request.download,
    previous: previous?.engine ?? null,
    sourceId: loaded.id,
    skipInvalid: request.skipInvalid,
    onProgress: request.onProgress,
    signal: request.signal,
  });
  try {
    const totals = await sumMeasures(model, engine);
    const dataset = await catalog.publish({
      model,
      engine,
      sources: [...(previous?.sources ?? []).filter(({ id }) => id !== loaded.id), loaded].toSorted(
        (a, b) => a.id - b.id,
      ),
      base: stored,
      private: request.private,
      managers: request.managers,
    });
    return { dataset, report, totals };
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

function refuseOtherMapping(stored: Model, given: Model): void {
  const differences = describeDifference(stored, given);
  if (differences.length === 0) return;
  throw new Conflict([
    `The dataset "${given.dataset.name}" has another mapping: ${differences.join("; ")}`,
    "Load under the mapping that it has, or replace it: all its entries and sources are dropped then",
  ]);
}

/** A source keeps its id when it is loaded again; ids of sources that are gone are not used again. */
function nextSource(stored: Dataset | undefined, previous: Dataset | undefined, url: string): LoadedSource {
  const known = previous?.sources.find((each) => each.url === url);
  const last = (stored?.sources ?? []).reduce((most, { id }) => Math.max(most, id), 0);
  return { id: known?.id ?? last + 1, url, loaded: new Date() };
}

/** What tells a source from others: its URL, or the absolute path of a local file. */
function sourceUrl(source: Address): string {
  return source.kind === "url" ? source.url : resolve(source.path);
}

async function sumMeasures(model: Model, engine: Engine): Promise<ReadonlyMap<string, string>> {
  const query = { cuts: [], keys: [], measures: model.measures, order: [], first: 0, limit: 0 };
  const { totals } = await engine.aggregate(query, { maxCells: 1, deadline: Number.POSITIVE_INFINITY });
  return new Map(model.measures.map(({ name, index }) => [name, decimalText(totals[index] as Decimal)]));
}
