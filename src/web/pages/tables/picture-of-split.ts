import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { type PreviewPicture, previewPicture } from "../parts/preview.js";
import { languageToGive } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showsAmounts } from "./added-members.js";
import { chartOf } from "./figure-chart.js";
import { exploreQuery } from "./split-section.js";
import type { SplitPage } from "./split-title.js";

/** Name the picture of a page's split for previews of the page. @param title of the page @returns `null` for none */
export function pictureOfSplit(
  locale: PageLocale,
  page: SplitPage & { readonly dataset: DatasetDescription },
  title: string,
): PreviewPicture | null {
  const { dataset, split } = page;
  if (!split || !showsAmounts(split) || (chartOf(locale, split) === null && !split.crossing)) return null;
  const labels = split.rows.flatMap(({ keys }) => keys.map(({ label }) => label ?? ""));
  return previewPicture(
    dataset,
    `?${exploreQuery(locale, split, page)}`,
    title,
    labels.join(""),
    languageToGive(locale),
  );
}
