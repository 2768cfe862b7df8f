import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import { compareColumns } from "../../../sources/analysis/compare-series.js";
import { UNBOUNDED } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { TableLoad } from "../../../sources/ingest/table-loader.js";
import type { Model } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import { describeNext } from "./describe-next.js";
import type { SourceRequest } from "./load-request.js";
import type { LoadServices } from "./load-services.js";
import { modelAfter } from "./model-after.js";

/** Most values of a column by which it is known again under another name. */
const MAX_VALUES = 5000;

type NextOptions = Pick<TableLoad, "download" | "onProgress" | "signal">;

/**
 * Say how a file relates to the dataset that it would be added to, as a load would: periods, entries, rows and sums. No
 * dataset is changed.
 * @returns no sentence for a dataset that there is not, or without entries
 * @throws Conflict if it has another mapping, BadSource if the file cannot be read
 * Cost: that of a load
 */
export async function compareNext(
  { catalog, loader }: Pick<LoadServices, "catalog" | "loader">,
  { url, address, model }: SourceRequest,
  options: NextOptions,
): Promise<readonly string[]> {
  const reading = catalog.beginReading();
  const dataset = catalog.get(model.dataset.name);
  reading.seal();
  try {
    if (!dataset || dataset.engine.numEntries === 0) return [];
    modelAfter(dataset, model);
    const { sources, engine: previous } = dataset;
    const known = sources.find((source) => source.url === url)?.id;
    const id = known ?? Math.max(0, ...sources.map((source) => source.id)) + 1;
    const load = { ...options, model, source: address, previous, sourceId: id, skipInvalid: true };
    const { engine } = await loader.load(load);
    try {
      return (await describeNext({ before: dataset, after: engine, id })).sentences;
    } finally {
      engine.dispose();
    }
  } finally {
    reading.end();
  }
}

/** Differences of the columns of a file from those that the files of a dataset have, in sentences. */
export interface NextColumns {
  /** Columns that are missing, which prevents a load. */
  readonly errors: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Compare the columns of a file with those of a dataset's files: one is known again by its name and by its values.
 * @param file name of the file
 */
export async function compareNextColumns(
  dataset: Pick<Dataset, "model" | "engine">,
  model: Model,
  file: string,
  analysis: Pick<TableAnalysis, "columns" | "begin">,
): Promise<NextColumns> {
  const first = compareColumns(model, analysis);
  const values = new Map<string, ReadonlySet<string>>();
  if (first.unread.length > 0) {
    for (const { column } of first.missing) values.set(column, await readValues(dataset, column));
  }
  const { missing, unread } = compareColumns(model, analysis, values);
  const renamed = new Set(missing.flatMap(({ renamed: name }) => name?.column ?? []));
  const added = unread.filter((column) => !renamed.has(column));
  const quote = (text: string): string => JSON.stringify(text);
  return {
    errors: missing.map(({ column, renamed: now }) =>
      errorText("column_of_series_missing", {
        file,
        column: quote(column),
        dataset: model.dataset.name,
        remedy: now ? phraseText("rename_column", { column: quote(now.column), reason: now.reason }) : "",
      }),
    ),
    notes:
      added.length === 0 ? [] : [`${file}: ${errorText("columns_not_read", { columns: added.map(quote).join(", ") })}`],
  };
}

async function readValues(
  { model, engine }: Pick<Dataset, "model" | "engine">,
  column: string,
): Promise<ReadonlySet<string>> {
  const found = model.dimensions.flatMap((dimension) =>
    dimension.kind === "date" || dimension.derivation
      ? []
      : dimension.attributes.flatMap((attribute) =>
          attribute.source?.column === column ? [{ dimension, attribute }] : [],
        ),
  );
  const [key] = found;
  if (!key) return new Set();
  const query = { filters: [], keys: [key], measures: [], order: [], first: 0, limit: MAX_VALUES };
  const { cells } = await withReader({ engine, model }, UNBOUNDED, async (reader) =>
    gatherCells(await reader.aggregate(query)),
  );
  return new Set(cells.keys[0]!.flatMap((value) => (value === null ? [] : [String(value)])));
}
