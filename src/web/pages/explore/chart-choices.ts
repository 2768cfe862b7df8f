import { CHARTS, type ChartName } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/explore.js";
import type { PageReader } from "../parts/reader.js";
import { reasonOf } from "./chart-reasons.js";
import type { Option } from "./form-options.js";

const NAMES: Readonly<Record<ChartName, string>> = {
  treemap: "Treemap",
  bars: "Bar chart",
  line: "Line chart",
  stacked: "Stacked columns",
  "stacked-share": "Stacked columns, 100 %",
  multiples: "Small charts",
  dots: "Dots of two sides",
  icicle: "Levels",
  map: "Map",
  flow: "Flow",
  pivot: "Table of two splits",
  table: "Table only",
};

/** Return the name of a kind of chart. */
export function nameChart(chart: ChartName): string {
  return NAMES[chart];
}

/** List all charts. */
export function allCharts(): readonly Option[] {
  return CHARTS.map((value) => ({ value, label: NAMES[value] }));
}

/** List the charts of a figure; those that would not be true are disabled, and say why in a hint. */
export function chartsToChoose(page: Exploration, reader: PageReader): readonly Option[] {
  return CHARTS.map((value) => {
    const reason = reasonOf(page, reader, value);
    return {
      value,
      label: NAMES[value],
      ...(reason === null ? {} : { refusal: reason }),
    };
  });
}
