/** A function of the amounts of a cell's entries. It is computed from their sum, their number and at most one statistic. */
interface FunctionOfAmounts {
  /** Statistic that it needs of an engine; `null`: none. */
  readonly statistic: AmountStatistic | null;
  /** True if the sum is needed. */
  readonly ofSum: boolean;
  /** Its values in the plural, for messages. */
  readonly plural: string;
  /** Name of the words that name its value, after the name of the measure; `null` for the sum itself. */
  readonly label: string | null;
  /** Name of the words that offer it where figures are chosen; `null` if it is not offered there. */
  readonly choice: string | null;
  /** Meaning, for the description of the interface; `null` if its name says it. */
  readonly meaning: string | null;
}

/** How a statistic of parts follows from those of the parts; `null`: it does not. */
type Joining = "least" | "greatest" | "sum" | null;

/** Statistics that engines find of the amounts of each cell, beside sums. */
export const AMOUNT_STATISTICS = {
  min: { joined: "least", steps: 4 },
  max: { joined: "greatest", steps: 4 },
  median: { joined: null, steps: 30 },
  squares: { joined: "sum", steps: 6 },
} as const satisfies Record<
  string,
  { readonly joined: Joining; /** Steps of an estimate, for each entry. */ readonly steps: number }
>;

export type AmountStatistic = keyof typeof AMOUNT_STATISTICS;

/** Functions of measures, by their names in terms. */
export const MEASURE_FUNCTIONS = {
  sum: { statistic: null, ofSum: true, plural: "sums", label: null, choice: null, meaning: null },
  avg: {
    statistic: null,
    ofSum: true,
    plural: "averages",
    label: "perEntry",
    choice: "average",
    meaning: "the sum per entry",
  },
  min: { statistic: "min", ofSum: false, plural: "minima", label: "smallestEntry", choice: null, meaning: null },
  max: { statistic: "max", ofSum: false, plural: "maxima", label: "largestEntry", choice: null, meaning: null },
  median: {
    statistic: "median",
    ofSum: false,
    plural: "medians",
    label: "median",
    choice: "median",
    meaning: null,
  },
  stddev: {
    statistic: "squares",
    ofSum: true,
    plural: "standard deviations",
    label: "standardDeviation",
    choice: null,
    meaning: "the standard deviation of a sample",
  },
} as const satisfies Record<string, FunctionOfAmounts>;

export type MeasureFunction = keyof typeof MEASURE_FUNCTIONS;

/** Names of the functions, in the order in which messages list them. */
export const FUNCTION_NAMES = Object.keys(MEASURE_FUNCTIONS) as readonly MeasureFunction[];

/** True if parts that are adjusted by different factors give a function of amounts: their sums, or the largest of them. */
export function joinsParts(name: MeasureFunction): boolean {
  const { statistic } = MEASURE_FUNCTIONS[name];
  return statistic === null || ["least", "greatest"].includes(AMOUNT_STATISTICS[statistic].joined ?? "");
}
