import { readAggregate } from "./aggregate-tool.js";
import { isRecord } from "./json-rpc.js";
import type { ToolScope } from "./tool.js";

/** Core metadata of a dataset. */
export interface DatasetJson {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly currency: string | null;
  readonly territories: readonly string[];
  readonly num_entries: number;
  readonly html_url: string;
}

/** A dimension, without or with the number of its members. */
export interface DimensionJson {
  readonly name: string;
  readonly label: string;
  readonly type: "compound" | "date" | "attribute" | "derived";
  readonly description: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly num_members?: number;
  readonly role?: string;
  readonly additive?: false;
}

/** The model of a dataset. */
export interface ModelJson {
  readonly dataset: DatasetJson;
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
