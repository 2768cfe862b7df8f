import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { Context } from "#src/calls/context.js";
import { listDistinct } from "#src/calls/views/resources/distinct.js";
import { compareFolded } from "#src/core/engine/fold-case.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dataset } from "#src/store/dataset.js";
import type { LocalFormat } from "../contract/sample.js";
import { contextOf, formText, queryParameters, spendingDataset } from "../fixtures.js";
import { randomRuns } from "../full.js";
import { MISSING_IN_BOTH } from "./missing-in-both.js";
import { plainFormat } from "../reference/builder.js";
import { type Exact, compareExact, divide, fraction } from "./exact-fraction.js";

/** Number of random unions, with a few questions each. */
const RUNS = randomRuns(8, 40);

const kernel = Kernel.start({ threads: 1, checked: true });
after(() => kernel.close());
const FORMATS: readonly LocalFormat[] = [plainFormat, columnarFormat(kernel)];

interface Line {
  readonly region: string | null;
  readonly code: string | null;
  readonly date: string;
  readonly unscaled: bigint;
}

/** A dataset: its lines, the digits of its amounts, and how it calls and reads what the others have, too. */
interface Part {
  readonly name: string;
  readonly lines: readonly Line[];
  readonly scale: number;
  readonly purpose: "function" | "programme";
  readonly isCompound: boolean;
  readonly format: number;
}

interface Question {
  readonly drilldown: readonly ("region" | "function" | "year" | "dataset")[];
  readonly cuts: readonly (readonly [field: "region" | "function" | "year" | "dataset", value: string])[];
  readonly words: string | null;
  readonly pagesize: number;
  readonly page: number;
}

const line: fc.Arbitrary<Line> = fc.record({
  region: fc.constantFrom(null, "North", "South", "a b"),
  code: fc.constantFrom(null, "1", "02", "é"),
  date: fc.constantFrom("2009-03-02", "2010-01-01", "2010-12-31"),
  unscaled: fc.oneof(fc.bigInt({ min: -500n, max: 500n }), fc.constantFrom(2n ** 62n, -(2n ** 62n))),
});
const part = fc.record({
  lines: fc.array(line, { maxLength: 8 }),
  scale: fc.constantFrom(0, 2, 5),
  purpose: fc.constantFrom("function" as const, "programme" as const),
  isCompound: fc.boolean(),
  format: fc.nat(FORMATS.length - 1),
});
const field = fc.constantFrom("region" as const, "function" as const, "year" as const, "dataset" as const);
const VALUES = { region: ["North", "South"], function: ["1", "é"], year: ["2009", "2010"], dataset: ["d0", "d1"] };
const question: fc.Arbitrary<Question> = fc.record({
  drilldown: fc.uniqueArray(field, { maxLength: 3 }),
  cuts: fc.array(
    field.chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...VALUES[name]))),
    { maxLength: 3 },
  ),
  words: fc.constantFrom(null, "north", "function:1", "-region:South", "label"),
  pagesize: fc.constantFrom(2, 100),
  page: fc.constantFrom(1, 2),
});

const union = fc.record({
  // The first names what the others may call otherwise.
  parts: fc
    .tuple(part, fc.array(part, { minLength: 1, maxLength: 3 }))
    .map(([first, others]) =>
      [{ ...first, purpose: "function" as const }, ...others].map((each, at): Part => ({ ...each, name: `d${at}` })),
    ),
  questions: fc.array(question, { minLength: 5, maxLength: 5 }),
});

function datasetOf({ name, lines, scale, purpose, isCompound, format }: Part): Dataset {
  const { model } = parseModel({
    dataset: { name, label: `Town ${name}`, description: "", currency: "EUR" },
    mapping: {
      amount: { type: "measure", column: "a", datatype: "float" },
      time: { type: "date", column: "t", datatype: "date" },
      row: { type: "attribute", column: "r", datatype: "string", key: true },
      region: { type: "attribute", column: "g", datatype: "string" },
      [purpose]: isCompound
        ? {
            type: "compound",
            taxonomy: "purpose",
            attributes: {
              name: { column: "c", datatype: "id" },
              label: { column: "l", datatype: "string" },
            },
          }
        : { type: "attribute", taxonomy: "purpose", column: "c", datatype: "string" },
    },
  });
  const builder = FORMATS[format]!.build(model, null, 1);
  void builder.write(
    lines.map(({ region, code, date, unscaled }, at) => ({
      id: String(at).padStart(40, "0"),
      row: at + 1,
      members: [
        dateAttributes(date),
        [String(at)],
        [region],
        code === null ? [null] : isCompound ? [code, `label ${code}`] : [code],
      ].map((values, index) => (index === 3 && isCompound && code === null ? [null, null] : values)),
      amounts: [{ unscaled, scale }],
    })),
  );
  const finished = builder.finish() as unknown as { readonly engine: Dataset["engine"] };
  return spendingDataset([], { model, asLoaded: model, engine: finished.engine, version: `version of ${name}` });
}

/** A line with the dataset that it is of. */
interface OwnLine extends Line {
  readonly dataset: Part;
}

function valueOf(of: OwnLine, name: Question["drilldown"][number]): string | null {
  if (name === "dataset") return of.dataset.name;
  if (name === "year") return of.date.slice(0, 4);
  return name === "region" ? of.region : of.code;
}

function hasWords(of: OwnLine, words: string | null): boolean {
  if (words === null) return true;
  if (words === "north") return of.region === "North";
  if (words === "label") return of.dataset.isCompound && of.code !== null;
  return words === "function:1" ? of.code === "1" : of.region !== "South";
}

function amountOf({ unscaled, dataset }: OwnLine): Exact {
  return fraction(unscaled, 10n ** BigInt(dataset.scale));
}

function sum(lines: readonly OwnLine[]): Exact {
  return lines
    .map(amountOf)
    .reduce((a, b) => fraction(a![0] * b![1] + b![0] * a![1], a![1] * b![1]), [0n, 1n] as Exact);
}

const least = (amounts: readonly Exact[], sign: number): Exact =>
  amounts.reduce((a, b) => (a && sign * compareExact(a, b) <= 0 ? a : b), null as Exact);

function median(amounts: readonly Exact[]): Exact {
  const sorted = amounts.toSorted(compareExact);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (!lower || !upper) return null;
  return fraction(lower[0] * upper[1] + upper[0] * lower[1], lower[1] * upper[1] * 2n);
}

function figuresOf(lines: readonly OwnLine[]): Record<string, Exact> {
  const amounts = lines.map(amountOf);
  const codes = new Set(lines.flatMap(({ code }) => code ?? []));
  return {
    amount: sum(lines),
    "amount.avg": divide(sum(lines), [BigInt(lines.length), 1n]),
    "amount.min": least(amounts, 1),
    "amount.max": least(amounts, -1),
    "amount.median": median(amounts),
    "function.count": [BigInt(codes.size), 1n],
    num_entries: [BigInt(lines.length), 1n],
  };
}

interface ExpectedCell {
  readonly keys: readonly (string | null)[];
  readonly figures: Record<string, Exact>;
}

function answerObviously(
  parts: readonly Part[],
  asked: Question,
): { total: Record<string, Exact>; cells: ExpectedCell[] } {
  const all = parts.flatMap((dataset) => dataset.lines.map((each): OwnLine => ({ ...each, dataset })));
  const met = all.filter(
    (each) =>
      hasWords(each, asked.words) &&
      asked.cuts.every(([name]) =>
        asked.cuts.some(([other, value]) => other === name && valueOf(each, name) === value),
      ),
  );
  const groups = new Map<string, OwnLine[]>();
  if (asked.drilldown.length === 0) groups.set("[]", []);
  for (const each of met) {
    const key = JSON.stringify(asked.drilldown.map((name) => valueOf(each, name)));
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const cells = [...groups].map(([key, lines]) => ({ keys: JSON.parse(key) as string[], figures: figuresOf(lines) }));
  const compareText = (a: string | null, b: string | null): number =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
  cells.sort((a, b) => {
    const order = compareExact(b.figures["amount"]!, a.figures["amount"]!);
    return order || a.keys.map((key, at) => compareText(key, b.keys[at]!)).find((each) => each !== 0) || 0;
  });
  return { total: figuresOf(met), cells };
}

function readFraction(text: string | number | null): Exact {
  if (text === null) return null;
  const [over, under = "1"] = String(text).split("/");
  const [whole, digits = ""] = over!.split(".");
  return fraction(BigInt(whole! + digits), 10n ** BigInt(digits.length) * BigInt(under));
}

type Cell = Record<string, unknown>;

function keyOf(cell: Cell, name: string): string | null {
  const value = cell[name] as string | { name: string; id: null } | null;
  if (typeof value !== "object" || value === null) return value;
  assert.equal(value.id, null);
  return value.name;
}

/** Compare the lists of members that meet the cuts with the names that the cells of each dimension have. */
async function checkMembers(context: Context, parts: readonly Part[], asked: Question): Promise<void> {
  const dataset = parts.map(({ name }) => name).join("|");
  for (const dimension of ["region", "function", "dataset"] as const) {
    const list = async (more: Readonly<Record<string, string>>): Promise<{ results: Cell[]; count: number }> => {
      const cut = asked.cuts.map(([name, value]) => `${name}:${value}`).join("|");
      const query = queryParameters(new URLSearchParams({ cut, ...more }).toString());
      const answer = listDistinct(context, ANONYMOUS, { dataset, dimension }, query, "");
      return JSON.parse(await formText(answer, "json")) as { results: Cell[]; count: number };
    };
    const namesOf = (of: readonly Part[]): readonly (string | null)[] =>
      answerObviously(of, { ...asked, words: null, drilldown: [dimension] }).cells.map(({ keys }) => keys[0]!);
    // A member may lack its name; a text that is absent is no member.
    const isUnnamed = dimension === "function" && namesOf(parts.filter((each) => each.isCompound)).includes(null);
    const names = [...namesOf(parts).filter((name) => name !== null), ...(isUnnamed ? [null] : [])];
    const all = await list({ pagesize: "100" });
    assert.deepEqual(new Set(all.results.map(({ name }) => name)), new Set(names));
    const labels = all.results.map(({ label }) => label as string | null);
    assert.deepEqual(labels, labels.toSorted(compareFolded));
    const page = await list({ page: String(asked.page), pagesize: String(asked.pagesize) });
    assert.equal(page.count, names.length);
    assert.deepEqual(page.results, all.results.slice((asked.page - 1) * asked.pagesize).slice(0, asked.pagesize));
  }
}

describe("a union of datasets", () => {
  it("has the figures of an obvious implementation with exact fractions", async () => {
    await fc.assert(
      fc.asyncProperty(union, async ({ parts, questions }) => {
        const context = contextOf(parts.map(datasetOf));
        for (const asked of questions) {
          const query = new URLSearchParams({
            dataset: parts.map(({ name }) => name).join("|"),
            drilldown: asked.drilldown.join("|"),
            cut: asked.cuts.map(([name, value]) => `${name}:${value}`).join("|"),
            measure: "amount|amount.avg|amount.min|amount.median|amount.max|function.count",
            order: "amount:desc",
            exact: "true",
            pagesize: String(asked.pagesize),
            page: String(asked.page),
            ...(asked.words !== null && { q: asked.words }),
          });
          const answer = aggregate(context, ANONYMOUS, queryParameters(query.toString()), "");
          const { summary, drilldown } = JSON.parse(await formText(answer, "json")) as {
            summary: Record<string, string>;
            drilldown: Cell[];
          };
          const expected = answerObviously(parts, asked);
          const figures = (of: Cell): unknown =>
            Object.fromEntries(
              Object.keys(expected.total).map((name) => [name, readFraction(of[name] as string | number | null)]),
            );
          assert.deepEqual(figures(summary), expected.total, query.toString());
          assert.equal(summary["num_drilldowns"], expected.cells.length);
          const first = (asked.page - 1) * asked.pagesize;
          const page = expected.cells.slice(first, first + asked.pagesize);
          assert.deepEqual(
            drilldown.map((cell) => ({
              keys: asked.drilldown.map((name) => keyOf(cell, name)),
              figures: figures(cell),
            })),
            page,
            query.toString(),
          );
          await checkMembers(context, parts, asked);
        }
      }),
      { numRuns: RUNS, examples: [[MISSING_IN_BOTH]] },
    );
  });

  it("with itself under another name is twice the dataset", async () => {
    const double = fc.record({ part, questions: fc.array(question, { minLength: 3, maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(double, async ({ part: each, questions }) => {
        const one: Part = { ...each, name: "d0", purpose: "function" };
        const context = contextOf([datasetOf(one), datasetOf({ ...one, name: "again" })]);
        for (const { drilldown, cuts, words } of questions) {
          const read = async (dataset: string): Promise<Cell[]> => {
            const query = new URLSearchParams({
              dataset,
              drilldown: drilldown.filter((name) => name !== "dataset").join("|"),
              cut: cuts.flatMap(([name, value]) => (name === "dataset" ? [] : [`${name}:${value}`])).join("|"),
              exact: "true",
              ...(words !== null && { q: words }),
            });
            const answer = aggregate(context, ANONYMOUS, queryParameters(query.toString()), "");
            const text = JSON.parse(await formText(answer, "json")) as { summary: Cell; drilldown: Cell[] };
            return [text.summary, ...text.drilldown];
          };
          const [single, twice] = [await read("d0"), await read("d0|again")];
          const amounts = (cells: readonly Cell[], times: bigint): unknown =>
            cells.map((cell) => {
              const [over, under] = readFraction(cell["amount"] as string)!;
              return [fraction(over * times, under), Number(cell["num_entries"]) * Number(times)];
            });
          assert.deepEqual(amounts(twice, 1n), amounts(single, 2n));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
