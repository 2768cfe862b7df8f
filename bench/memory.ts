import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Measure memory in a process of its own, which prints the results: other benchmarks leave memory behind. */
export async function benchMemory(rows: number): Promise<void> {
  const program = fileURLToPath(new URL("memory/measure.js", import.meta.url));
  const child = fork(program, [String(rows)], { execArgv: ["--max-old-space-size=8192"] });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (code !== 0) throw new Error(`The memory bench ended with ${code ?? signal}`);
}
