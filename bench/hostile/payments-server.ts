import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { describePayments } from "../generate.js";
import { COUNCILS, ROWS, seedPayments } from "../payments.js";

/** A data directory with the payments, loaded once for several servers. */
export interface PaymentsDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/** The program as a process that serves the payments. */
export interface PaymentsServer {
  /** URL without a slash at its end. */
  readonly url: string;
  readonly pid: number;
  /** True until the process ends. */
  readonly isAlive: boolean;
  stop(): Promise<void>;
}

/** Load the councils' payments, or generated payments if the councils' are not on this machine. */
export async function loadPaymentsDirectory(): Promise<PaymentsDirectory> {
  const path = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  const { metadata, csv } = existsSync(COUNCILS) ? councils() : await generate(path);
  const load = start(["load", "--data", join(path, "data"), "--metadata", metadata, "--csv", csv, "--skip-invalid"]);
  const [err] = await Promise.all([text(load.stderr!), text(load.stdout!), once(load, "close")]);
  if (load.exitCode !== 0) throw new Error(err);
  return { path: join(path, "data"), remove: () => rm(path, { recursive: true }) };
}

/** Serve a data directory. @param options options of `serve` */
export async function servePayments(directory: string, options: readonly string[]): Promise<PaymentsServer> {
  const server = start(["serve", "--data", directory, "--port", "0", "--drain-seconds", "0", ...options]);
  server.stderr!.resume();
  const [line] = (await once(createInterface(server.stdout!), "line")) as [string];
  const exited = once(server, "exit");
  return {
    url: line.split(" ").at(-1)!,
    pid: server.pid!,
    get isAlive() {
      return server.exitCode === null && server.signalCode === null;
    },
    async stop() {
      // The server may be computing still, without a look at signals.
      server.kill("SIGKILL");
      await exited;
    },
  };
}

interface Files {
  readonly metadata: string;
  readonly csv: string;
}

function councils(): Files {
  return { metadata: join(COUNCILS, "model.json"), csv: join(COUNCILS, "data.csv.gz") };
}

async function generate(directory: string): Promise<Files> {
  const metadata = join(directory, "payments.json");
  await writeFile(metadata, JSON.stringify(describePayments()));
  return { metadata, csv: (await seedPayments(ROWS)).path };
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [resolve("dist/cli.js"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
}
