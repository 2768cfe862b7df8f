import { AGGREGATE, AGGREGATE_SCHEMAS } from "../../../calls/reading/aggregate/aggregate-route.js";
import type { Parameter } from "../../../calls/route-description.js";
import { arrayOf, described, mapOf, optional, refer, type Schema, TEXT } from "../../../calls/schema.js";
import { pairsOf, textOf } from "./check-arguments.js";
import { citeAll } from "./cite.js";
import {
  type CellJson,
  figureKeys,
  MAX_ANSWERED_CELLS,
  withDecimals,
  writeSummaryLine,
  writeCellTable,
} from "./figures.js";
import { listArguments } from "./list-arguments.js";
import { listRemarks, outputOf, type Remarked } from "./remarks.js";
import type { Arguments, Tool, ToolAnswer, ToolScope } from "./tool.js";

/** Answer of the aggregate call. */
export interface AggregateJson extends Remarked {
  readonly summary: CellJson;
  readonly drilldown: readonly CellJson[];
  readonly left_out?: CellJson;
  readonly unmapped?: CellJson;
  readonly levels?: readonly number[];
  readonly against?: { readonly cut: string; readonly dataset: string };
  readonly adjustments?: readonly { readonly kind: string; readonly label: string; readonly series: string }[];
  readonly missing?: readonly Readonly<Record<string, unknown>>[];
  readonly num_missing?: number;
}

const PARAMETERS: readonly Parameter[] = [
  ...listArguments(AGGREGATE, ["exact", "explain", "pagesize"]),
  {
    name: "pagesize",
    description: `Number of cells, ${MAX_ANSWERED_CELLS} at most.`,
    schema: { type: "integer", minimum: 1, maximum: MAX_ANSWERED_CELLS, default: MAX_ANSWERED_CELLS },
  },
];

/** Properties of the call's answer. */
const DESCRIBED = AGGREGATE_SCHEMAS["Aggregate"]!["properties"] as Readonly<Record<string, Schema>>;

const NARROW_DOWN = described(TEXT, "Set if there are more cells than an answer holds: how many, and what to do.");

/** Properties that the tool describes itself, or never has. */
const OWN = new Set(["summary", "drilldown", "unmapped", "explanation"]);

/** The tool that computes figures. */
export const AGGREGATE_TOOL: Tool = {
  name: "aggregate",
  title: "Add up amounts",
  description:
    "Sums, averages, shares, changes and comparisons of a dataset's amounts, filtered by cuts and grouped by drilldowns. Figures are exact decimals as texts. Find codes with find_members first: a cut with a code that does not exist gives 0 and a warning. Repeat warnings and notes to your reader, and cite the address.",
  parameters: PARAMETERS,
  output: optional(outputOf({ summary: refer("Summary"), drilldown: arrayOf(refer("Cell")) }), {
    ...Object.fromEntries(Object.entries(DESCRIBED).filter(([key]) => !OWN.has(key))),
    unmapped: described(mapOf(refer("Value")), "Entries without a member in a derived dimension, and their sums."),
    narrow_down: NARROW_DOWN,
  }),
  call: aggregateFor,
};

async function aggregateFor(scope: ToolScope, given: Arguments): Promise<ToolAnswer> {
  const names = PARAMETERS.map(({ name }) => name).filter((name) => name !== "pagesize");
  const pagesize = String(given.get("pagesize") ?? MAX_ANSWERED_CELLS);
  const found = await readAggregate(scope, [...pairsOf(given, names), ["pagesize", pagesize]]);
  const { summary, drilldown, left_out: leftOut, levels, against, unmapped, adjustments = [], missing = [] } = found;
  const narrow = narrowDown(found);
  const dataset = textOf(given, "dataset");
  const cite = citeAll(scope, [
    dataset,
    ...(against ? [against.dataset] : []),
    ...adjustments.map(({ series }) => series),
  ]);
  return {
    content: { ...found, ...(narrow !== null && { narrow_down: narrow }), cite },
    remarks: [...listRemarks(found), ...(narrow === null ? [] : [narrow])],
    lines: [
      `All together: ${writeSummaryLine(summary)}; ${drilldown.length} of ${String(summary["num_drilldowns"])} cells follow`,
      ...(leftOut ? [`Left out by having: ${writeSummaryLine(leftOut)}`] : []),
      ...(unmapped ? [`Without a member of a derived dimension: ${writeSummaryLine(unmapped)}`] : []),
      ...(against ? [`Compared with ${against.dataset}${against.cut === "" ? "" : `, ${against.cut}`}`] : []),
      ...adjustments.map(({ kind, label, series }) => `Adjusted (${kind}) by ${label}, ${series}`),
      ...(missing.length > 0 ? [`No value in a series, ${found.num_missing} in all: ${JSON.stringify(missing)}`] : []),
      ...(levels ? [`Cells of each level: ${levels.join(", ")}`] : []),
      ...writeCellTable(drilldown, figureKeys(summary)),
    ],
    cite,
  };
}

/** Make the aggregate call; figures are decimals as texts. */
export async function readAggregate(
  { read }: ToolScope,
  pairs: readonly (readonly [string, string])[],
): Promise<AggregateJson> {
  const found = (await read("/api/2/aggregate", {}, [...pairs, ["exact", "true"]])) as AggregateJson;
  const keys = figureKeys(found.summary);
  return {
    ...found,
    summary: withDecimals(found.summary, keys),
    drilldown: found.drilldown.map((cell) => withDecimals(cell, keys)),
    ...(found.left_out && { left_out: withDecimals(found.left_out, keys) }),
  };
}

/** Say that there are more cells than an answer holds; `null` if there are not. */
function narrowDown({ summary, drilldown }: AggregateJson): string | null {
  const all = Number(summary["num_drilldowns"]);
  if (drilldown.length < MAX_ANSWERED_CELLS || all <= MAX_ANSWERED_CELLS) return null;
  return `Narrow down: these are ${drilldown.length} of ${all} cells. Cut more, drill down by less, or ask for the largest with top=10. All cells together: ${writeSummaryLine(summary)}.`;
}
