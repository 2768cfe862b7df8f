import { showError } from "../parts/show-error.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import type { PageLocale } from "../parts/page-locale.js";
import { html, type Html } from "../parts/html.js";

/** Say what of a page's address it does not show: a year without entries, and filters without effect. */
export function scopeWarnings(
  locale: PageLocale,
  { year: chosen, warnings }: Pick<DatasetPage, "year" | "warnings">,
): readonly Html[] {
  const { words, fillHtml } = locale;
  const { figures } = words;
  const { missing, headed } = chosen;
  const { noEntries, noEntriesInstead } = figures.scope;
  const year = html`<bdi>${locale.year(missing ?? "")}</bdi>`;
  return [
    ...(missing === null
      ? []
      : [
          html`<p class="band">
            ${headed === null ? fillHtml(noEntries, { year }) : fillHtml(noEntriesInstead, { year, shown: locale.year(headed) })}
          </p> `,
        ]),
    ...warnings.map((each) => html`<p class="band" dir="auto">${showError(locale, each)}</p> `),
  ];
}
