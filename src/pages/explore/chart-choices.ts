import { CHARTS, type ChartName } from "../../api/pages/explore-state.js";
import type { Exploration } from "../../api/pages/explore.js";
import { reasonAgainst } from "../figures/chart-notes.js";
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
  return chart === "line" && years.length < 2 && !figure.columns.some(({ isDate }) => isDate)
    ? "there is one year"
    : null;
}
