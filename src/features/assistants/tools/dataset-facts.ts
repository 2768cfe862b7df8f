import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { CountedDescription, DimensionDescription } from "../../../calls/reading/describe/describe-dimension.js";
import { readAggregate } from "./aggregate-tool.js";
import { isRecord } from "./json-rpc.js";
import type { ToolScope } from "./tool.js";

/** A dimension, without or with the number of its members. */
export type DimensionJson = DimensionDescription & Partial<Pick<CountedDescription, "num_members">>;

/** The model of a dataset. */
export interface ModelJson {
  readonly dataset: DatasetDescription;
  readonly measures: Readonly<Record<string, MeasureJson>>;
  readonly hierarchies?: Readonly<Record<string, unknown>>;
  readonly notes?: readonly { readonly on: string; readonly kind: string; readonly text: string }[];
  readonly formulas?: Readonly<Record<string, unknown>>;
}

interface MeasureJson {
  readonly label: string;
  readonly description?: string;
  readonly phase?: string;
}

export async function readModelOf({ read }: ToolScope, dataset: string): Promise<ModelJson> {
  return (await read("/{dataset}/model", { dataset }, [])) as ModelJson;
}

export async function readMeasuresOf(scope: ToolScope, dataset: string): Promise<ModelJson["measures"]> {
  return (await readModelOf(scope, dataset)).measures;
}

export async function readDimensionsOf({ read }: ToolScope, dataset: string): Promise<readonly DimensionJson[]> {
  return (await read("/{dataset}/dimensions", { dataset }, [])) as readonly DimensionJson[];
}

/** List the years that entries of a dataset have, ascending; of its main date, or the first one. */
export async function readYearsOf(
  scope: ToolScope,
  dataset: string,
  dimensions: readonly DimensionJson[],
): Promise<readonly string[]> {
  const dates = dimensions.filter(({ type }) => type === "date").map(({ name }) => name);
  const date = dates.includes("time") ? "time" : dates[0];
  if (date === undefined) return [];
  const { drilldown } = await readAggregate(scope, [
    ["dataset", dataset],
    ["drilldown", `${date}.year`],
    ["measure", "num_entries"],
    ["order", `${date}.year:asc`],
  ]);
  return drilldown.flatMap((cell) => {
    const value = cell[date];
    const year = isRecord(value) ? value["year"] : value;
    return year === null || year === undefined ? [] : [String(year)];
  });
}
