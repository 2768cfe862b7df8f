import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const CLI = resolve("dist/cli.js");

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Commands that have not ended. */
const running = new Set<ChildProcess>();

/** Start a command as its users do. */
export function start(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd = process.cwd(),
): ChildProcess {
  const env = { ...process.env, SPENDCUBE_DRAIN_SECONDS: "0", ...environment };
  // Processors are shared between sessions first: in one of its own, threads of low priority get on beside other tests.
  return track(spawn(process.execPath, [CLI, ...args], { env, stdio: "pipe", cwd, detached: true }));
}

// A session does not end with the one that began it, and a process that is ended by a signal does not exit.
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

function track(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Run a command to its end. */
export async function run(
  args: readonly string[],
  environment?: Record<string, string>,
  cwd?: string,
): Promise<Outcome> {
  return endOf(start(args, environment, cwd));
}

/** Run a command to its end in this process: several times faster, as the program is loaded and warm. */
export async function runHere(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const { run: runCommand } = await import("#src/cli/program.js");
  const [out, err] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(out), text(err)]);
  const status = await runCommand(args, environment, { out, err });
  out.end();
  err.end();
  const [printed, reported] = await texts;
  return { status, out: printed, err: reported };
}

/** Output and status of a command that has ended. */
export async function endOf(child: ChildProcess): Promise<Outcome> {
  const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "close")]);
  return { status: child.exitCode, out, err };
}

/** Give a test its own directory. Commands that are still running after the test, as when it fails, are killed. */
export async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  const before = new Set(running);
  try {
    await use(directory);
  } finally {
    for (const child of running) if (!before.has(child)) child.kill("SIGKILL");
    await rm(directory, { recursive: true });
  }
}

/** Resolves when a process has a file open, or has ended. */
export async function opens(child: ChildProcess, path: string): Promise<void> {
  // To look at every turn would take the processor from the process.
  while (child.exitCode === null && !(await hasOpen(child.pid!, path))) await setTimeout(2);
}

async function hasOpen(pid: number, path: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => "")));
  return links.includes(path);
}

/** Start a server on a free port; resolves when it is ready. */
export async function startServing(
  args: readonly string[],
  environment?: Record<string, string>,
  startProgram: typeof start = start,
): Promise<{ readonly url: string; readonly child: ChildProcess; stop(): Promise<number | null> }> {
  const child = track(startProgram(["serve", "--port", "0", ...args], environment));
  let out = "";
  for await (const chunk of child.stdout!) {
    out += String(chunk);
    if (out.includes("\n")) break;
  }
  const url = /^listening on (\S+)\n$/.exec(out)?.[1];
  if (url === undefined) throw new Error(`the server printed ${JSON.stringify(out)}`);
  return {
    url,
    child,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
  };
}
