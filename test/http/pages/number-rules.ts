import assert from "node:assert/strict";
import { readText } from "./markup.js";
import type { PagedDataset } from "./page-datasets.js";
import { cutsOfLink, listScopes } from "./scope-rules.js";
import { checkLines } from "./line-rules.js";
import { checkExplorer } from "./explorer-numbers.js";
import { numberOfYear, isAmount, labelsOf, numberOf, PLAIN_KEYS, sameLabel } from "./shown-numbers.js";
import { readDataLinks, readTables, type ShownTable } from "./shown-tables.js";

/** A page, and the cuts that all its numbers meet. */
interface ScopedPage {
  readonly target: string;
  readonly cuts: readonly string[];
  /** Year of its splits; `null` for the one that the page chooses. */
  readonly year: string | null;
}

/** Check every number of pages of a dataset against the aggregate calls of their scopes. @returns what was compared */
export async function checkNumbers(
  dataset: PagedDataset,
): Promise<{ readonly pages: number; readonly numbers: number; readonly points: number }> {
  const counted = { pages: 0, numbers: 0, points: 0 };
  for (const scoped of await listPages(dataset)) {
    counted.pages++;
    const { numbers, points } = await checkPage(dataset, scoped);
    counted.numbers += numbers;
    counted.points += points;
  }
  const explored = await checkExplorer(dataset);
  counted.pages += explored.pages;
  counted.numbers += explored.numbers;
  return counted;
}

/** List pages of each kind, cut and not, of the year that they choose, of another one and of all. */
async function listPages(dataset: PagedDataset): Promise<readonly ScopedPage[]> {
  const cutPages = await listScopes(dataset);
  const { drilldown } = await dataset.aggregate({ drilldown: "time.year", order: "time.year:asc" });
  const [year] = drilldown.flatMap(({ time }) => time?.year ?? []) as string[];
  const plain = cutPages.map(({ target, cuts }) => ({
    target: target.replace(/\?.*/, ""),
    cuts: cuts.slice(0, target.startsWith("?") ? 0 : 1),
  }));
  const listed = dataset.dimensions
    .filter(({ type, num_members: members }) => type !== "date" && members > 1)
    .slice(0, LISTED)
    .flatMap(({ name }) => [
      { target: `/${name}`, cuts: [] },
      ...cutPages
        .filter(({ target, cuts }) => target.startsWith("?") && !cuts[0]!.startsWith(`${name}:`))
        .slice(0, 1)
        .map(({ target, cuts }) => ({ target: `/${name}${target}`, cuts })),
    ]);
  const all = [...new Map([...plain, ...cutPages, ...listed].map((each) => [each.target, each])).values()];
  return all.flatMap(({ target, cuts }) =>
    [null, year ?? null, "all"].map((each) => ({
      target: each === null ? target : `${target}${target.includes("?") ? "&" : "?"}year=${each}`,
      cuts,
      year: each,
    })),
  );
}

const LISTED = 3;

async function checkPage(
  dataset: PagedDataset,
  { target, cuts, year }: ScopedPage,
): Promise<{ readonly numbers: number; readonly points: number }> {
  const page = await dataset.open(target);
  const links = readDataLinks(page);
  // A page of other years says so.
  const isOffered = new RegExp(`<nav class="chips" aria-label="Year">(?:(?!</nav>)[^])*>${year}(?:–\\d\\d)?<`).test(
    page,
  );
  let [numbers, points] = [0, 0];
  for (const table of readTables(page)) {
    const [label, urls] = [...links].find(([each]) => table.caption.startsWith(each) || captionOf(each, table)) ?? [];
    const link = urls?.["JSON"];
    if (link === undefined || !link.includes("/aggregate?")) continue;
    const own = new Set(cutsOfLink(link));
    const isByYear = /drilldown=[^&]*time\.year/.test(decodeURIComponent(link));
    for (const cut of cuts) assert.ok(own.has(cut), `${target}: ${label} lacks ${cut}`);
    if (isOffered && !isByYear) assert.ok(own.has(`time.year:${year}`), `${target}: ${label} lacks ${year}`);
    const parameters = Object.fromEntries(new URL(link).searchParams);
    const answered = await dataset.aggregate({ ...parameters, pagesize: "100000" });
    const keys = (parameters["drilldown"] ?? "").split("|").map((each) => each.split(".")[0]!);
    // Cells name what they are cut to, too.
    const answer = {
      ...answered,
      drilldown: answered.drilldown.map((cell) => ({ ...cell, keys: keys.map((key) => cell[key]) })),
    };
    numbers += checkTable(table, answer, `${target}: ${table.caption}`);
    points += await checkLines(dataset, table, parameters, target);
  }
  return { numbers: numbers + (await checkHead(dataset, page, target)), points };
}

/** Lists of members have the caption of their order. */
function captionOf(label: string, { caption }: ShownTable): boolean {
  return label.startsWith("Members") && caption.startsWith("Members");
}

type Answered = Awaited<ReturnType<PagedDataset["aggregate"]>>;

/** Compare the amounts, shares, entries and totals of a table with an answer. @returns number of cells compared */
function checkTable({ rows, total, head }: ShownTable, { drilldown, summary }: Answered, name: string): number {
  const measures = Object.keys(summary).filter((each) => typeof summary[each] === "number" && !PLAIN_KEYS.has(each));
  const [measure] = measures;
  // Years are columns also where the answer adds them up: the lines of its members have these.
  const isAcross = (heading: string): boolean =>
    /^\d{4}$/.test(numberOfYear(heading)) || drilldown.some((cell) => isInColumn(cell, heading));
  const isCrossed = head.slice(1).some(isAcross) && !head.includes("Entries");
  if (isCrossed) return checkCrossed({ rows, head }, drilldown, measure!, name);
  let numbers = 0;
  for (const [at, row] of rows.entries()) {
    if (
      /more|smaller|others|Not shown|below/.test(row[0]!) &&
      !drilldown.some((cell) => labelsOf(cell).includes(row[0]!))
    )
      continue;
    const isNamed = (each: Answered["drilldown"][number]): boolean =>
      labelsOf(each).some((label) => sameLabel(label, row[0]!));
    // Several members may have one label.
    const named = drilldown.filter(isNamed);
    const shows = (cell: Answered["drilldown"][number]): boolean =>
      row.some((each) => numberOf(each) !== null && isAmount(numberOf(each)!, cell[measure!]));
    const cell = named.find(shows) ?? named[0] ?? drilldown[at]!;
    for (const [column, heading] of head.entries()) {
      const shown = row[column];
      const exact = numberOf(shown);
      if (exact === null) continue;
      if (heading === "Entries") assert.equal(exact, cell.num_entries, `${name}, ${row[0]}: entries`);
      else if (heading === "Share")
        assert.ok(
          Math.abs(exact / 100 - cell[measure!] / summary[measure!]!) < 0.00051,
          `${name}, ${row[0]}: ${shown} of ${cell[measure!]} in ${summary[measure!]}`,
        );
      else if (heading === "Change" || column === 0) continue;
      else {
        const known = measures.some((each) => isAmount(exact, cell[each]));
        assert.ok(known, `${name}, ${row[0]}: ${shown} instead of ${measures.map((each) => cell[each])}`);
      }
      numbers++;
    }
  }
  for (const [column, heading] of head.entries()) {
    const exact = numberOf(total[column]);
    if (exact === null || column === 0 || heading === "Share") continue;
    const wanted = heading === "Entries" ? [summary["num_entries"]!] : measures.map((each) => summary[each]!);
    assert.ok(
      wanted.some((each) => isAmount(exact, each)),
      `${name}, total: ${exact} instead of ${wanted.join(", ")}`,
    );
    numbers++;
  }
  return numbers;
}

/** True for a cell whose year, or one of whose two splits, heads a column. */
function isInColumn(cell: Answered["drilldown"][number], heading: string): boolean {
  const year = numberOfYear(heading);
  if (/^\d{4}$/.test(year) && cell.time) return cell.time.year === year;
  return cell.keys.length > 1 && labelsOf(cell).some((label) => sameLabel(label, heading));
}

/** Compare a table with a column for each year, or for each member of a second split. */
function checkCrossed(
  { rows, head }: Pick<ShownTable, "rows" | "head">,
  cells: Answered["drilldown"],
  measure: string,
  name: string,
): number {
  let numbers = 0;
  for (const row of rows) {
    for (const [column, heading] of head.entries()) {
      const exact = column === 0 ? null : numberOf(row[column]);
      const named = cells.filter(
        (each) => isInColumn(each, heading) && labelsOf(each).some((label) => sameLabel(label, row[0]!)),
      );
      if (exact === null || named.length === 0) continue;
      assert.ok(
        named.some((cell) => isAmount(exact, cell[measure])),
        `${name}, ${row[0]}, ${heading}: ${exact} instead of ${named.map((cell) => cell[measure])}`,
      );
      numbers++;
    }
  }
  return numbers;
}

/** Compare the amount that heads a page with the row of its year, and its change with the row before. */
async function checkHead(dataset: PagedDataset, page: string, target: string): Promise<number> {
  const [, head] = /<p class="headline">([^]*?)<\/p>/.exec(page) ?? [];
  const link = readDataLinks(page).get("Totals by year")?.["JSON"];
  if (head === undefined || link === undefined) return 0;
  const { drilldown, summary } = await dataset.aggregate(Object.fromEntries(new URL(link).searchParams));
  const measure = Object.keys(summary).find((each) => !PLAIN_KEYS.has(each));
  const text = readText(head).replaceAll(/\s+/g, " ");
  const of = (year: string): number | undefined => drilldown.find(({ time }) => time?.year === year)?.[measure!];
  const [, amount] = /<data value="([^"]*)"/.exec(head) ?? [];
  const [, year] = / in (\d{4})/.exec(text) ?? [];
  if (amount === undefined || year === undefined) return 0;
  assert.equal(Number(amount), of(year), `${target}: ${text}`);
  const [, way, part, before] = /(up|down) ([\d.,]+)% on (\d{4})/.exec(text) ?? [];
  if (way === undefined) return 1;
  const change = (of(year)! - of(before!)!) / Math.abs(of(before!)!);
  assert.ok(
    Math.abs(change * 100 - Number(part!.replaceAll(",", "")) * (way === "up" ? 1 : -1)) < 0.51,
    `${target}: ${text}, not ${change}`,
  );
  return 2;
}
