/** Words of the pages of a member over all datasets. */
export const MEMBERS_WORDS = {
  summary: "<member>: <entries> in <datasets>",
  lead: "<entries> in <datasets>",
  datasets: { one: "1 dataset", other: "<count> datasets" },
  about:
    "Members of <name> with the same name, regardless of case and accents. Their amounts are never added up over datasets, which may contain one another.",
  names: "Names",
  named: "<member> (<name>)",
  data: "Amounts by dataset and year",
  noDate: "no date",
  in: "<dimension>: <members>",
  together: "<dimension>: <members>. Together: <amounts>",
  also: "Also: <members>",
} as const;
