import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Entry } from "#src/core/engine/entry.js";
import type { Engine } from "#src/core/engine/engine.js";
import { type Readable, streamEntries, withReader } from "#src/core/engine/with-reader.js";
import { computeFigureCells, type FigureCells, type FigureResult } from "#src/core/figures/figure-cells.js";
import { type FractionColumn, figureAt } from "#src/core/figures/column.js";
import { Pace } from "#src/core/engine/pace.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Value } from "#src/core/model/values/value.js";
import { bindFigures } from "#src/core/query/aggregate/bind-figures.js";
import type { AggregateQuery } from "#src/core/query/aggregate/query.js";
import type { BoundFigures } from "#src/core/query/aggregate/figures.js";
import type { LocalFormat } from "../contract/sample.js";
import { queryParameters } from "../fixtures.js";
import { randomRuns } from "../full.js";
import { plainFormat } from "../reference/builder.js";
import { type Exact, fraction } from "./exact-fraction.js";
import { answerObviously, type Expected } from "./figure-oracle.js";
import { type RandomCube, randomCube } from "./random-cube.js";
import { chooseAgainst, printQuestion, printTerm, randomQuestion } from "./random-question.js";

/** Number of random cubes, with a few questions each; `DIFFERENTIAL_RUNS=100000 npm test` runs longer. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(15, 60));
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };
const QUESTIONS = 8;

const kernel = Kernel.start({ threads: 1, checked: true });
after(() => kernel.close());

const cubes = randomCube.chain((cube) =>
  fc.record({
    cube: fc.constant(cube),
    questions: fc.array(randomQuestion(cube.model), { minLength: QUESTIONS, maxLength: QUESTIONS }),
  }),
);

async function load({ model, loads }: RandomCube, format: LocalFormat): Promise<Engine> {
  let engine: Engine | null = null;
  for (const { source, rows } of loads) {
    const builder = format.build(model, engine, source);
    await builder.write(rows.map((entry, at) => ({ ...entry, row: at + 1 })));
    const { engine: next } = await builder.finish();
    engine?.dispose();
    engine = next;
  }
  return engine!;
}

async function entriesOf(version: Readable): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of streamEntries(version)) entries.push(...batch);
  return entries;
}

function exactAt(column: FractionColumn, row: number): Exact {
  const figure = figureAt(column, row);
  if (!figure) return null;
  return fraction(BigInt(figure.numerator), BigInt(figure.denominator));
}

/** Convert an answer to the form of what is expected. */
async function visible({ query, figures }: BoundFigures, result: FigureResult): Promise<Expected> {
  const { terms } = figures;
  const cells: Expected["cells"][number][] = [];
  const read = (batch: FigureCells, row: number): readonly (Value | undefined)[] =>
    query.keys.map(({ dimension, attribute }, key) => {
      if (!result.keySets[batch.keySetOf[row]!]![key]) return undefined;
      const item = batch.keys[key]![row]!;
      if (attribute || item === null || typeof item !== "object") return item as Value;
      return item.values[dimension.identity.index]!;
    });
  for await (const batch of result.cells) {
    for (let row = 0; row < batch.length; row++) {
      cells.push({
        keys: read(batch, row),
        figures: batch.terms.map((column) => exactAt(column, row)),
        numEntries: batch.numEntries[row]!,
        otherEntries: batch.otherEntries?.[row] ?? 0,
        contained: batch.contained[row]!,
      });
    }
  }
  const byTerm = (of: FigureResult["summary"]): readonly (Exact | undefined)[] =>
    terms.map((term) => (of.has(term) ? exactAt(of.get(term)!, 0) : undefined));
  const { leftOut, levels } = result;
  return {
    cells,
    summary: byTerm(result.summary),
    leftOut: leftOut && { numCells: leftOut.numCells, figures: byTerm(leftOut.figures) },
    levels,
  };
}

describe("figures", () => {
  for (const [name, format] of [
    ["the reference engine", plainFormat],
    ["the columnar engine", columnarFormat(kernel)],
  ] as const) {
    it(`of cells of ${name} are those of exact fractions over the entries`, async () => {
      await fc.assert(
        fc.asyncProperty(cubes, async ({ cube, questions }) => {
          const { model } = cube;
          const version = { engine: await load(cube, format), model };
          try {
            const entries = await entriesOf(version);
            for (const [at, question] of questions.entries()) {
              const cut = queryParameters(cube.queries[at % cube.queries.length]!).get("cut") ?? "";
              const other = queryParameters(cube.queries.at(-1)!).get("cut") ?? "";
              const against = question.isCompared ? chooseAgainst(model, question.drilldown, other) : "";
              const text = new URLSearchParams({ ...printQuestion(question), cut, against }).toString();
              const bound = bindFigures(model, queryParameters(text), { maxClauses: 1024, maxNesting: 64 });
              assert.deepEqual(
                bound.figures.terms.map(({ key }) => key),
                question.terms.map(printTerm),
              );
              const side = bound.figures.against;
              const ask = (asked: BoundFigures): Promise<Expected> =>
                withReader(version, BOUNDS, async (reader) => {
                  const result = await reader.aggregate(asked.query);
                  const askEngine = (query: AggregateQuery) => reader.aggregate(query);
                  const theirs = side ? { result: await askEngine(side.query), ask: askEngine } : undefined;
                  return visible(asked, await computeFigureCells(asked, result, new Pace(BOUNDS), askEngine, theirs));
                });
              const got = await ask(bound);
              const paged = queryParameters(`${text}&pagesize=2&page=2`);
              const { cells } = await ask(bindFigures(model, paged, { maxClauses: 1024, maxNesting: 64 }));
              assert.deepEqual(cells, got.cells.slice(2, 4), `page 2 of ${text}`);
              assert.deepEqual(
                got,
                answerObviously(model, entries, bound.cutConditions, question, side?.cutConditions ?? null),
                text,
              );
            }
          } finally {
            version.engine.dispose();
          }
        }),
        { numRuns: RUNS },
      );
    });
  }
});
