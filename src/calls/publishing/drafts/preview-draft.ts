import { OPERATOR } from "../../../access/actor.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { AggregateResult, Cells, Engine } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { addDecimals, type Decimal, decimalText, subtractDecimals } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import { bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { type AggregateRequest, TOTAL } from "../../../core/query/aggregate/request.js";
import { parseCuts } from "../../../core/query/syntax/cut-clause.js";
import { queryBounds } from "../../context.js";
import type { DraftSplit } from "./draft-check.js";
import type { DraftContext } from "./draft-context.js";

/** Maximum number of dimensions and of members that are shown. */
const DIMENSIONS = 3;
const MEMBERS = 6;

/**
 * Split the amounts of the newest year as the page of the dataset will: by its views, else its first filters, else its
 * first dimensions.
 */
export async function previewDraft(
  context: DraftContext,
  model: Model,
  engine: Engine,
  year: string | undefined,
  signal: AbortSignal,
): Promise<readonly DraftSplit[]> {
  if (year === undefined) return [];
  const [measure] = model.measures;
  const splits: DraftSplit[] = [];
  for (const { label, drilldown } of chooseSplits(model).slice(0, DIMENSIONS)) {
    const request = {
      ...TOTAL,
      measures: [measure!.name],
      drilldown: [drilldown],
      cuts: parseCuts(`time.year:${year}`, () => {}),
      pagesize: MEMBERS,
    };
    const largest = await readCells(context, model, engine, request, signal);
    const [first] = largest.amounts;
    // Amounts below zero begin with those farthest from it, as on the page of the dataset.
    const isBelowZero = largest.result.totals[0]!.unscaled < 0n && (first?.unscaled ?? 0n) <= 0n;
    const order = [{ field: measure!.name, value: "asc" }];
    const { result, keys, amounts } = isBelowZero
      ? await readCells(context, model, engine, { ...request, order }, signal)
      : largest;
    const shown = amounts.reduce(addDecimals, { unscaled: 0n, scale: 0 });
    const rest = subtractDecimals(result.totals[0]!, shown);
    const count = result.numCells - amounts.length;
    splits.push({
      label,
      language: model.dataset.languages[0] ?? null,
      year,
      cells: keys.map((label, at) => [label === null ? "" : String(label), decimalText(amounts[at]!)]),
      others: count > 0 ? { count, amount: decimalText(rest) } : null,
    });
  }
  return splits;
}

/** Read the first cells of a request of one dimension and one measure. */
async function readCells(
  context: DraftContext,
  model: Model,
  engine: Engine,
  request: AggregateRequest,
  signal: AbortSignal,
): Promise<{
  readonly result: AggregateResult;
  readonly keys: Cells["keys"][number];
  readonly amounts: readonly Decimal[];
}> {
  const { query } = bindAggregateRequest(model, request, context.maxClauses);
  const result = await context.queue.run(
    () => withReader({ engine, model }, queryBounds(context, OPERATOR, signal), (reader) => reader.aggregate(query)),
    signal,
  );
  const { keys, sums } = (await gatherCells(result)).cells;
  return { result, keys: keys[0]!, amounts: keys[0]!.map((_, at) => decimalAt(sums[0]!, at)) };
}

function chooseSplits(model: Model): readonly { readonly label: string; readonly drilldown: string }[] {
  const views = model.views.flatMap(({ dimension, drilldown, cuts, label }) => {
    const split = model.dimensions.find(({ name }) => name === drilldown);
    if (dimension !== "dataset" || cuts.size > 0 || !split || split.kind === "date") return [];
    return [{ label, drilldown: labelReference(split) }];
  });
  if (views.length > 0) return views;
  const groups = model.dimensions.filter(({ kind }) => kind !== "date");
  const filters = groups.filter(({ facet }) => facet);
  return (filters.length > 0 ? filters : groups).map((each) => ({
    label: each.label,
    drilldown: labelReference(each),
  }));
}

function labelReference({ name, attributes }: Dimension): string {
  return attributes.some((attribute) => attribute.name === "label") ? `${name}.label` : name;
}
