import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CubeAnswer, decodeKeys } from "../cube/answer.js";
import { type Cube, dimensionOf } from "../cube/cube.js";
import { type CubeQuery, cutsOf, QUERIES } from "../cube/queries.js";
import { NotInstalled } from "./contestant.js";

/** Answers and times of the native loops. */
export interface NativeResult {
  readonly answer: CubeAnswer;
  readonly milliseconds: number;
}

/** Maximum number of groups in the native loop's dense table; Q10 has more, so it has no native loop. */
const MAX_GROUPS = 10_000_000;

/**
 * Compile native.cpp and run it over the files of `shareCube`.
 * @throws NotInstalled without a compiler
 */
export function runNative({ rows }: Cube, directory: string, runs: number): ReadonlyMap<string, NativeResult> {
  if (spawnSync("g++", ["--version"]).status !== 0) throw new NotInstalled("g++ is not installed");
  const queries = QUERIES.filter((query) => groupsOf(query) <= MAX_GROUPS);
  writeFileSync(join(directory, "queries.inc"), queries.map(macroOf).join("\n"));
  const program = join(directory, "native");
  const options = ["-O3", "-march=native", "-std=c++17", `-I${directory}`, "-o", program];
  execFileSync("g++", [...options, resolve("bench/native.cpp")], { stdio: "inherit" });
  const output = execFileSync(program, [directory, String(rows), String(runs)], { maxBuffer: 2 ** 28 }).toString();
  const lines = output.trim().split("\n");
  return new Map(queries.map((query, at) => [query.name, readLine(query, lines[at]!)]));
}

function macroOf(query: CubeQuery): string {
  const key = query.keys.reduce(
    (text, name) => (text === "0" ? `size_t(${name}[i])` : `(${text} * ${dimensionOf(name).size} + ${name}[i])`),
    "0",
  );
  // `&` and `|` instead of `&&` and `||`: a branch per entry would be slower.
  const pass = cutsOf(query.cuts).map(([name, members]) => {
    return `(${members.map((member) => `(${name}[i] == ${member})`).join(" | ")})`;
  });
  const second = query.measures.length > 1;
  return `QUERY("${query.name}", ${groupsOf(query)}, ${key}, ${pass.join(" & ") || "true"}, ${second}, ${query.limit})`;
}

function groupsOf({ keys }: CubeQuery): number {
  return keys.reduce((product, name) => product * dimensionOf(name).size, 1);
}

function readLine({ keys, measures }: CubeQuery, line: string): NativeResult {
  const [, milliseconds, numCells, ...numbers] = line.split(" ").map(Number);
  const column = (at: number): number[] => numbers.filter((_, position) => position % 4 === at);
  const sizes = keys.map((name) => dimensionOf(name).size);
  return {
    milliseconds: milliseconds!,
    answer: {
      keys: decodeKeys(column(0), sizes),
      sums: measures.map((_, at) => column(1 + at)),
      counts: column(3),
      numCells: numCells!,
    },
  };
}
