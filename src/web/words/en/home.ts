/** Words of the home page. */
export const HOME_WORDS = {
  title: "Public money, added up",
  lead: "<all> See what the money is for, compare years, search the entries, download everything. Every total is exact to the last cent.",
  all: "<datasets> of public budgets and spending, with <entries>.",
  datasets: { one: "One dataset", other: "<count> datasets" },
  entries: { one: "<count> entry", other: "<count> entries" },
  empty: "No data is published here yet.",
  emptySummary: "Public budgets and spending.",
  cards: "Datasets",
  more: { one: "<count> dataset", other: "All <count> datasets" },
  find: {
    name: "Everything",
    label: "Search payees, purposes and amounts",
    hint: "Payee or purpose",
    button: "Search",
  },
  featured: "<label>. In total <amount>.",
  publish: {
    title: "Publish your own",
    lead: "A dataset is a table of amounts, and a small model that says what its columns mean. spendcube proposes the model.",
    upload: "<link>Sign in</link> and upload a CSV file.",
    check: "Check what each column means.",
    publish: "Publish it, with charts, search and downloads.",
    terminal: "With a terminal: <command>",
  },
  programs: {
    title: "For programs",
    lead: "Everything here is a call away, without a key, as JSON or CSV:",
    answer: "The answer",
    run: "Run it",
    more: "More calls",
  },
} as const;
