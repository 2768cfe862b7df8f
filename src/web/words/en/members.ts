/** Words of the pages of a member over all datasets. */
export const MEMBERS_WORDS = {
  summary: "<member>: <entries> in <datasets>",
  lead: "<entries> in <datasets>",
  datasets: { one: "1 dataset", other: "<count> datasets" },
  about:
    "These have the same name in <name>, apart from capitals and accents. Amounts of different datasets are not added up, because one may contain another.",
  names: "Names",
  named: "<member> (<name>)",
  data: "Amounts by dataset and year",
  noDate: "no date",
  in: "<dimension>: <members>",
  together: "<dimension>: <members>. Together: <amounts>",
  also: "Also: <members>",
} as const;
