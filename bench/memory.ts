import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Measure in a process of its own, which prints: memory that others have used does not come back whole. */
export async function benchMemory(rows: number): Promise<void> {
  const program = fileURLToPath(new URL("memory/measure.js", import.meta.url));
  const child = fork(program, [String(rows)], { execArgv: ["--max-old-space-size=8192"] });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (code !== 0) throw new Error(`The memory bench ended with ${code ?? signal}`);
}
