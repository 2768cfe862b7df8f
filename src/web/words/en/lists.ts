/** Words of lists: how many they have, their pages, and what narrows them. */
export const LIST_WORDS = {
  entries: { one: "1 entry", other: "<count> entries" },
  datasets: { one: "1 dataset", other: "<count> datasets" },
  pager: { name: "Pages", previous: "Previous page", next: "Next page", page: "Page <page> of <pages>" },
  newest: "Newest entries",
  filters: "Filters",
  activeFilters: "Active filters",
  removeFilter: "Remove filter: <filter>",
  close: "Close",
  didYouMean: "Did you mean <link><words></link>?",
  amountIn: "<amount> in <place>",
  inParentheses: "<text> (<more>)",
} as const;
