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
  explained: {
    averages: "This is an estimate from what UK households paid on average in <year>, by income decile (<source>).",
    nothing: "An income of <amount> a year pays nothing in this estimate.",
    above:
      "An income of <amount> a year is above the mean of decile <decile> (<mean>): every tax takes the same share of income as there.",
    mean: "An income of <amount> a year is the mean of decile <decile> (<mean>).",
    below:
      "An income of <amount> a year is below the mean of decile <decile> (<mean>): every tax is interpolated linearly between nothing and the figures there.",
    between:
      "An income of <amount> a year lies between the means of decile <decile> (<mean>) and decile <next> (<nextMean>): every tax is interpolated linearly between the figures there.",
    direct: "Direct tax comes to <amount> a year: income tax, national insurance and council tax.",
    indirect:
      "Indirect tax comes to <amount> a year: VAT <vat>, tobacco <tobacco>, alcohol <alcohol>, driving <driving> and other indirect taxes <others>.",
    smokes: "Someone in the household smokes.",
    nobodySmokes: "Nobody smokes, so no tobacco tax.",
    drinks: "Someone drinks alcohol.",
    nobodyDrinks: "Nobody drinks alcohol, so no alcohol tax.",
    drives: "Someone drives a car.",
    nobodyDrives: "Nobody drives, so no tax on fuel and cars.",
    spending: "The spending of <amount> does not change the estimate, which goes by income alone.",
    total: "All taxes together come to <amount> a year.",
  },
  source: "Source: <source>.",
  kinds: {
    name: "Taxes by kind",
    caption: "Taxes by kind, in pounds per year",
    tax: "Tax",
    pounds: "Pounds",
    share: "Share",
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
