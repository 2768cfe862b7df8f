import type { DatasetDescription } from "../api/describe-dataset.js";
import type { DimensionDescription } from "../api/describe-dimension.js";
import type { MemberDescription } from "../api/describe-member.js";
import type { Crumb } from "./layout.js";

export function crumbOf({ label, html_url: url }: DatasetDescription | DimensionDescription): Crumb {
  return { label, url };
}

/** What people call a member. */
export function titleOf({ name, label }: MemberDescription): string {
  return String(label ?? "") || String(name ?? "");
}
