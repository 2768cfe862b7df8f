import type { ColumnAnalysis } from "./table-analysis.js";

/** True for a column whose values may be the codes of a dimension. */
export function isCode({ type }: Pick<ColumnAnalysis, "type">): boolean {
  return type.kind === "text" ? type.form === "codes" : type.kind === "number";
}

/** True for a column whose values may be the labels of a dimension. */
export function isWords({ type }: ColumnAnalysis): boolean {
  return type.kind === "text" && type.form !== "colors" && type.longest > 2;
}
