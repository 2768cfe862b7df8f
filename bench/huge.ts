import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import { openReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { shareFields } from "#src/core/model/shared-fields.js";
import { Catalog } from "#src/store/catalog.js";
import { checkAnswer } from "./cube/answer.js";
import { makeCube } from "./cube/cube.js";
import { cubeModel, writeEntries } from "./cube/entries.js";
import { QUERIES } from "./cube/queries.js";
import { answerPlainly } from "./cube/reference.js";
import { peakWhile, settle, watchPeak } from "./memory/resident.js";
import { askEngine } from "./peers/spendcube.js";
import { markdownTable, print } from "./tables.js";

const THREADS = 2;
/** Runs of each query. */
const RUNS = 200;
/** The queries whose time is limited: all but the one with a cell for nearly every entry. */
const TIMED = QUERIES.filter(({ name }) => name !== "Q10");
const GIGABYTE = 2 ** 30;

/** One entry in so many has another date when it is loaded again. */
const RARE = 1000;

/** Build a very large table, ask it, build it again over itself, compare both, store it and open it. */
export async function benchHuge(rows: number): Promise<void> {
  const kernel = Kernel.start({ threads: THREADS });
  const format = columnarFormat(kernel);
  const model = cubeModel();
  // The source stays in memory until the end; it is not counted.
  const cube = makeCube(rows);
  const base = await settle();
  const figures: (readonly [string, string | number])[] = [];
  const build = async (name: string, previous: Engine | null, dateOf?: (row: number) => string) => {
    let engine: Engine | null = null;
    const begin = performance.now();
    const peak = peakWhile(() => {
      const builder = format.build(model, previous, 1);
      writeEntries(cube, builder, dateOf);
      const written = builder.finish() as { engine: Engine; repeated: number };
      if (written.repeated > 0) throw new Error(`${written.repeated} entries have the key of another`);
      engine = written.engine;
    });
    figures.push([`${name}, seconds`, (performance.now() - begin) / 1000]);
    if (peak !== null) figures.push([`${name}, peak, GB`, (peak - base) / GIGABYTE]);
    return engine! as ColumnarEngine;
  };

  const first = await build("load", null);
  figures.push(["resident after it, GB", ((await settle()) - base) / GIGABYTE]);
  await check(first);
  figures.push(...(await timeQueries(first)));
  const second = await build("load again", first, (row) => (row % RARE === 0 ? "2009-01-02" : "2009-01-01"));
  figures.push(...(await compareVersions(first, second)));
  first.dispose();
  await check(second);
  figures.push(["resident after it, GB", ((await settle()) - base) / GIGABYTE]);
  figures.push(...(await storeAndOpen(second)));
  print(
    markdownTable(
      ["", rows.toLocaleString("en")],
      figures.map((each) => [...each]),
    ),
  );
  second.dispose();
  await kernel.close();

  async function check(engine: ColumnarEngine): Promise<void> {
    const contestant = askEngine(model, engine);
    for (const query of TIMED)
      checkAnswer(query.name, query, await contestant.answer(query), answerPlainly(cube, query));
  }

  async function timeQueries(engine: ColumnarEngine): Promise<typeof figures> {
    const contestant = askEngine(model, engine);
    const times: (readonly [string, string])[] = [];
    for (const query of TIMED) {
      const run = contestant.plan(query)!;
      for (let warm = 0; warm < 5; warm++) await run();
      const taken: number[] = [];
      for (let at = 0; at < RUNS; at++) {
        const begin = performance.now();
        await run();
        taken.push(performance.now() - begin);
      }
      taken.sort((a, b) => a - b);
      const [median, late] = [taken[RUNS / 2]!, taken[Math.ceil(RUNS * 0.99) - 1]!];
      times.push([
        `${query.name} ${query.title}, ms: median, 99th percentile`,
        `${median.toFixed(2)}, ${late.toFixed(2)}`,
      ]);
    }
    return times;
  }

  async function compareVersions(before: Engine, after: Engine): Promise<typeof figures> {
    const readers = [openReader(before, UNBOUNDED), openReader(after, UNBOUNDED)] as const;
    const peak = watchPeak();
    const begin = performance.now();
    const { added, removed, changed } = await readers[1].compare(readers[0], shareFields(model, model));
    const seconds = (performance.now() - begin) / 1000;
    for (const reader of readers) reader.release();
    const found = [added.length, removed.length, changed.after.length].join();
    if (found !== [0, 0, Math.ceil(rows / RARE)].join()) throw new Error(`${found} entries differ`);
    const most = peak();
    const compared = ["compare both versions, seconds", seconds] as const;
    return most === null ? [compared] : [compared, ["peak during it, GB", (most - base) / GIGABYTE]];
  }

  async function storeAndOpen(engine: ColumnarEngine): Promise<typeof figures> {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-huge-"));
    try {
      const catalog = await Catalog.open(directory, format);
      const begin = performance.now();
      await catalog.publish({ model, engine, sources: [], base: undefined, private: false, managers: [] });
      const written = performance.now();
      const other = Kernel.start({ threads: 1 });
      const opened = await Catalog.open(directory, columnarFormat(other));
      const seconds = (performance.now() - written) / 1000;
      if (opened.list().length !== 1) throw new Error("The stored dataset is missing");
      await other.close();
      return [
        ["write to disk, seconds", (written - begin) / 1000],
        ["read from disk, seconds", seconds],
      ];
    } finally {
      await rm(directory, { recursive: true });
    }
  }
}
