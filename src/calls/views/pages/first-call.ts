import type { Actor } from "../../../access/actor.js";
import { parameters } from "../../../core/query/parameters.js";
import { aggregate } from "../../reading/aggregate/aggregate.js";
import type { Context } from "../../context.js";
import { collectText } from "../../reading/formats/collect-text.js";

/** A call of the API with its answer, as an example. */
export interface FirstCall {
  readonly path: string;
  readonly answer: string;
}

/** Number of years in the answer. */
const YEARS = 4;

/** Call the API as a reader would: the totals of the last years of a dataset, as CSV. */
export async function makeFirstCall(context: Context, actor: Actor, name: string, origin: string): Promise<FirstCall> {
  const pairs: readonly (readonly [string, string])[] = [
    ["dataset", name],
    ["drilldown", "year"],
    ["order", "year:desc"],
    ["pagesize", String(YEARS)],
    ["format", "csv"],
  ];
  const body = await aggregate(context, actor, parameters(pairs), origin).formats.csv!();
  const path = `/api/2/aggregate?${pairs.map(([key, value]) => `${key}=${value}`).join("&")}`;
  return { path, answer: (await collectText(body)).trimEnd() };
}
