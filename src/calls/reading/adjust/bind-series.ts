import type { Bounds } from "../../../core/engine/bounds.js";
import type { Measure } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import type { AdjustedSide } from "./adjusted-side.js";
import type { BoundSeries } from "./plan-pieces.js";
import { matchDimensions, readSeriesValues } from "./read-series.js";
import { readDatasetTime } from "./read-time.js";

/** Match a series with the entries of a side, and read its values. @throws InvalidQuery */
export async function bindSeries(
  context: Context,
  { dataset: { model }, reader, query, cuts }: Omit<AdjustedSide, "requested" | "found">,
  dataset: Dataset,
  parameter: "prices" | "in" | "per",
  bounds: Bounds,
  chosen?: Measure,
): Promise<BoundSeries> {
  const { measures, dataset: metadata } = dataset.model;
  const drilled = new Set(query.keys.map(({ dimension }) => dimension));
  const time = await readDatasetTime(context, dataset, bounds);
  const dimensions = matchDimensions(model, dataset.model, parameter);
  const measure = chosen ?? measures.find(({ name }) => name === "amount") ?? measures[0]!;
  const entries = { model, reader, filters: query.filters, drilled };
  const values = await readSeriesValues({ dataset, measure, time, dimensions, parameter }, entries, cuts, bounds);
  return { dataset, measure, name: metadata.name, time, dimensions, ...values };
}
