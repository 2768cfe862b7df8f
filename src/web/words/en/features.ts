/** Words of the estimate of a household's taxes. */
export const TAX_WORDS = {
  title: "What do you pay in taxes?",
  lead: "Estimate how much tax a household in the United Kingdom paid in <year>, based on what households with that income paid on average.",
  income: "Income",
  incomeLabel: "Yearly household income in pounds, including pensions and benefits",
  habits: { smoker: "Anyone smokes", drinker: "Anyone drinks alcohol", driver: "Anyone drives a car" },
  yes: "yes",
  no: "no",
  estimate: "Estimate",
  again: "Start again",
  data: "The estimate",
  perYear: "Taxes per year",
  shareOfIncome: "Share of income",
  how: "How it is calculated",
  source: "Source: <source>.",
  kinds: {
    name: "Taxes by kind",
    caption: "Taxes by kind, in pounds per year",
    tax: "Tax",
    pounds: "Pounds",
    share: "Share",
    total: "Total",
    direct: "Income tax, national insurance and council tax",
    vat: "VAT",
    tobacco: "Tobacco",
    alcohol: "Alcohol",
    car: "Driving",
    otherIndirect: "Other indirect taxes",
  },
  buys: {
    title: "What your taxes pay for",
    divided: "Your taxes, divided in the proportions of <dataset> in that year:",
    caption: "What your taxes pay for, in pounds per year",
  },
} as const;

/** Words of the pages of documents. */
export const DOCUMENT_WORDS = {
  title: "Documents",
  contents: "Contents",
  words: "Words",
  search: "Search the documents",
  none: "No section of the documents has all words of “<words>”.",
  section: "<document>: <section>",
} as const;
