import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { phrase } from "../../../calls/views/pages/phrase.js";
import { enumerate } from "../parts/enumerate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { sayPhrase } from "../parts/say-phrase.js";

/**
 * Say in words what a dataset is of: its category, its countries, its years, and how many entries there are.
 * @param years in order of time
 */
export function sayFacts(
  locale: PageLocale,
  { category, territories }: Pick<DatasetDescription, "category" | "territories">,
  years: readonly string[],
  numEntries: number,
): string {
  const [first, last] = [years[0], years.at(-1)];
  return [
    category && nameCategory(locale, category),
    enumerate(locale, territories.map(locale.names.territory)),
    first === undefined ? null : sayYears(locale, first, last!),
    locale.fill(locale.words.lists.entries, { count: numEntries }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Write from which year to which one something goes; of one year only that. */
export function sayYears(locale: PageLocale, first: string, last: string): string {
  const [from, to] = [locale.year(first), locale.year(last)];
  return first === last ? from : sayPhrase(locale, phrase("between", { from, to }));
}

/** Name a category of datasets as it begins a line; one that this program does not know by its code. */
export function nameCategory({ words, spoken }: PageLocale, category: string): string {
  const { categories } = words.figures.card;
  const name =
    category === "other"
      ? categories.others
      : category === "budget" || category === "spending"
        ? categories[category]
        : category;
  return name.charAt(0).toLocaleUpperCase(spoken) + name.slice(1);
}
