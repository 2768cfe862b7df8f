import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { NotInstalled } from "../peers/contestant.js";

/** A server in a process of its own. */
export interface ServerProcess {
  /** URL without a slash at its end. */
  readonly url: string;
  /** Return the processor's time that its threads have taken so far, in milliseconds. */
  processorTime(): number;
  stop(): Promise<void>;
}

type FromServer = { readonly url: string } | { readonly absent: string };

/**
 * Start one of the server programs in this folder and wait until it listens.
 * @param message first message to the program, if it needs one
 * @throws NotInstalled if the program needs software that is not on this machine
 */
export async function startProcess(
  program: string,
  args: readonly (string | number)[],
  message?: object,
): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`${program}.js`, import.meta.url));
  const child = fork(file, args.map(String), { execArgv: ["--max-old-space-size=8192"] });
  const exited = once(child, "exit");
  if (message) child.send(message);
  const [first] = (await Promise.race([once(child, "message"), exited.then(() => [null])])) as [FromServer | null];
  if (first === null) throw new Error(`${program} ended unexpectedly`);
  if ("absent" in first) throw new NotInstalled(first.absent);
  return { url: first.url, processorTime: () => processorTimeOf(child.pid!), stop: () => stop(child, exited) };
}

function processorTimeOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** Run a server in the child process until the parent disconnects. */
export async function serveProcess(listen: () => Promise<string>): Promise<void> {
  try {
    const url = await listen();
    process.once("disconnect", () => process.exit());
    process.send!({ url } satisfies FromServer);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    process.send!({ absent: error.message } satisfies FromServer);
    process.disconnect();
  }
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.disconnect();
  await exited;
}
