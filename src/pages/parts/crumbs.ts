import type { DatasetDescription } from "../../api/describe/describe-dataset.js";
import type { DimensionDescription } from "../../api/describe/describe-dimension.js";
import type { MemberDescription } from "../../api/describe/describe-member.js";
import type { Precisions } from "../../api/pages/date-precision.js";
import { NO_VALUE } from "./describe-key.js";
import type { Crumb } from "./layout.js";
import type { Reader } from "./reader.js";

/** The list of datasets, where every way begins. */
export const DATASETS: Crumb = { label: "Datasets", url: "/datasets" };

export function crumbOf({ label, html_url: url }: DatasetDescription | DimensionDescription): Crumb {
  return { label, url };
}

/** What people call a member. */
export function titleOf({ name, label }: MemberDescription): string {
  return String(label ?? "") || String(name ?? "") || NO_VALUE;
}

/** The same of a date as precise as its source. */
export function nameMember(
  { dates }: Reader,
  dimension: DimensionDescription,
  member: MemberDescription,
  precisions: Precisions,
): string {
  if (dimension.type !== "date" || member.name === null) return titleOf(member);
  return dates.precise(String(member.name), precisions[dimension.name] ?? "day");
}
