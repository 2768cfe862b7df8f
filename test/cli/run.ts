import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

const CLI = resolve("dist/cli.js");

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Start a command as its users do. */
export function start(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...environment }, stdio: "pipe" });
}

/** Run a command to its end. */
export async function run(args: readonly string[], environment?: Record<string, string>): Promise<Outcome> {
  const child = start(args, environment);
  const [out, err] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "close")]);
  return { status: child.exitCode, out, err };
}

/** Give a test a directory of its own. */
export async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Start a server on a free port; resolves when it is ready. */
export async function startServing(
  args: readonly string[],
  environment?: Record<string, string>,
): Promise<{ readonly url: string; readonly child: ChildProcess; stop(): Promise<number | null> }> {
  const child = start(["serve", "--port", "0", ...args], environment);
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
