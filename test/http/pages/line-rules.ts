import assert from "node:assert/strict";
import { readPlain } from "./markup.js";
import type { PagedDataset } from "./page-datasets.js";
import { labelsOf, PLAIN_KEYS, sameLabel } from "./shown-numbers.js";
import type { ShownTable } from "./shown-tables.js";

/** A point of a line: its year, and its height as a part of the drawing. */
interface DrawnPoint {
  readonly year: number;
  readonly y: number;
}

const UNITS = { K: 1e3, M: 1e6, B: 1e9, T: 1e12, bn: 1e9, tn: 1e12, m: 1e6, k: 1e3 };

/**
 * Check the lines of the rows of a table: they have a point for each year in which the aggregate call of the table
 * without its year has an amount, as high as that, and say the first and the last amount of whole years.
 * @param parameters of the aggregate call of the table
 * @returns the number of points compared
 */
export async function checkLines(
  dataset: PagedDataset,
  { rows, lines, span }: ShownTable,
  parameters: Readonly<Record<string, string>>,
  name: string,
): Promise<number> {
  if (lines.every((line) => line === "")) return 0;
  const { drilldown: down = "", cut = "" } = parameters;
  const { drilldown, summary } = await dataset.aggregate({
    ...parameters,
    drilldown: `${down}|time.year`,
    cut: cut
      .split("|")
      .filter((each) => !/^(?:time\.)?year:/.test(each))
      .join("|"),
    order: "time.year:asc",
    pagesize: "100000",
    page: "1",
  });
  const measure = Object.keys(summary).find((each) => !PLAIN_KEYS.has(each))!;
  const cells = drilldown.map((cell) => ({ ...cell, keys: [cell[down.split(".")[0]!]] }));
  let points = 0;
  for (const [at, line] of lines.entries()) {
    const own = cells.filter((cell) => labelsOf(cell).some((label) => sameLabel(label, rows[at]![0]!)));
    const named = new Set(own.map(({ keys }) => JSON.stringify(keys)));
    // Several members may have one label.
    if (line === "" || named.size !== 1) continue;
    const dated = own.filter(({ time }) => time?.year != null);
    const amounts = new Map(dated.map(({ time, [measure]: amount }) => [Number(time.year), amount as number]));
    points += checkLine({ line, span }, amounts, `${name}, line of ${rows[at]![0]}`);
  }
  return points;
}

/** Compare a line with the amounts of a row by year. */
function checkLine(
  { line, span }: { readonly line: string; readonly span: readonly number[] },
  amounts: ReadonlyMap<number, number>,
  name: string,
): number {
  const [, label] = /aria-label="([^"]*)"/.exec(line)!;
  const [, from, first, to, last] = /^From (\S+) in (\d{4})(?:–\d\d)? to (\S+) in (\d{4})(?:–\d\d)?$/.exec(
    readPlain(label!),
  )!;
  for (const [year, text] of [
    [first, from],
    [last, to],
  ] as const) {
    const amount = amounts.get(Number(year))!;
    assert.ok(Math.abs(amountOf(text!) - amount) <= 0.0051 * Math.abs(amount) + 0.51, `${name}: ${text} for ${amount}`);
  }
  const [low, high] = [Math.min(0, ...amounts.values()), Math.max(0, ...amounts.values())];
  const drawn = readPoints(line, span);
  assert.deepEqual([...new Set(drawn.map(({ year }) => year))].toSorted(), [...amounts.keys()].toSorted(), name);
  for (const { year, y } of drawn) {
    const wanted = 21 - ((amounts.get(year)! - low) / (high - low || 1)) * 18;
    assert.ok(Math.abs(y - wanted) <= 0.51, `${name}: ${year} is at ${y}, not ${wanted}`);
  }
  return drawn.length;
}

/** Read a short amount, as "-£1.2B". */
function amountOf(text: string): number {
  const [, sign, digits, unit = ""] = /^([-−]?)\D*([\d.,]+)([a-zA-Z]*)$/.exec(text)!;
  const factor = unit === "" ? 1 : UNITS[unit as keyof typeof UNITS];
  return (sign === "" ? 1 : -1) * Number(digits!.replaceAll(",", "")) * factor;
}

/** Read the points of a line, but for its zero. @param span the years at its ends */
function readPoints(line: string, [first = 0, last = 0]: readonly number[]): readonly DrawnPoint[] {
  const paths = [...line.matchAll(/<path (?!class="zero")[^>]*\bd="([^"]*)"/g)].map(([, d]) => d!);
  return paths.flatMap((d) =>
    [...d.matchAll(/M([^M]*)/g)].flatMap(([, run]) => {
      const shift = run!.endsWith("h4") ? 2 : 0;
      const numbers = run!.replace(/h\d+$/, "").split(" ").map(Number);
      return Array.from({ length: numbers.length / 2 }, (_, at) => ({
        year: Math.round(first + ((numbers[2 * at]! + shift - 3) / 94) * (last - first)),
        y: numbers[2 * at + 1]!,
      }));
    }),
  );
}
