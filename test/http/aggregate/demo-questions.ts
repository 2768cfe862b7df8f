import { ROWS } from "../../unit/scripts/demo/rows.js";
import { cellsOf, decimal, demoSum, middle, pence, type Question, summaryOf, sumsBy } from "./questions.js";

const IN_2009 = ROWS.filter(({ year }) => year === "2009");
const BREAK = /^Note 0 \(break\): Plans, and almost no spending of local authorities\.$/m;
const BY_FUNCTION = sumsBy(IN_2009, (row) => row["function"]!, pence);
const SMALL = BY_FUNCTION.filter(([, sum]) => sum < 4_000_000_000_000n);
const health = (year: string): bigint => demoSum((row) => row["function"] === "Health" && row["year"] === year);
const total = (year: string): bigint => demoSum((row) => row["year"] === year);
const sumOf = (sums: readonly (readonly [string, bigint])[]): bigint => sums.reduce((sum, [, each]) => sum + each, 0n);

/** Questions about the sample dataset. */
export const DEMO_QUESTIONS: readonly Question[] = [
  {
    text: "Which dataset shows public spending of the United Kingdom?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.call("find_datasets", { words: "public spending united kingdom", territory: "GB" });
      return [(found.content["datasets"] as { name: string }[])[0]!.name, found];
    },
    expected: "uk-spending",
  },
  {
    text: "How many regions, functions and entries does it have?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.call("describe_dataset", { dataset: "uk-spending" });
      const dimensions = found.content["dimensions"] as { name: string; num_members: number }[];
      const count = (wanted: string): number => dimensions.find(({ name }) => name === wanted)!.num_members;
      const { num_entries: entries } = found.content["dataset"] as { num_entries: number };
      return [[count("region"), count("function"), entries], found];
    },
    expected: [
      new Set(ROWS.map((row) => row["region"])).size,
      new Set(ROWS.map((row) => row["function"])).size,
      ROWS.length,
    ],
    caveat: BREAK,
  },
  {
    text: "What was spent in 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.aggregate({ cut: "year:2009" });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(total("2009")),
  },
  {
    text: "What was spent in 2010, and does that compare with other years?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.aggregate({ cut: "year:2010" });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(total("2010")),
    caveat: BREAK,
  },
  {
    text: "What was spent on health in 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const { cut } = await tools.member("health", { dimension: "function" });
      const found = await tools.aggregate({ cut: [cut, "year:2009"] });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(health("2009")),
  },
  {
    text: "Which function cost most in 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.aggregate({ drilldown: "function", cut: "year:2009", pagesize: 1 });
      const [{ function: largest, amount }] = cellsOf(found) as [{ function: { label: string }; amount: string }];
      return [[largest.label, amount], found];
    },
    expected: [BY_FUNCTION[0]![0], decimal(BY_FUNCTION[0]![1])],
  },
  {
    text: "What is the share of health in the spending of 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const args = { drilldown: "function", cut: "year:2009", measure: ["amount", "amount.share"] };
      const found = await tools.aggregate(args);
      const cells = cellsOf(found) as unknown as { function: { label: string }; "amount.share": string }[];
      return [Number(cells.find((cell) => cell.function.label === "Health")!["amount.share"]), found];
    },
    expected: Number(health("2009")) / Number(total("2009")),
  },
  {
    text: "By how much did spending rise from 2008 to 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.aggregate({ cut: "year:2009", against: "year:2008" });
      return [summaryOf(found)["amount.difference"], found];
    },
    expected: decimal(total("2009") - total("2008")),
  },
  {
    text: "How did spending on health change from year to year?",
    dataset: "uk-spending",
    async answer(tools) {
      const { cut } = await tools.member("health", { dimension: "function" });
      const found = await tools.aggregate({
        drilldown: "year",
        cut,
        measure: "amount|amount.change",
        order: "year:asc",
      });
      const changes = cellsOf(found).map((cell) => cell["amount.change"]);
      return [changes.map((change) => (change === null ? null : Number(change))), found];
    },
    expected: ["2004", "2005", "2006", "2007", "2008", "2009", "2010"].map((year, at) =>
      at === 0
        ? null
        : Number(health(year) - health(String(Number(year) - 1))) / Number(health(String(Number(year) - 1))),
    ),
    caveat: BREAK,
  },
  {
    text: "How much more was spent in London than in the North East in 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const london = await tools.member("london", { dimension: "region" });
      const northEast = await tools.member("north east", { dimension: "region" });
      const found = await tools.aggregate({ cut: [london.cut, "year:2009"], against: northEast.cut });
      return [summaryOf(found)["amount.difference"], found];
    },
    expected: decimal(
      demoSum(({ region, year }) => region === "London" && year === "2009") -
        demoSum(({ region, year }) => region === "North East England" && year === "2009"),
    ),
  },
  {
    text: "What did fire brigades cost in 2006?",
    dataset: "uk-spending",
    async answer(tools) {
      const { cut } = await tools.member("fire");
      const found = await tools.aggregate({ cut: `${cut}|year:2006` });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(demoSum((row) => row["subfunction"] === "Fire and rescue" && row["year"] === "2006")),
  },
  {
    text: "What is fire and rescue a part of?",
    dataset: "uk-spending",
    async answer(tools) {
      const { cut } = await tools.member("fire rescue");
      const found = await tools.aggregate({ drilldown: "subfunction", cut, parents: true });
      return [(cellsOf(found)[0]!["function"] as { label: string }).label, found];
    },
    expected: ROWS.find((row) => row["subfunction"] === "Fire and rescue")!["function"],
    caveat: BREAK,
  },
  {
    text: "How many functions took less than 40 billion in 2009, and what did they take together?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.aggregate({
        drilldown: "function",
        cut: "year:2009",
        having: "amount:[40000000000 TO *]",
      });
      const left = found.content["left_out"] as Record<string, unknown>;
      return [[left["num_drilldowns"], left["amount"]], found];
    },
    expected: [SMALL.length, decimal(sumOf(SMALL))],
  },
  {
    text: "What do all functions but the three largest of 2009 come to?",
    dataset: "uk-spending",
    async answer(tools) {
      const found = await tools.aggregate({ drilldown: "function", cut: "year:2009", top: 3 });
      const others = cellsOf(found).at(-1)!;
      return [[others["@others"], others["amount"]], found];
    },
    expected: [BY_FUNCTION.length - 3, decimal(sumOf(BY_FUNCTION.slice(3)))],
  },
  {
    text: "What are the average, the median, the smallest and the largest entry of 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const terms = ["amount.avg", "amount.median", "amount.min", "amount.max"];
      const found = await tools.aggregate({ cut: "year:2009", measure: terms });
      const [average, ...others] = terms.map((term) => summaryOf(found)[term]);
      return [[Number(average), ...others], found];
    },
    expected: [
      Number(total("2009")) / (100 * IN_2009.length),
      ...[middle(IN_2009.map(pence)) / 100n, ...extremes(IN_2009.map(pence))].map(decimal),
    ],
  },
  {
    text: "What is the largest single line of Scotland in 2009?",
    dataset: "uk-spending",
    async answer(tools) {
      const { cut } = await tools.member("scotland");
      const found = await tools.call("search_entries", {
        dataset: "uk-spending",
        filter: [cut, "year:2009"],
        order: "amount:desc",
        pagesize: 1,
      });
      return [(found.content["results"] as { amount: number }[])[0]!.amount, found];
    },
    expected: Number(decimal(extremes(IN_2009.filter(({ region }) => region === "Scotland").map(pence))[1]!)),
  },
  {
    text: "What was spent in 2009 that regions can be named for?",
    dataset: "uk-spending",
    async answer(tools) {
      const { cut } = await tools.member("not identifiable", { dimension: "region" });
      const found = await tools.aggregate({ cut: [`!${cut}`, "year:2009"] });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(demoSum((row) => row["region_code"] !== "not-identifiable" && row["year"] === "2009")),
  },
  {
    text: "What was invested in education from 2005 to 2007?",
    dataset: "uk-spending",
    async answer(tools) {
      const education = await tools.member("education", { dimension: "function" });
      const capital = await tools.member("capital", { dimension: "kind" });
      const found = await tools.aggregate({ cut: [education.cut, capital.cut, "year:[2005 TO 2007]"] });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(
      demoSum(
        (row) =>
          row["function"] === "Education" &&
          row["kind"] === "Capital" &&
          ["2005", "2006", "2007"].includes(row["year"]!),
      ),
    ),
  },
];

function extremes(cents: readonly bigint[]): readonly [least: bigint, most: bigint] {
  const sorted = cents.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [sorted[0]!, sorted.at(-1)!];
}
