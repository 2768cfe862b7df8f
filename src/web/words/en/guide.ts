/** Words of the page of example calls, and of the list of shapes. */
export const GUIDE_WORDS = {
  title: "API for programs",
  lead: "Programs can read everything on these pages as JSON and CSV, without a key. Totals are exact, and no answer is cut off silently.",
  document: "The <link>OpenAPI document</link> describes every call, parameter, answer and error.",
  none: "No dataset is published here yet, so there are no examples.",
  examples: "Examples",
  reads: "These calls read the dataset <dataset>.",
  run: "Run it",
  try: "Try the aggregate call",
  send: "Send",
  cutHint: "dimension:value",
  orderHint: "amount:desc",
  calls: {
    total: "The total of everything",
    years: "Totals by year",
    split: "Totals by “<dimension>”, the largest first",
    member: "One member over the years, as CSV",
    largest: "The ten largest entries",
    counts: "Number of entries by year",
    metadata: "The metadata of the dataset",
    model: "Its model, ready to load again",
    members: "The members of “<dimension>”",
    datasets: "All datasets",
  },
} as const;

export const SHAPES_WORDS = {
  title: "Shapes for maps",
  none: "There are no shapes here yet: <command> adds them.",
  data: "The list of shapes",
  shapes: "Shapes",
  number: "Number",
  taxonomy: "Taxonomy",
  licence: "Licence",
  source: "Source",
  byIds: "by their ids",
  notSaid: "not said",
} as const;
