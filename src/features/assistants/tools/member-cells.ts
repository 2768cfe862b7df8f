import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import { COUNT_SCHEMA, described, mapOf, object, type Schema, TEXT } from "../../../calls/schema.js";
import { readAggregate } from "./aggregate-tool.js";
import { type CellJson, writeValue } from "./figures.js";
import { isRecord } from "./json-rpc.js";
import { listRemarks } from "./remarks.js";
import type { ToolScope } from "./tool.js";

/** A member with the figures of its entries. */
export interface MemberFigures {
  readonly dimension: string;
  readonly name: string;
  readonly label: string;
  readonly num_entries: number;
  /** Sums by measure, as decimals. */
  readonly amounts: Readonly<Record<string, unknown>>;
  /** The clause of a cut that keeps its entries. */
  readonly cut: string;
}

export const MEMBER_FIGURES: Schema = object({
  dimension: TEXT,
  name: described(TEXT, "Code of the member."),
  label: TEXT,
  num_entries: COUNT_SCHEMA,
  amounts: described(mapOf({ type: ["string", "null"] }), "Sum of each measure, as a decimal."),
  cut: described(TEXT, "Clause for the cut of aggregate that keeps the entries of this member."),
});

/** The members of a dimension in an aggregate, the largest first, and their number. */
export interface FoundMembers {
  readonly members: readonly MemberFigures[];
  readonly count: number;
  readonly warnings: readonly string[];
  /** Warnings and notes, as sentences. */
  readonly remarks: readonly string[];
}

/** List the members of a dimension with their sums. @param pairs further parameters of the aggregate */
export async function readMembers(
  scope: ToolScope,
  dataset: string,
  dimension: string,
  measures: readonly string[],
  pairs: readonly (readonly [string, string])[],
): Promise<FoundMembers> {
  const found = await readAggregate(scope, [
    ["dataset", dataset],
    ["drilldown", dimension],
    ["measure", measures.join("|")],
    ...pairs,
  ]);
  const { summary, drilldown, warnings = [] } = found;
  const members = drilldown.flatMap((cell) => describeCell(cell, dimension, measures) ?? []);
  const skipped = drilldown.length - members.length;
  return {
    members,
    count: Number(summary["num_drilldowns"]) - skipped,
    warnings,
    remarks: listRemarks(found),
  };
}

/** Write a member in one line. */
export function writeMember({ name, label, num_entries: entries, amounts, cut }: MemberFigures): string {
  const sums = Object.entries(amounts).map(([measure, amount]) => `${measure} ${writeValue(amount)}`);
  return `${writeValue({ name, label })}: ${[...sums, `${entries} entries`].join(", ")}; cut ${cut}`;
}

/** Describe the member of a cell; `null` for entries without one. */
function describeCell(cell: CellJson, dimension: string, measures: readonly string[]): MemberFigures | null {
  const value = cell[dimension];
  const { name, label = name } = isRecord(value) ? value : { name: value };
  if (name === null || name === undefined || name === "") return null;
  return {
    dimension,
    name: String(name),
    label: String(label ?? name),
    num_entries: Number(cell["num_entries"]),
    amounts: Object.fromEntries(measures.map((measure) => [measure, cell[measure] ?? null])),
    cut: printCuts([{ field: dimension, value: String(name) }]),
  };
}
