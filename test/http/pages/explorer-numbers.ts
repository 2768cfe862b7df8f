import assert from "node:assert/strict";
import { checkLines } from "./line-rules.js";
import { readPlain, readText } from "./markup.js";
import type { Aggregate, PagedDataset } from "./page-datasets.js";
import { cutsOfLink, listScopes } from "./scope-rules.js";
import { readDataLinks, readTables, type ShownTable } from "./shown-tables.js";
import { isAmount, labelsOf, numberOf, numberOfYear, PLAIN_KEYS, sameLabel } from "./shown-numbers.js";

/** A state of the explorer. */
type State = Readonly<Record<string, string>>;

/** A cell of an answer, and the values that it is of. */
interface Cell {
  readonly keys: readonly unknown[];
  readonly amounts: Readonly<Record<string, number>>;
}

/** Check every number of the explorer against the aggregate calls of its states. @returns what was compared */
export async function checkExplorer(
  dataset: PagedDataset,
): Promise<{ readonly pages: number; readonly numbers: number }> {
  const counted = { pages: 0, numbers: 0 };
  for (const state of await listStates(dataset)) {
    counted.pages++;
    counted.numbers += await checkState(dataset, state);
  }
  assert.ok(counted.numbers > 0, `${dataset.name}: no number in the explorer`);
  return counted;
}

const SPLITS = 2;

/** List states of each kind: one and two splits, over time, cut and compared, in several charts. */
async function listStates(dataset: PagedDataset): Promise<readonly State[]> {
  const { drilldown } = await dataset.aggregate({ drilldown: "time.year", order: "time.year:desc" });
  const [year, before] = drilldown.flatMap(({ time }) => time?.year ?? []) as string[];
  const splits = dataset.dimensions.filter(({ type, num_members: members }) => type !== "date" && members > 1);
  const names = splits.slice(0, SPLITS).map(({ name }) => name);
  const scopes = await listScopes(dataset);
  const states = names.flatMap((name, at): readonly State[] => {
    const scope = scopes.find(({ cuts }) => cuts.length === 1 && !cuts[0]!.startsWith(`${name}:`));
    const cut = scope ? { cut: scope.cuts[0]! } : {};
    const other = names[(at + 1) % names.length]!;
    return [
      { drilldown: name },
      { drilldown: name, ...cut, chart: "bars" },
      ...(other === name || at > 0 ? [] : [{ drilldown: `${name}|${other}` }]),
      ...(year === undefined ? [] : [{ drilldown: name, cut: `time.year:${year}` }]),
      ...(before === undefined
        ? []
        : [
            { drilldown: `${name}|time.year`, ...cut },
            { drilldown: name, cut: `time.year:${year}`, against: `time.year:${before}` },
            { drilldown: name, cut: `time.year:${year}`, against: `time.year:${before}`, chart: "dots" },
          ]),
    ];
  });
  return [{}, ...states];
}

async function checkState(dataset: PagedDataset, state: State): Promise<number> {
  const query = new URLSearchParams(state).toString();
  const page = await dataset.open(`/explore?${query}`);
  const name = `${dataset.name}/explore?${decodeURIComponent(query)}`;
  // What must not be added up has no amounts, and leads to what may be.
  if (page.includes("Amounts are not shown")) {
    const [, only] = /Show only\s*<a href="([^"]*)"/.exec(page) ?? [];
    if (only === undefined) return 0;
    return checkState(dataset, Object.fromEntries(new URL(readText(only), "http://town").searchParams));
  }
  const link = [...readDataLinks(page).values()]
    .map(({ JSON: url }) => url)
    .find((url) => url?.includes("/aggregate?"));
  assert.ok(link, `${name}: no call`);
  for (const cut of state["cut"]?.split("|") ?? []) assert.ok(cutsOfLink(link).includes(cut), `${name}: ${link}`);
  const { drilldown = "", cut = "", measure, against } = Object.fromEntries(new URL(link).searchParams);
  const measures =
    measure === undefined
      ? {}
      : {
          measure: measure
            .split("|")
            .filter((each) => !/[.@]/.test(each))
            .join("|"),
        };
  // Only sums are asked for: what the page computes from them is computed here anew.
  const ask = (cuts: string, split = drilldown): Promise<Aggregate> =>
    dataset.aggregate({
      ...(split && { drilldown: split }),
      ...(cuts && { cut: cuts }),
      ...measures,
      pagesize: "1000000",
    });
  const own = await ask(cut);
  const other = against === undefined ? null : await ask(replaceCut(cut, against));
  const cells = cellsOf(own, drilldown);
  const others = other && cellsOf(other, drilldown);
  const compared = other && { summary: other.summary, year: against!.split(":")[1]! };
  const facts = checkFacts(page, { summary: own.summary, compared }, () => ask(cut, "time.year"), name);
  let numbers = (await facts) + checkChart(page, cells, others, name);
  for (const table of readTables(page)) {
    const [, second] = cells.some(({ keys }) => keys.length > 1) ? table.head : [];
    const isCrossed =
      second !== undefined && cells.some(({ keys }) => labelsOf({ keys }).some((each) => sameLabel(each, second)));
    numbers += await checkLines(dataset, table, Object.fromEntries(new URL(link).searchParams), name);
    numbers += isCrossed ? checkCrosstab(table, cells, name) : checkRows(table, { cells, others, own, other }, name);
  }
  return numbers;
}

/** Return cuts with one replaced. */
function replaceCut(cuts: string, cut: string): string {
  const [field] = cut.split(":");
  return [...cuts.split("|").filter((each) => !each.startsWith(`${field}:`)), cut].join("|");
}

function cellsOf({ drilldown: cells, summary }: Aggregate, drilldown: string): readonly Cell[] {
  const measures = measuresOf(summary);
  return cells.map((cell) => ({
    keys: drilldown.split("|").map((each) => {
      const [dimension, attribute] = each.split(".");
      const value = cell[dimension!];
      return attribute === undefined || typeof value !== "object" || value === null ? value : value[attribute];
    }),
    amounts: Object.fromEntries(measures.map((each) => [each, cell[each]])),
  }));
}

function measuresOf(summary: Aggregate["summary"]): readonly string[] {
  return Object.keys(summary).filter((each) => typeof summary[each] === "number" && !PLAIN_KEYS.has(each));
}

interface Summaries {
  readonly summary: Aggregate["summary"];
  /** The other side of a comparison with a year; `null` without one. */
  readonly compared: { readonly summary: Aggregate["summary"]; readonly year: string } | null;
}

/** Compare the totals above the table, each of the year that it names. @param askYears asks for the totals by year */
async function checkFacts(
  page: string,
  { summary: own, compared }: Summaries,
  askYears: () => Promise<Aggregate>,
  name: string,
): Promise<number> {
  const [, list = ""] = /<dl class="key">([^]*?)<\/dl>/.exec(page) ?? [];
  let numbers = 0;
  for (const [, term, value] of list.matchAll(/<dt>([^]*?)<\/dt>\s*<dd[^>]*>([^]*?)<\/dd>/g)) {
    const exact = numberOf(/<data value="([^"]*)"/.exec(value!)?.[1] ?? readPlain(value!).trim());
    if (exact === null) continue;
    const label = readPlain(term!).trim();
    const [, year] = /.*, (\d{4})\b/.exec(label) ?? [];
    const summary = compared && numberOfYear(label) === compared.year ? compared.summary : own;
    const totals =
      year === undefined
        ? measuresOf(summary).map((each) => summary[each]!)
        : Object.values(
            cellsOf(await askYears(), "time.year").find(({ keys }) => String(keys[0]) === year)?.amounts ?? {},
          );
    const wanted = /^Entries\b/.test(label) ? [summary["num_entries"]!] : totals;
    assert.ok(
      wanted.some((each) => isAmount(exact, each)),
      `${name}, ${label}: ${exact}, not ${wanted}`,
    );
    numbers++;
  }
  return numbers;
}

/** Compare the amounts that the names of a chart's parts say. */
function checkChart(page: string, cells: readonly Cell[], others: readonly Cell[] | null, name: string): number {
  let numbers = 0;
  for (const [, chart] of page.matchAll(/<svg[^>]*class="chart [\w-]+ wide"[^>]*>([^]*?)<\/svg>/g)) {
    for (const [, title] of chart!.matchAll(/<title>([^<]*)<\/title/g)) {
      const [, label, text] = /^([^]*): ([^:]*)$/.exec(readPlain(title!).replaceAll(/[⁰¹²³⁴-⁹,]/g, "")) ?? [];
      const shown = numberOf(
        /^([-−]?)[^\d]*(\d+(?:\.\d+)?)/
          .exec(text ?? "")
          ?.slice(1)
          .join(""),
      );
      if (label === undefined || shown === null || /%/.test(text!) || /more|smaller|[Oo]ther/.test(label)) continue;
      const isNamed = ({ keys }: Cell): boolean =>
        keys.every((_, at) => labelsOf({ keys: [keys[at]] }).some((each) => label.includes(clean(each))));
      const isPart = ({ keys }: Cell): boolean => labelsOf({ keys }).some((each) => label.includes(clean(each)));
      const all = [...cells, ...(others ?? [])];
      const named = all.some(isNamed) ? all.filter(isNamed) : all.filter(isPart);
      if (named.length === 0) continue;
      // What one side of a comparison lacks is nothing there.
      const lacking = others === null ? [] : [0];
      const wanted = [...named.flatMap(({ amounts }) => Object.values(amounts)), ...lacking];
      assert.ok(
        wanted.some((each) => isAmount(shown, each)),
        `${name}, chart, ${label}: ${shown}, not ${wanted}`,
      );
      numbers++;
    }
  }
  return numbers;
}

function clean(label: string): string {
  return label.trim().replaceAll(/\s+/g, " ").replaceAll(",", "");
}

/** Compare a table of rows and columns with its cells, and its totals with their sums. */
function checkCrosstab({ head, rows, total }: ShownTable, cells: readonly Cell[], name: string): number {
  let numbers = 0;
  const isAt = ({ keys }: Cell, at: number, label: string | undefined): boolean =>
    labelsOf({ keys: [keys[at]] }).some((each) => sameLabel(each, label ?? ""));
  // A member may be called as a year.
  const matched = (at: number): number => head.filter((label) => cells.some((cell) => isAt(cell, at, label))).length;
  const across = matched(1) >= matched(0) ? 1 : 0;
  const check = (shown: string | undefined, found: readonly Cell[], of: string): void => {
    const exact = numberOf(shown);
    if (exact === null || found.length === 0) return;
    const sums = Object.keys(found[0]!.amounts).map((each) =>
      found.reduce((sum, { amounts }) => sum + amounts[each]!, 0),
    );
    const isKnown = [...sums, ...found.flatMap(({ amounts }) => Object.values(amounts))].some((each) =>
      isAmount(exact, each),
    );
    assert.ok(isKnown, `${name}, ${of}: ${exact}, not ${sums}`);
    numbers++;
  };
  for (const row of [...rows, total]) {
    const inRow = row === total ? cells : cells.filter((cell) => isAt(cell, 1 - across, row[0]));
    for (const [at, column] of head.entries()) {
      if (at === 0) continue;
      const isTotal = /^Total\b/.test(column);
      check(row[at], isTotal ? inRow : inRow.filter((cell) => isAt(cell, across, column)), `${row[0]}, ${column}`);
    }
  }
  return numbers;
}

interface Answers {
  readonly cells: readonly Cell[];
  readonly others: readonly Cell[] | null;
  readonly own: Aggregate;
  readonly other: Aggregate | null;
}

/** Compare each row with its cell, on both sides of a comparison. */
function checkRows({ head, rows, total }: ShownTable, { cells, others, own, other }: Answers, name: string): number {
  const measures = measuresOf(own.summary);
  const isNamed = (row: readonly string[]) => (cell: Cell) =>
    cell.keys.every((_, at) => labelsOf({ keys: [cell.keys[at]] }).some((each) => sameLabel(each, row[at] ?? "")));
  let numbers = 0;
  const check = (row: readonly string[], wanted: readonly number[], whole: number | undefined): void => {
    for (const [at, heading] of head.entries()) {
      const exact = numberOf(row[at]);
      if (exact === null || at === 0 || heading === "Entries" || /Change|More or less/.test(heading)) continue;
      const isShare = row[at]!.endsWith("%");
      const isKnown = wanted.some((each) =>
        isShare ? whole !== undefined && Math.abs(exact / 100 - each / whole) < 0.00051 : isAmount(exact, each),
      );
      assert.ok(isKnown, `${name}, ${row[0]}, ${heading}: ${row[at]}, not ${wanted}`);
      numbers++;
    }
  };
  const amountsOf = (found: readonly Record<string, number>[]): readonly number[] =>
    found.flatMap((each) => measures.map((measure) => each[measure]!));
  const differences = (a: readonly number[], b: readonly number[]): readonly number[] =>
    a.flatMap((each) => b.map((there) => each - there));
  for (const row of rows) {
    const found = cells.filter(isNamed(row));
    if (found.length === 0) continue;
    const mine = amountsOf(found.map(({ amounts }) => amounts));
    const there = (others ?? []).filter(isNamed(row));
    const theirs = others !== null && there.length === 0 ? [0] : amountsOf(there.map(({ amounts }) => amounts));
    check(row, [...mine, ...theirs, ...differences(mine, theirs)], own.summary[measures[0]!]);
  }
  const all = amountsOf([own.summary as Record<string, number>]);
  const there = other ? amountsOf([other.summary as Record<string, number>]) : [];
  check(total, [...all, ...there, ...differences(all, there)], all[0]);
  return numbers;
}
