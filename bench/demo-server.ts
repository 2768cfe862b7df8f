import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The program as a process that serves the demo dataset. */
export interface DemoServer {
  /** URL without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Start the program with the demo dataset. @param options options of `serve` */
export async function startDemo(...options: readonly string[]): Promise<DemoServer> {
  const data = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  const args = [resolve("dist/cli.js"), "serve", "--demo", "--port", "0", "--data", data, "--drain-seconds", "0"];
  // Logs go through a pipe, as to a log collector.
  const server = spawn(process.execPath, [...args, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  server.stderr.resume();
  const [line] = (await once(createInterface(server.stdout), "line")) as [string];
  return {
    url: line.split(" ").at(-1)!,
    async stop() {
      server.kill("SIGTERM");
      await once(server, "exit");
      await rm(data, { recursive: true });
    },
  };
}
