import { CHARTS, type ChartName, yearBefore } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/explore.js";
import { reasonAgainst } from "../tables/chart-notes.js";
import { hasPeriods } from "../tables/timeline.js";
import type { PageReader } from "../parts/reader.js";
import type { Option } from "./form-options.js";

const NAMES: Readonly<Record<ChartName, string>> = {
  treemap: "Treemap",
  bars: "Bar chart",
  line: "Line chart",
  pivot: "Crosstab",
  table: "Table only",
};

/** List all charts. */
export function allCharts(): readonly Option[] {
  return CHARTS.map((value) => ({ value, label: NAMES[value] }));
}

/** List the charts of a figure; those that would not be true say why. */
export function chartsToChoose(page: Exploration, reader: PageReader): readonly Option[] {
  return CHARTS.map((value) => {
    const reason = reasonOf(page, reader, value);
    return {
      value,
      label: NAMES[value],
      ...(reason === null ? {} : { label: `${NAMES[value]} (${reason})`, isRefused: true }),
    };
  });
}

function reasonOf({ figure, state, years }: Exploration, reader: PageReader, chart: ChartName): string | null {
  if (chart === "treemap") return reasonAgainst(reader, figure, "treemap");
  if (chart === "pivot" && state.drilldown.length !== 2) return "it splits by two";
  const isOneYear = years.length < 2 || yearBefore(state.cuts) !== null;
  return chart === "line" && isOneYear && !figure.columns.some(hasPeriods) ? "there is one year" : null;
}
