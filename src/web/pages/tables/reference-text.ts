import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { ReferenceFacts } from "../../../calls/views/pages/reference-facts.js";
import type { PageReader } from "../parts/reader.js";

const SERIES = {
  index: "Index of prices",
  rate: "Exchange rates",
  stock: "Stock series",
  flow: "Flow series",
} as const;

const TABLES = { crosswalk: "Crosswalk", labels: "Table of labels" } as const;

/** Say in a few words what kind of dataset one is that holds no spending; `null` for one of spending. */
export function nameReference({ kind, series }: Pick<DatasetDescription, "kind" | "series">): string | null {
  if (kind) return TABLES[kind];
  return series ? SERIES[series.kind] : null;
}

/** Describe a dataset that holds no spending: "People by region (12), 2001–2020". */
export function describeReference(
  reader: PageReader,
  dataset: Pick<DatasetDescription, "kind" | "series" | "num_entries">,
  { values, dimensions, years }: ReferenceFacts,
): string {
  const { count } = reader.numbers;
  const name = nameReference(dataset) ?? "";
  const members = dimensions.map(({ label, numMembers }) => `${label} (${count(numMembers)})`);
  if (values === null) return [name, ...members].join(", ");
  const span = years === null ? [] : [years[0] === years[1] ? years[0] : `${years[0]}–${years[1]}`];
  const isCounted = dataset.series?.kind === "stock" || dataset.series?.kind === "flow";
  const what = isCounted ? values : name;
  return [members.length === 0 ? what : `${what} by ${members.join(", ")}`, ...span].join(", ");
}
