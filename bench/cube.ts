import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Timings, runHeat } from "./contest.js";
import { CONTESTANTS } from "./contestants.js";
import { checkAnswer, type CubeAnswer } from "./cube/answer.js";
import { makeCube } from "./cube/cube.js";
import { QUERIES } from "./cube/queries.js";
import { answerPlainly } from "./cube/reference.js";
import { shareCube } from "./cube/share.js";
import { NotInstalled } from "./peers/contestant.js";
import { runNative } from "./peers/native.js";
import { geometricMean, markdownTable, print } from "./tables.js";

const NATIVE_RUNS = 31;
const THREADS = [1, 2];
const OWN = "spendcube";
const WARM = "spendcube, rollups warm";

/** Time the ten queries with all contestants, and print milliseconds and ratios. */
export async function benchCube(rows: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  try {
    const cube = makeCube(rows);
    await shareCube(cube, directory);
    const expected = new Map(QUERIES.map((query) => [query.name, answerPlainly(cube, query)]));
    const columns = new Map<string, Timings[string]>();
    for (const [name, { threads }] of Object.entries(CONTESTANTS)) {
      for (const count of threads) {
        const timings = await runHeat({ name, threads: count, rows, directory }, expected);
        if (typeof timings === "string") {
          print(`${name} is left out: ${timings}`);
          break;
        }
        for (const [part, times] of Object.entries(timings)) {
          columns.set(columnName(part === "" ? name : `${name}'s ${part}`, count), times);
        }
      }
    }
    const native = timeNative(cube, directory, expected);
    if (native) columns.set(columnName("native loop", 1), native);
    printTables(columns, expected, rows);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function timeNative(
  cube: ReturnType<typeof makeCube>,
  directory: string,
  expected: ReadonlyMap<string, CubeAnswer>,
): Timings[string] | null {
  try {
    const results = runNative(cube, directory, NATIVE_RUNS);
    for (const query of QUERIES) {
      const result = results.get(query.name);
      if (result) checkAnswer("the native loop", query, result.answer, expected.get(query.name)!);
    }
    return Object.fromEntries([...results].map(([name, { milliseconds }]) => [name, milliseconds]));
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    print(`the native loop is left out: ${error.message}`);
    return null;
  }
}

function printTables(
  columns: ReadonlyMap<string, Timings[string]>,
  expected: ReadonlyMap<string, CubeAnswer>,
  rows: number,
): void {
  print(`\n${rows} entries; median milliseconds, (1) and (2) threads\n`);
  const names = [...columns.keys()];
  const title = (query: (typeof QUERIES)[number]): string =>
    `${query.name} ${query.title}, ${expected.get(query.name)!.numCells} cells`;
  print(
    markdownTable(
      ["query", ...names],
      QUERIES.map((query) => [title(query), ...names.map((name) => columns.get(name)![query.name] ?? null)]),
    ),
  );
  const ratios = QUERIES.map((query) => ratiosOf(columns, query.name, OWN));
  const warm = QUERIES.map((query) => ratiosOf(columns, query.name, WARM));
  const means = THREADS.map((_, at) => meanOf(ratios.map((each) => each.toPeers[at]!.ratio)));
  print(`\nfastest peer / ${OWN}, at the same number of threads; ${OWN} / native loop, 1 thread\n`);
  print(
    markdownTable(
      [
        "query",
        ...THREADS.flatMap((count) => [`ratio (${count})`, `peer (${count})`]),
        "to native",
        "kernel to native",
      ],
      [
        ...QUERIES.map((query, at) => {
          const { toPeers, toNative, kernelToNative } = ratios[at]!;
          const peers = toPeers.flatMap(({ ratio, peer }) => [ratio, peer]);
          return [query.name, ...peers, toNative, kernelToNative];
        }),
        [
          "geometric mean",
          ...means.flatMap((mean) => [mean, ""]),
          meanOf(ratios.map((each) => each.toNative)),
          meanOf(ratios.map((each) => each.kernelToNative)),
        ],
      ],
    ),
  );
  print(`\nfastest peer / ${WARM}, at the same number of threads\n`);
  print(
    markdownTable(
      ["query", ...THREADS.flatMap((count) => [`ratio (${count})`, `peer (${count})`])],
      QUERIES.map((query, at) => [query.name, ...warm[at]!.toPeers.flatMap(({ ratio, peer }) => [ratio, peer])]),
    ),
  );
}

function ratiosOf(columns: ReadonlyMap<string, Timings[string]>, query: string, contestant: string) {
  const timeOf = (name: string, threads: number): number | undefined => columns.get(columnName(name, threads))?.[query];
  const peers = Object.keys(CONTESTANTS).filter((name) => name !== OWN && name !== WARM);
  const native = timeOf("native loop", 1);
  const over = (time: number | undefined): number | null => (time && native ? time / native : null);
  return {
    toPeers: THREADS.map((threads) => {
      const own = timeOf(contestant, threads);
      const times = peers.flatMap((peer) => {
        const time = timeOf(peer, threads);
        return time === undefined ? [] : [{ peer, time }];
      });
      const [fastest] = times.toSorted((a, b) => a.time - b.time);
      return { ratio: fastest && own ? fastest.time / own : null, peer: fastest?.peer ?? null };
    }),
    toNative: over(timeOf(OWN, 1)),
    kernelToNative: over(timeOf(`${OWN}'s kernel`, 1)),
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : geometricMean(known);
}

function columnName(name: string, threads: number): string {
  return `${name} (${threads})`;
}
