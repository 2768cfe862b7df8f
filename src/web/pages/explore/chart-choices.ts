import { CHARTS } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { PageLocale } from "../parts/page-locale.js";
import { reasonOf } from "./chart-reasons.js";
import type { Option } from "./form-options.js";

/** List all charts. */
export function allCharts({ words }: PageLocale): readonly Option[] {
  return CHARTS.map((value) => ({ value, label: words.charts.names[value] }));
}

/** List the charts of a figure; those that would not be true are disabled, and say why in a hint. */
export function chartsToChoose(page: Exploration, locale: PageLocale): readonly Option[] {
  return CHARTS.map((value) => {
    const reason = reasonOf(page, locale, value);
    return {
      value,
      label: locale.words.charts.names[value],
      ...(reason === null ? {} : { refusal: reason }),
    };
  });
}
