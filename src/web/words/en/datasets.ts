/** Words of the list of datasets. */
export const DATASETS_WORDS = {
  title: "Datasets",
  summary: "Public budgets and spending: every dataset of this site, by territory, language and kind",
  narrowed: { one: "1 dataset. <all>Show all</all>", other: "<count> datasets. <all>Show all</all>" },
  data: "List of datasets",
  facets: { territories: "Territories", languages: "Languages", categories: "Categories", years: "Years" },
  form: { name: "Datasets", label: "Search datasets", button: "Find" },
} as const;
