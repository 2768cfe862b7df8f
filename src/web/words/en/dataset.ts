/** Words of the page of a dataset and of a series or another table that datasets refer to. */
export const DATASET_WORDS = {
  yearByYear: "Year by year",
  explore: "Explore",
  allEntries: "All entries",
  download: "Download",
  split: "Ways to split it",
  meanings: "What each of them means",
  sources: {
    title: "Sources and licence",
    noLicence: "No licence is given.",
    loaded: "<source>, loaded <day>",
    history: "Sources and their load history",
    versions: "Versions",
    changes: "What changed",
    model: "Model file",
  },
  data: {
    description: "Description of the dataset",
    model: "Model",
    years: "Totals by year",
    entries: "All entries",
    files: "Files",
    package: "Data package",
    versions: "Versions",
  },
  reference: {
    rows: "All rows",
    columns: "What its columns mean",
  },
} as const;
