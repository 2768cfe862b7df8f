import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bounds } from "#src/core/engine/bounds.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { nearestFigures } from "#src/core/figures/column.js";
import { computeFigureCells, type FigureResult } from "#src/core/figures/figure-cells.js";
import { Pace } from "#src/core/engine/pace.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { Member } from "#src/core/engine/entry.js";
import type { Model } from "#src/core/model/cube.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { bindFigures } from "#src/core/query/aggregate/bind-figures.js";
import { asksFigures } from "#src/core/query/aggregate/figure-request.js";
import type { AggregateQuery } from "#src/core/query/aggregate/query.js";
import { parameters } from "#src/core/query/parameters.js";
import { makeCube } from "./cube/cube.js";
import { shareCube } from "./cube/share.js";
import { openCodes } from "./peers/duckdb.js";
import { loadCube } from "./peers/spendcube.js";
import { markdownTable, median, print } from "./tables.js";

const BOUNDS: Bounds = { maxCells: 10_000_000, deadline: Infinity };
const TIMES = 15;
const MEASURED = `median milliseconds of ${TIMES} runs by turns, in brackets of CPU time, of which the ratios are`;

/** Figures of entries, with the same in DuckDB. */
const STATISTICS: readonly (readonly [title: string, drilldown: string, term: string, sql: string])[] = [
  ["sum by department", "department", "amount.sum", "sum(amount)"],
  ["smallest by department", "department", "amount.min", "min(amount)"],
  ["largest by department", "department", "amount.max", "max(amount)"],
  ["smallest by programme", "programme", "amount.min", "min(amount)"],
  ["median by department", "department", "amount.median", "median(amount)"],
  ["median by programme", "programme", "amount.median", "median(amount)"],
  ["median of all", "", "amount.median", "median(amount)"],
  ["median by year", "year", "amount.median", "median(amount)"],
  ["suppliers by region", "region", "supplier.count", "count(distinct supplier)"],
  ["programmes by department", "department", "programme.count", "count(distinct programme)"],
];

/** Figures of cells, with the plain sums of the same cells. */
const STAGES: readonly (readonly [title: string, drilldown: string, parameters: string, cut?: string])[] = [
  ["a region against another, by programme", "programme.name", "against=region.name:r01", "cut=region.name:r00"],
  ["a region against all, by programme", "programme.name", "against=region.name:*", "cut=region.name:r00"],
  ["smallest by region and programme", "region.name|programme.name", "measure=amount.min"],
  ["shares by programme", "programme.name", "measure=amount|amount.share"],
  ["shares within regions", "region.name|programme.name", "measure=amount.share@region.name"],
  ["programmes above a limit", "programme.name", "having=amount:[100000 TO *]"],
  ["the ten largest programmes, the others together", "programme.name", "top=10"],
  ["ten in each region", "region.name|programme.name", "top=10@region.name"],
  ["subtotals", "region.name|programme.name", "rollup=true"],
  [
    "10,000 suppliers with four terms",
    "supplier.name",
    "measure=amount|amount.avg|amount.share|amount/quantity&pagesize=10000",
  ],
];

/** Measure figures of entries against DuckDB, and figures of cells against the plain sums. */
export async function benchFigures(rows: number): Promise<void> {
  const cube = makeCube(rows);
  const directory = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    await shareCube(cube, directory);
    for (const threads of [1, 2]) {
      const { kernel, model, engine } = await loadCube(cube, threads);
      const { instance, connection } = await openCodes({ cube, threads, directory });
      const run = async (sql: string) => connection.run(sql);
      print(`\n${rows} entries, ${threads === 1 ? "one thread" : "two threads"}; ${MEASURED}\n`);
      const lines = [];
      for (const [title, drilldown, term, sql] of STATISTICS) {
        const query = `drilldown=${drilldown && `${drilldown}.name`}&measure=${term}&pagesize=10000`;
        const plain = `drilldown=${drilldown && `${drilldown}.name`}&measure=amount&pagesize=10000`;
        const group = drilldown === "" ? "" : `GROUP BY ${drilldown}`;
        const statement = `SELECT ${drilldown || 0}, ${sql} FROM codes ${group}`;
        await compare(engine, model, query, await (await run(statement)).getColumnsJS());
        const [own, sum, other] = await timeByTurns([
          () => answer(engine, model, query),
          () => answer(engine, model, plain),
          () => run(statement),
        ]);
        const ratios = [own!.cpu / sum!.cpu, other!.cpu / own!.cpu, other!.ms / own!.ms];
        lines.push([title, printTime(own!), printTime(sum!), printTime(other!), ...ratios]);
      }
      const compared = ["÷ plain sum", "DuckDB ÷ spendcube", "by the clock"];
      print(markdownTable(["figure", "spendcube", "plain sum", "DuckDB", ...compared], lines));
      if (threads === 2) await printStages(engine, model);
      connection.closeSync();
      instance.closeSync();
      engine.dispose();
      await kernel.close();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function printStages(engine: ColumnarEngine, model: Model): Promise<void> {
  const lines = [];
  for (const [title, drilldown, asked, cut = ""] of STAGES) {
    const pagesize = asked.includes("pagesize") ? "" : "&pagesize=100";
    const plain = `drilldown=${drilldown}&${cut}${asked.includes("pagesize") ? "&pagesize=10000" : pagesize}`;
    const [own, sum] = await timeByTurns([
      () => answer(engine, model, `drilldown=${drilldown}&${cut}&${asked}${pagesize}`),
      () => answer(engine, model, plain),
    ]);
    lines.push([title, printTime(sum!), printTime(own!), own!.cpu / sum!.cpu, own!.cpu - sum!.cpu]);
  }
  print(`\nFigures of cells, two threads; ${MEASURED}\n`);
  print(markdownTable(["figure", "plain", "with figures", "ratio", "more, ms of CPU"], lines));
}

/** Answer a query and read all of its cells. */
async function answer(engine: ColumnarEngine, model: Model, query: string): Promise<FigureResult | null> {
  const given = parameters([...new URLSearchParams(query)]);
  if (!asksFigures(model, given)) {
    const { query: bound } = bindAggregate(model, given, 4096);
    await withReader({ engine, model }, BOUNDS, async (reader) => gatherCells(await reader.aggregate(bound)));
    return null;
  }
  const bound = bindFigures(model, given, { maxClauses: 4096, maxNesting: 64 });
  return withReader({ engine, model }, BOUNDS, async (reader) => {
    const result = await reader.aggregate(bound.query);
    const ask = (asked: AggregateQuery) => reader.aggregate(asked);
    const { against } = bound.figures;
    const other = against ? { result: await ask(against.query), ask } : undefined;
    const figures = await computeFigureCells(bound, result, new Pace(BOUNDS), ask, other);
    for await (const cells of figures.cells) void cells.length;
    return figures;
  });
}

interface RunTime {
  /** Milliseconds by the clock. */
  readonly ms: number;
  /** Milliseconds of the processors, of all threads together. */
  readonly cpu: number;
}

/** Measure runs by turns, so that other work on the machine delays all of them alike. */
async function timeByTurns(runs: readonly (() => Promise<unknown>)[]): Promise<readonly RunTime[]> {
  const times = runs.map(() => ({ ms: [] as number[], cpu: [] as number[] }));
  for (let turn = 0; turn < TIMES; turn++) {
    for (const [at, run] of runs.entries()) {
      const [begun, used] = [performance.now(), process.cpuUsage()];
      await run();
      const { user, system } = process.cpuUsage(used);
      times[at]!.ms.push(performance.now() - begun);
      times[at]!.cpu.push((user + system) / 1000);
    }
  }
  return times.map(({ ms, cpu }) => ({ ms: median(ms), cpu: median(cpu) }));
}

function printTime({ ms, cpu }: RunTime): string {
  return `${printNumber(ms)} (${printNumber(cpu)})`;
}

function printNumber(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toPrecision(3);
}

/** Compare the figures of all cells with those of a peer. @throws if one differs */
async function compare(
  engine: ColumnarEngine,
  model: Model,
  query: string,
  [codes, wanted]: readonly (readonly unknown[])[],
): Promise<void> {
  const expected = new Map(codes!.map((code, row) => [Number(code), Number(wanted![row])]));
  const { cells } = (await answer(engine, model, query))!;
  const isMoney = query.includes("amount");
  let count = 0;
  for await (const { keys, terms, length } of cells) {
    const numbers = nearestFigures(terms[0]!, length);
    for (let row = 0; row < length; row++) {
      const name = keys[0]?.[row] as string | Member | undefined;
      const code = name === undefined ? 0 : Number(String(name).slice(1));
      const own = isMoney ? numbers[row]! * 100 : numbers[row]!;
      if (Math.abs(own - expected.get(code)!) > 1e-6 * Math.max(1, Math.abs(own))) {
        throw new Error(`${query}: ${String(name)} has ${own} instead of ${expected.get(code)}`);
      }
      count++;
    }
  }
  if (count !== expected.size) throw new Error(`${query}: ${count} cells instead of ${expected.size}`);
}
