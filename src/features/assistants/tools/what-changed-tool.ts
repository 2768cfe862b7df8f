import { DATASET } from "../../../calls/shared-parameters.js";
import type { Parameter } from "../../../calls/route-description.js";
import { arrayOf, described, mapOf, optional, refer, TEXT } from "../../../calls/schema.js";
import { LIST_CHANGES, VERSION_SCHEMAS } from "../../../calls/reading/changes/version-routes.js";
import { pairsOf, textOf } from "./check-arguments.js";
import { citeAll } from "./cite.js";
import { type CellJson, MAX_ANSWERED_CELLS, withDecimals, writeCellTable, writeValue } from "./figures.js";
import { listArguments } from "./list-arguments.js";
import { listRemarks, outputOf, type Remarked, WARNING_LIST } from "./remarks.js";
import type { Arguments, Tool, ToolAnswer, ToolScope } from "./tool.js";

const PAGESIZE = 10;
const MAX_PAGESIZE = 50;

const PARAMETERS: readonly Parameter[] = [
  DATASET,
  ...listArguments(LIST_CHANGES, ["exact", "pagesize"]),
  {
    name: "pagesize",
    description: `Entries in an answer, ${MAX_PAGESIZE} at most.`,
    schema: { type: "integer", minimum: 1, maximum: MAX_PAGESIZE, default: PAGESIZE },
  },
];

/** A number of entries and sums of measures. */
type Counted = Readonly<Record<string, number | string>>;

/** Answer of the call that compares versions. */
interface ChangesJson extends Remarked {
  readonly from: number;
  readonly to: number;
  readonly summary: {
    readonly added: Counted;
    readonly removed: Counted;
    readonly changed: { readonly num_entries: number; readonly before: Counted; readonly after: Counted };
    readonly unchanged: Counted;
    readonly before: Counted;
    readonly after: Counted;
  };
  readonly drilldown: readonly CellJson[];
  readonly model: readonly string[];
  readonly pages: number;
  readonly entries: readonly ChangedJson[];
}

interface ChangedJson {
  readonly id: string;
  readonly change: string;
  readonly fields: readonly string[];
  readonly before: CellJson | null;
  readonly after: CellJson | null;
}

const DESCRIBED = VERSION_SCHEMAS["Changes"]!["properties"] as Readonly<Record<string, Parameter["schema"]>>;

/** The tool that compares two versions of a dataset. */
export const WHAT_CHANGED_TOOL: Tool = {
  name: "what_changed",
  title: "Compare two versions",
  description:
    "Says what changed in a dataset from one publication to the next: entries and sums added, removed and changed, split by drilldowns, and the entries themselves. Without numbers it compares the current version with the one before. Repeat warnings to your reader, and cite the addresses.",
  parameters: PARAMETERS,
  output: optional(
    outputOf({
      ...Object.fromEntries(["from", "to", "summary", "model"].map((key) => [key, DESCRIBED[key]!])),
      drilldown: arrayOf(mapOf(refer("Value"))),
      entries: DESCRIBED["entries"]!,
      pages: DESCRIBED["pages"]!,
    }),
    { warnings: WARNING_LIST, notes: DESCRIBED["notes"]!, left_out: described(TEXT, "Set if there are more cells.") },
  ),
  call: whatChanged,
};

async function whatChanged(scope: ToolScope, given: Arguments): Promise<ToolAnswer> {
  const names = PARAMETERS.map(({ name }) => name).filter((name) => name !== "pagesize" && name !== "dataset");
  const dataset = textOf(given, "dataset");
  const found = (await scope.read("/{dataset}/meta/changes", { dataset }, [
    ...pairsOf(given, names),
    ["exact", "true"],
    ["pagesize", String(given.get("pagesize") ?? PAGESIZE)],
  ])) as ChangesJson;
  const { from, to, summary, drilldown, model, pages, entries, warnings, notes } = found;
  const measures = Object.keys(summary.before).filter((key) => key !== "num_entries");
  const cells = drilldown.slice(0, MAX_ANSWERED_CELLS).map((cell) => withDecimals(cell, measures));
  const more =
    drilldown.length > MAX_ANSWERED_CELLS ? `These are ${MAX_ANSWERED_CELLS} of ${drilldown.length} cells` : null;
  const own = dataset.replace(/@.*$/s, "");
  const cite = citeAll(scope, [`${own}@${from}`, `${own}@${to}`]);
  return {
    content: {
      from,
      to,
      summary,
      model,
      drilldown: cells,
      entries,
      pages,
      ...(warnings && { warnings }),
      ...(notes && { notes }),
      ...(more !== null && { left_out: more }),
      cite,
    },
    remarks: [...listRemarks(found), ...(more === null ? [] : [more])],
    lines: [
      `From version ${from} to version ${to}:`,
      ...(["before", "removed", "added", "unchanged", "after"] as const).map(
        (part) => `${part}: ${writeCounted(summary[part])}`,
      ),
      `changed: ${summary.changed.num_entries} entries, from ${writeSums(summary.changed.before)} to ${writeSums(summary.changed.after)}`,
      ...model.map((sentence) => `Model: ${sentence}`),
      ...(cells.length > 0 ? writeCellTable(cells, measures) : []),
      ...entries.map(writeChange),
    ],
    cite,
  };
}

function writeCounted({ num_entries: entries, ...sums }: Counted): string {
  return `${entries} entries, ${writeSums(sums)}`;
}

function writeSums(sums: Counted): string {
  return Object.entries(sums)
    .map(([measure, sum]) => `${measure} ${sum}`)
    .join(", ");
}

function writeChange({ id, change, fields, before, after }: ChangedJson): string {
  const values = (entry: CellJson | null): string =>
    Object.entries(entry ?? {})
      .filter(([key]) => key !== "id" && key !== "html_url")
      .map(([key, value]) => `${key} ${writeValue(value)}`)
      .join(", ");
  if (change !== "changed") return `${change} ${id}: ${values(after ?? before)}`;
  const differences = fields.map((field) => `${field} ${writeValue(before?.[field])} → ${writeValue(after?.[field])}`);
  return `changed ${id}: ${differences.join(", ")}`;
}
