import type { Actor } from "../../../access/actor.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { parameters } from "../../../core/query/parameters.js";
import { aggregate } from "../../reading/aggregate/aggregate.js";
import type { TextOut } from "../../answer.js";
import type { Context } from "../../context.js";

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
  const body = await aggregate(context, actor, parameters(pairs), origin).forms.csv!();
  let text = "";
  const out: TextOut = {
    write: (piece) => void (text += piece),
    writePhrase: (phrase) => void (text += phrase.toString()),
    writeDecimal: (unscaled, scale) => void (text += decimalText({ unscaled: BigInt(unscaled), scale })),
    isFull: () => false,
  };
  if ("write" in body) for await (const _ of body.write(out));
  const path = `/api/2/aggregate?${pairs.map(([key, value]) => `${key}=${value}`).join("&")}`;
  return { path, answer: text.trimEnd() };
}
