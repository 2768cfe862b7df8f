import { nameDate } from "./describe-key.js";
import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { DimensionDescription } from "../../../calls/reading/describe/describe-dimension.js";
import type { MemberDescription } from "../../../calls/reading/describe/describe-member.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { Crumb } from "./layout.js";
import type { PageLocale } from "./page-locale.js";

/** Path of the list of datasets. */
export const DATASETS_PATH = "/datasets";

/** Return the list of datasets: the first breadcrumb of most pages. */
export function datasetsCrumb({ words }: PageLocale): Crumb {
  return { label: words.frame.datasets, url: DATASETS_PATH };
}

export function crumbOf({ label, html_url: url }: DatasetDescription | DimensionDescription): Crumb {
  return { label, url };
}

/** Return the breadcrumb of a member that has a page. */
export function crumbOfMember(locale: PageLocale, member: MemberDescription): Crumb {
  return { label: titleOf(locale, member), url: member.html_url! };
}

/** Return the label of a member, else its name. */
export function titleOf({ words }: PageLocale, { name, label }: MemberDescription): string {
  return String(label ?? "") || String(name ?? "") || words.figures.none;
}

/** Return the label of a member; a date is written as precisely as in its source. */
export function nameMember(
  locale: PageLocale,
  dimension: DimensionDescription,
  member: MemberDescription,
  precisions: Precisions,
): string {
  if (dimension.type !== "date" || member.name === null) return titleOf(locale, member);
  return nameDate(locale, dimension.name, String(member.name), precisions);
}
