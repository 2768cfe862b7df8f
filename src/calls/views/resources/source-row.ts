import type { DatasetDates } from "../../feeds.js";
import { readDates } from "../pages/dataset-dates.js";
import { errorText } from "../../../core/errors/error-text.js";
import { writeJson } from "../../reading/formats/json.js";
import type { Actor } from "../../../access/actor.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { DamagedStore, NotFound } from "../../../core/errors/errors.js";
import { sourceBounds } from "../../../sources/ingest/fetch/bounds.js";
import type { FileRecord } from "../../../sources/ingest/read-record.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset, LoadedSource } from "../../../store/dataset.js";
import type { Resource } from "../../answer.js";
import { queryBounds } from "../../context.js";
import {
  arrayOf,
  described,
  ID_SCHEMA,
  object,
  optional,
  orNull,
  refer,
  TEXT,
  URL,
  type ValueOf,
} from "../../schema.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { describeDimension, type DimensionDescription } from "../../reading/describe/describe-dimension.js";
import { describeEntry, type EntryDescription } from "../../reading/describe/describe-entry.js";
import { type EntrySource, planEntrySource } from "../../reading/describe/entry-source.js";
import { rowUrl } from "../../reading/describe/links.js";
import type { SourcePath } from "../../publishing/loads/find-source.js";
import type { LoadContext } from "../../publishing/loads/load-context.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import type { PagePlace } from "../../page-place.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

/** A row of a source as a path names it. */
export interface RowPath extends SourcePath {
  readonly row: string;
}

/** A row of a file that was loaded, as it was published; with the requested entry, `null` if it is not from this row. */
export const ROW_SCHEMA = optional(
  object({
    source: refer<EntrySource>("EntrySource"),
    line: described(ID_SCHEMA, "Line of the file on which the row begins."),
    columns: described(arrayOf(TEXT), "Texts of the header."),
    cells: described(arrayOf(TEXT), "Texts of the row; there may be more or fewer than columns."),
    html_url: URL,
  }),
  { entry: orNull(refer<EntryDescription>("Entry")) },
);

export type RowDescription = ValueOf<typeof ROW_SCHEMA>;

export interface RowPage extends PagePlace, DatasetDates {
  readonly kind: "source row";
  readonly dataset: DatasetDescription;
  readonly row: RowDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
}

/**
 * `GET /{dataset}/sources/{id}/rows/{row}`: a row of a file that was loaded, as it was published, and beside it the entry
 * that `entry` names.
 */
export function showSourceRow(
  context: LoadContext,
  actor: Actor,
  path: RowPath,
  parameters: Parameters,
  origin: string,
  signal?: AbortSignal,
): Resource<RowPage> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const { model } = dataset;
  const { name } = model.dataset;
  const source = findKept(dataset, path.source);
  const row = readRowNumber(path.row);
  const wanted = parameters.get("entry");
  const answer = datasetAnswer(context, dataset, JSON.stringify([source.id, row, wanted]));
  const url = rowUrl(origin, name, source.id, row);
  const describe = async (): Promise<RowDescription> => {
    const findAgain = (): LoadedSource => findKept(findDataset(context, actor, path.dataset, NotFound), path.source);
    const { columns, cells, line } = await readRow(context, dataset, source, row, findAgain, signal);
    const facts = planEntrySource(dataset)({ source: source.id, record: row })!;
    const described = { source: facts, line, columns, cells, html_url: url };
    return wanted === undefined ? described : { ...described, entry: await findEntryOf(wanted) };
  };
  const findEntryOf = async (id: string): Promise<EntryDescription | null> => {
    const entry = await withReader(dataset, queryBounds(context, actor, signal), (reader) => reader.findEntry(id));
    return entry?.source === source.id && entry.record === row ? describeEntry(model, entry, origin) : null;
  };
  return {
    ...answer,
    formats: { json: async () => ({ chunks: [writeJson(await describe())] }) },
    page: async () => ({
      kind: "source row",
      origin,
      url,
      query: wanted === undefined ? "" : `?entry=${encodeURIComponent(wanted)}`,
      alternates: ["json"],
      dataset: describeDataset(dataset, origin),
      row: await describe(),
      dimensions: model.dimensions.map((each) => describeDimension(model, each, origin)),
      measures: labelMeasures(model.measures),
      ...(await readDates({ context, actor, dataset, origin })),
    }),
  };
}

/** Find a source whose file is kept. @throws NotFound */
function findKept({ model, sources }: Dataset, id: string): LoadedSource {
  const source = sources.find((each) => String(each.id) === id);
  const { name } = model.dataset;
  if (!source) throw new NotFound(errorText("no_such_source", { name, id: JSON.stringify(id) }));
  if (source.content?.kept) return source;
  throw new NotFound(errorText("source_file_not_kept", { id, dataset: name }));
}

function readRowNumber(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new NotFound(errorText("not_a_row_number", { value: JSON.stringify(text) }));
}

/**
 * Read a row of a source's file.
 * @param findAgain finds the source as it is now: its file is removed with the last version that has it, even while it is read
 * @throws NotFound, the errors of `findAgain` and `RecordReader.readRecord`
 */
async function readRow(
  { catalog, loads }: LoadContext,
  { asLoaded, model }: Dataset,
  { id, content, layout }: LoadedSource,
  row: number,
  findAgain: () => LoadedSource,
  signal: AbortSignal | undefined,
): Promise<FileRecord> {
  const { directory } = loads.download;
  const name = `source ${id} of "${model.dataset.name}"`;
  const { digest } = content!;
  const path = catalog.keptPath(digest);
  const read = { ...asLoaded, layout: layout ?? null };
  const request = {
    path,
    digest,
    name,
    model: read,
    record: row,
    bounds: sourceBounds(loads.download),
    directory,
    signal,
  };
  const found = await loads.records.readRecord(request).catch((error: unknown) => {
    if (!(error instanceof DamagedStore)) throw error;
    if (findAgain().content?.digest !== digest) throw new NotFound(errorText("source_file_replaced", { source: name }));
    loads.onError(error);
    throw new NotFound(errorText("source_file_damaged", { source: name }));
  });
  if (!found) throw new NotFound(errorText("no_row_of_number", { source: name, row }));
  return found;
}
