import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { ReferenceFacts } from "../../../calls/views/pages/reference-facts.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate } from "../parts/enumerate.js";

/** Say in a few words what kind of dataset one is that holds no spending; `null` for one of spending. */
export function nameReference(
  { words }: PageLocale,
  { kind, series }: Pick<DatasetDescription, "kind" | "series">,
): string | null {
  const { references } = words.figures;
  if (kind) return references[kind];
  return series ? references[series.kind] : null;
}

/** Describe a dataset that holds no spending: "People by region (12), 2001–2020". */
export function writeReference(
  locale: PageLocale,
  dataset: Pick<DatasetDescription, "kind" | "series" | "num_entries">,
  { values, dimensions, years }: ReferenceFacts,
): string {
  const { count } = locale.numbers;
  const name = nameReference(locale, dataset) ?? "";
  const members = dimensions.map(({ label, numMembers }) =>
    locale.fill(locale.words.lists.inParentheses, { text: label, more: count(numMembers) }),
  );
  if (values === null) return enumerate(locale, [name, ...members]);
  const span = years === null ? [] : [years[0] === years[1] ? years[0] : `${years[0]}–${years[1]}`];
  const isCounted = dataset.series?.kind === "stock" || dataset.series?.kind === "flow";
  const what = isCounted ? values : name;
  const { by } = locale.words.figures.references;
  const split = members.length === 0 ? what : locale.fill(by, { what, dimensions: enumerate(locale, members) });
  return enumerate(locale, [split, ...span]);
}
