import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeBinary } from "#scripts/executable/make-executable.js";

const RUNS = 15;

/** Measure the start of the program, alternately from files and as a single executable. */
export async function benchStart(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-start-"));
  try {
    const binary = join(directory, "spendcube");
    const megabytes = (await makeBinary(binary)) / 1e6;
    const files = [process.execPath, resolve("dist/cli.js")];
    process.stdout.write(`single executable: ${megabytes.toFixed(0)} MB\n`);
    process.stdout.write("| until | files, ms | single executable, ms | ratio |\n| --- | --- | --- | --- |\n");
    for (const [until, args] of Object.entries({ "--version is printed": ["--version"], "it listens": SERVE })) {
      const times: [files: number[], binary: number[]] = [[], []];
      for (let i = 0; i < RUNS; i++) {
        times[0].push(await timeFirstLine([...files, ...args], directory));
        times[1].push(await timeFirstLine([binary, ...args], directory));
      }
      const [of, one] = times.map(median) as [number, number];
      process.stdout.write(`| ${until} | ${of.toFixed(0)} | ${one.toFixed(0)} | ${(one / of).toFixed(2)} |\n`);
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

const SERVE = ["serve", "--port", "0"];

/** Measure the milliseconds from the start of a command to its first output. */
async function timeFirstLine([command, ...args]: readonly string[], cwd: string): Promise<number> {
  const start = performance.now();
  const child = spawn(command!, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "close");
  const isPrinted = await Promise.race([once(child.stdout, "data"), ended.then(() => false)]);
  const time = performance.now() - start;
  child.kill("SIGTERM");
  const [status] = await ended;
  if (!isPrinted) throw new Error(`${command} ${args.join(" ")} ended with ${status} and printed nothing`);
  return time;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}
