import { nameFiscal, readFiscalYear } from "../pages/fiscal-years.js";
import type { SaidPhrase } from "../pages/phrase.js";
import type { DatasetDates } from "../../feeds.js";
import { readDates } from "../pages/dataset-dates.js";
import { errorText } from "../../../core/errors/error-text.js";
import { writeJson } from "../../reading/formats/json.js";
import type { Actor } from "../../../access/actor.js";
import type { Entry } from "../../../core/engine/entry.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { nameVersion, withoutVersion } from "../../../store/version-name.js";
import type { Resource } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { describeDimension, type DimensionDescription } from "../../reading/describe/describe-dimension.js";
import { describeEntry, type EntryDescription } from "../../reading/describe/describe-entry.js";
import { type EntrySource, planEntrySource } from "../../reading/describe/entry-source.js";
import { rowUrl } from "../../reading/describe/links.js";
import { readFlag } from "../../../core/query/flag.js";
import { writeEntriesCsv } from "../../reading/entries/write-csv.js";
import { type InflationWarning, readInflation } from "../../reading/lookup/inflation.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import { inflateEntry } from "../../reading/adjust/inflate-entry.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import type { PagePlace } from "../../page-place.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

/** The parts of a path that identify an entry. */
export interface EntryPath {
  readonly dataset: string;
  readonly id: string;
}

export interface EntryPage extends PagePlace, DatasetDates {
  readonly kind: "entry";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly entry: EntryDescription;
  /** Where it was read from; `null` if not known. */
  readonly source: EntrySource | null;
  /** URL of its row in that file; `null` if the file is not kept. */
  readonly row: string | null;
  /** The period whose prices amounts are in, and amounts as paid; `null` for amounts as paid. */
  readonly inflated: {
    readonly to: SaidPhrase;
    readonly paid: EntryDescription;
    readonly series: readonly string[];
  } | null;
  /** Warning that amounts are nominal; `null` unless they were to be adjusted. */
  readonly warning: InflationWarning | null;
}

/** `GET /{dataset}/entries/{id}`: an entry with all measures and all attributes of its dimensions. */
export async function showEntry(
  context: Context,
  actor: Actor,
  path: EntryPath,
  origin: string,
  parameters: Parameters,
): Promise<Resource<EntryPage>> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const { model } = dataset;
  const entry = await withReader(dataset, queryBounds(context, actor), (reader) => reader.findEntry(path.id));
  if (!entry) {
    throw new NotFound(errorText("unknown_entry", { entry: path.id, dataset: model.dataset.name }), {
      above: { label: model.dataset.label, list: "entries", path: `/${model.dataset.name}/entries` },
    });
  }
  const described = describeEntry(model, entry, origin);
  const { warning, inflated, series } = await inflateEntry(context, actor, dataset, entry, parameters);
  // A field of the model may have the name of a key that is added.
  const marked = warning && !("warning" in described) ? { ...described, warning } : { ...described, ...inflated };
  const source = planEntrySource(dataset)(entry);
  const provenance = readFlag(parameters, "provenance");
  const json = provenance && !("source" in marked) ? { ...marked, source } : marked;
  return {
    ...datasetAnswer(
      context,
      dataset,
      [readInflation(parameters), warning?.error, provenance && "provenance"].filter(Boolean).join(" "),
    ),
    ...(series.length > 0 && answerOfSeveral(context, actor, [dataset, ...series])),
    ...(readInflation(parameters) !== "" && { holds: () => false }),
    hasCitation: "citation" in described,
    formats: {
      json: async () => ({ chunks: [writeJson(json)] }),
      csv: async () => ({ chunks: writeEntriesCsv(model, [entry]), filename: `${model.dataset.name}.csv` }),
    },
    page: async () => ({
      kind: "entry",
      origin,
      url: described.html_url,
      query: "",
      alternates: ["json", "csv"],
      dataset: describeDataset(dataset, origin),
      dimensions: model.dimensions.map((each) => describeDimension(model, each, origin)),
      ...(await readDates({ context, actor, dataset, origin })),
      measures: labelMeasures(model.measures),
      entry: { ...described, ...inflated } as EntryDescription,
      source,
      row: findRowUrl(dataset, entry, origin),
      inflated:
        series.length === 0 || warning
          ? null
          : {
              to: nameFiscal(
                await readFiscalYear({ context, actor, dataset: series[0]!, origin }),
                readInflation(parameters),
              ),
              paid: described,
              series: series.map(nameOfVersion),
            },
      warning,
    }),
  };
}

function nameOfVersion({ model, number }: Dataset): string {
  return nameVersion(withoutVersion(model.dataset.name), number);
}

function findRowUrl({ model, sources }: Dataset, { source, record }: Entry, origin: string): string | null {
  const isKept = sources.some(({ id, content }) => id === source && content?.kept);
  return isKept && record !== null ? rowUrl(origin, model.dataset.name, source, record) : null;
}
