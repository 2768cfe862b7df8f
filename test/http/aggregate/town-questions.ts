import { PAYMENTS } from "./question-town.js";
import { cellsOf, decimal, type Question, summaryOf, sumsBy, townSum } from "./questions.js";

const ADDED = /^Warning: amount adds up approved and executed of "Phase"/m;
const PROVISIONAL = /^Note 0 \(provisional\): Not yet audited\.$/m;
const EXECUTED = PAYMENTS.filter(({ phase }) => phase === "executed");
const isIn = (year: string, date: string): boolean => date.startsWith(year);
const MONTHS = sumsBy(
  EXECUTED.filter(({ date }) => isIn("2021", date)),
  ({ date }) => date.slice(0, 7).replace("-", ""),
  ({ cents }) => cents,
);
const ROADS = sumsBy(
  EXECUTED.filter(({ code }) => code === "10"),
  ({ payee }) => payee,
  ({ cents }) => cents,
);

/** Questions about the payments of a town. */
export const TOWN_QUESTIONS: readonly Question[] = [
  {
    text: "Who pays the company Müller?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.call("find_datasets", { words: "muller strassenbau" });
      const datasets = found.content["datasets"] as { name: string; matching_entries: number }[];
      return [datasets.map(({ name, matching_entries: entries }) => [name, entries]), found];
    },
    expected: [["newtown", PAYMENTS.filter(({ payee }) => payee.startsWith("Müller")).length]],
  },
  {
    text: "What did Newtown plan and pay in all?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({});
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(townSum(() => true)),
    caveat: ADDED,
  },
  {
    text: "What did Newtown pay?",
    dataset: "newtown",
    async answer(tools) {
      const described = await tools.call("describe_dataset", { dataset: "newtown" });
      const phases = described.content["dimensions"] as { role?: string; name: string; order?: string[] }[];
      const phase = phases.find(({ role }) => role === "phase")!;
      const found = await tools.aggregate({ cut: `${phase.name}:${phase.order!.at(-1)}` });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(townSum(({ phase }) => phase === "executed")),
    caveat: PROVISIONAL,
  },
  {
    text: "What did Newtown pay to Müller in 2021?",
    dataset: "newtown",
    async answer(tools) {
      const { cut } = await tools.member("müller", { dimension: "payee" });
      const found = await tools.aggregate({ cut: [cut, "phase:executed", "year:2021"] });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(
      townSum(({ payee, phase, date }) => payee.startsWith("Müller") && phase === "executed" && isIn("2021", date)),
    ),
  },
  {
    text: "What did Newtown pay to Smith and Jones?",
    dataset: "newtown",
    async answer(tools) {
      const { cut } = await tools.member("smith jones");
      const found = await tools.aggregate({ cut: [cut, "phase:executed"] });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(townSum(({ payee, phase }) => payee.startsWith("Smith|") && phase === "executed")),
    caveat: PROVISIONAL,
  },
  {
    text: "How many payments did O'Neill get?",
    dataset: "newtown",
    async answer(tools) {
      const { cut } = await tools.member("o'neill paving");
      const found = await tools.aggregate({ cut: [cut, "phase:executed"] });
      return [summaryOf(found)["num_entries"], found];
    },
    expected: EXECUTED.filter(({ payee }) => payee.startsWith("O'Neill")).length,
    caveat: PROVISIONAL,
  },
  {
    text: "How much less than planned was paid in 2020?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({ cut: "phase:executed|year:2020", against: "phase:approved" });
      return [summaryOf(found)["amount.difference"], found];
    },
    expected: decimal(
      townSum(({ phase, date }) => phase === "executed" && isIn("2020", date)) -
        townSum(({ phase, date }) => phase === "approved" && isIn("2020", date)),
    ),
  },
  {
    text: "How many payees did Newtown pay in 2020?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({ cut: "phase:executed|year:2020", measure: "payee.count" });
      return [summaryOf(found)["payee.count"], found];
    },
    expected: new Set(EXECUTED.filter(({ date }) => isIn("2020", date)).map(({ payee }) => payee)).size,
  },
  {
    text: "Who got most of the money for roads?",
    dataset: "newtown",
    async answer(tools) {
      const { cut } = await tools.member("roads");
      const found = await tools.aggregate({ drilldown: "payee", cut: [cut, "phase:executed"], pagesize: 1 });
      const [{ payee, amount }] = cellsOf(found) as [{ payee: string; amount: string }];
      return [[payee, amount], found];
    },
    expected: [ROADS[0]![0], decimal(ROADS[0]![1])],
    caveat: PROVISIONAL,
  },
  {
    text: "What did kindergartens cost (misspelt)?",
    dataset: "newtown",
    async answer(tools) {
      const { cut, label } = await tools.member("kindergraten");
      const found = await tools.aggregate({ cut: [cut, "phase:executed", "!year:2022"] });
      return [[label, summaryOf(found)["amount"]], found];
    },
    expected: [
      "Kindergartens",
      decimal(townSum(({ code, phase, date }) => code === "21" && phase === "executed" && !isIn("2022", date))),
    ],
  },
  {
    text: "What was paid for the repair of bridges?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({ q: 'purpose:"bridge repair"', cut: "phase:executed" });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(townSum(({ purpose, phase }) => purpose === "bridge repair" && phase === "executed")),
    caveat: PROVISIONAL,
  },
  {
    text: "How much money came back in refunds?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({ q: "amount:{* TO 0}", cut: "phase:executed" });
      return [summaryOf(found)["amount"], found];
    },
    expected: decimal(townSum(({ cents, phase }) => cents < 0n && phase === "executed")),
    caveat: PROVISIONAL,
  },
  {
    text: "In which month of 2021 was most paid?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({
        drilldown: "time.yearmonth",
        cut: "phase:executed|year:2021",
        pagesize: 1,
      });
      const [{ time, amount }] = cellsOf(found) as [{ time: { yearmonth: string }; amount: string }];
      return [[time.yearmonth, amount], found];
    },
    expected: [MONTHS[0]![0], decimal(MONTHS[0]![1])],
  },
  {
    text: "What was paid to each payee in each year?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({ drilldown: "payee|year", cut: "phase:executed" });
      // Too many cells to list: the answer is their total, and a request to narrow down.
      return [[cellsOf(found).length, summaryOf(found)["num_drilldowns"], summaryOf(found)["amount"]], found];
    },
    expected: [
      200,
      new Set(EXECUTED.map(({ payee, date }) => `${payee} ${date.slice(0, 4)}`)).size,
      decimal(townSum(({ phase }) => phase === "executed")),
    ],
    caveat: /^Narrow down: these are 200 of \d+ cells\. .*All cells together: amount \d+/m,
  },
  {
    text: "What was paid to a company that does not exist?",
    dataset: "newtown",
    async answer(tools) {
      const found = await tools.aggregate({ cut: "payee:Company 1000|phase:executed" });
      return [summaryOf(found)["amount"], found];
    },
    expected: "0",
    caveat: /^Warning: No entry has payee "Company 1000"/m,
  },
];
