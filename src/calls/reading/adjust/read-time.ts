import type { Bounds } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { lookUpAttribute } from "../../../core/model/references.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import type { DatasetTime, TimePrecision } from "./periods.js";

/** Days in a leap year. */
const MAX_DAYS = 366;

/** Return the dates of a dataset's entries; `null` for a dataset without. */
export function timeOf({ dimensions }: Model): Dimension | null {
  return dimensions.find(({ name, kind }) => name === "time" && kind === "date") ?? null;
}

/** Read how the dates of a dataset are to be read: by its model, else by what they show, once for each version. */
export async function readDatasetTime({ facts }: Context, dataset: Dataset, bounds: Bounds): Promise<DatasetTime> {
  const time = timeOf(dataset.model);
  const fiscal = time?.calendar?.fiscalYear ?? null;
  if (!time) return { precision: "year", fiscal };
  const declared = time.calendar?.precision ?? null;
  if (declared !== null) return { precision: declared, fiscal };
  // Shared with other callers: one of them must not cancel it.
  const unbound = { ...bounds, signal: undefined };
  const find = () => computePrecision(dataset, time, unbound);
  return { precision: await facts.find(dataset, "precision of its dates", find), fiscal };
}

/** True if the entries of a dataset are of several years; read once for each version. */
export async function hasSeveralYears({ facts }: Context, dataset: Dataset, bounds: Bounds): Promise<boolean> {
  const time = timeOf(dataset.model);
  const year = time && lookUpAttribute(time, "year");
  if (!time || !year) return false;
  // Two years, and entries without a date.
  const query = {
    filters: [],
    keys: [{ dimension: time, attribute: year }],
    measures: [],
    order: [],
    first: 0,
    limit: 3,
  };
  const compute = () =>
    withReader(dataset, { ...bounds, signal: undefined }, async (reader) => {
      const { cells } = await gatherCells(await reader.aggregate(query));
      return (cells.keys[0] as readonly Value[]).filter((each) => each !== null).length > 1;
    });
  return facts.find(dataset, "several years", compute);
}

/** Dates on one day of all their years are years, and those on the first of months are months. */
async function computePrecision(dataset: Dataset, time: Dimension, bounds: Bounds): Promise<TimePrecision> {
  const [month, day] = ["month", "day"].map((name) => lookUpAttribute(time, name)!);
  const query = {
    filters: [],
    keys: [month!, day!].map((attribute) => ({ dimension: time, attribute })),
    measures: [],
    order: [],
    first: 0,
    limit: MAX_DAYS,
  };
  const { cells } = await withReader(dataset, bounds, async (reader) => gatherCells(await reader.aggregate(query)));
  const [months, days] = cells.keys as [readonly Value[], readonly Value[]];
  const known = days.flatMap((each, row) => (each === null ? [] : [[months[row]!, each]]));
  if (known.length <= 1) return known.length === 1 ? "year" : "day";
  return known.every(([, each]) => each === "01") ? "month" : "day";
}
