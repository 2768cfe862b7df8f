import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { Probe } from "../hostile/probe.js";
import type { PaymentsServer } from "../hostile/payments-server.js";
import { usedProcessor } from "../hostile/process-usage.js";
import { median } from "../tables.js";

/** Time to answer an address, and other requests meanwhile, in milliseconds. */
export interface Waited {
  /** HTTP status; exit code of a command. */
  readonly status: number;
  readonly bytes: number;
  /** Time of the first answer, to its last byte. */
  readonly cold: number;
  /** Median of those after it, computed anew. */
  readonly warm: number;
  /** Longest time without an answer of `/healthz`. */
  readonly silence: number;
  /** Time of the server's processors for the first answer, with those of `/healthz` meanwhile. */
  readonly coldProcessor: number;
  /** Median of those after it. */
  readonly warmProcessor: number;
}

const WARM_RUNS = 3;
const MAX_MS = 90_000;
/** Rest before and after a measurement. */
const REST_MS = 100;

type Served = Pick<PaymentsServer, "url" | "pid">;

/** Ask for an address several times, past all caches of answers. */
export async function measureAddress({ url, pid }: Served, target: string): Promise<Waited> {
  const probe = new Probe(url, () => "/healthz");
  await setTimeout(REST_MS);
  probe.clear();
  const times: number[] = [];
  const processor: number[] = [];
  let status = 0;
  let bytes = 0;
  for (let run = 0; run <= WARM_RUNS; run++) {
    const begun = performance.now();
    const used = usedProcessor(pid);
    try {
      const asked = url + target + (target.includes("?") ? "&" : "?") + `run=${run}`;
      const reply = await fetch(asked, { headers: acceptOf(target), signal: AbortSignal.timeout(MAX_MS) });
      bytes = (await reply.arrayBuffer()).byteLength;
      status = reply.status;
    } catch {
      status = 0;
    }
    times.push(performance.now() - begun);
    processor.push(usedProcessor(pid) - used);
    if (times[0]! > MAX_MS / 3) break;
  }
  const silence = await endProbe(probe);
  const [cold, ...warm] = times as [number, ...number[]];
  const [coldProcessor, ...warmer] = processor as [number, ...number[]];
  return {
    status,
    bytes,
    cold,
    warm: medianOf(warm),
    silence,
    coldProcessor,
    warmProcessor: medianOf(warmer),
  };
}

function medianOf(times: readonly number[]): number {
  return times.length > 0 ? median([...times]) : Number.NaN;
}

/** Measure a change of one small dataset by the command line, which the server carries out. */
export async function measureChange(
  { url, pid }: Served,
  data: string,
  kind: "load" | "version" | "drop",
): Promise<Waited> {
  const folder = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    const args = kind === "drop" ? ["dataset", "drop", "extra"] : await writeLoad(folder, kind);
    const probe = new Probe(url, () => "/healthz");
    await setTimeout(REST_MS);
    probe.clear();
    const begun = performance.now();
    const used = usedProcessor(pid);
    const child = spawn(process.execPath, [resolve("dist/cli.js"), ...args, "--data", data], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const cold = performance.now() - begun;
    const coldProcessor = usedProcessor(pid) - used;
    const rest = { warm: Number.NaN, warmProcessor: Number.NaN, silence: await endProbe(probe) };
    return { status: child.exitCode ?? -1, bytes: out.length, cold, coldProcessor, ...rest };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function endProbe(probe: Probe): Promise<number> {
  await setTimeout(REST_MS);
  const { silence } = probe;
  await probe.stop();
  return silence;
}

function acceptOf(target: string): Readonly<Record<string, string>> {
  return /^\/(api|[^?]*\.)/.test(target) ? {} : { accept: "text/html" };
}

async function writeLoad(folder: string, kind: string): Promise<readonly string[]> {
  const metadata = join(folder, "model.json");
  const csv = join(folder, "data.csv");
  const column = (name: string): object => ({ column: name, datatype: "string" });
  await writeFile(
    metadata,
    JSON.stringify({
      dataset: { name: "extra", label: "Extra", description: "One more town", currency: "EUR" },
      mapping: {
        amount: { type: "measure", column: "Amount", datatype: "float" },
        time: { type: "date", column: "Date", datatype: "date" },
        invoice: { type: "attribute", ...column("Invoice"), key: true },
      },
    }),
  );
  const rows = Array.from({ length: 200 }, (_, row) => `2024-01-08,${kind} ${row},${row}.50`);
  await writeFile(csv, `Date,Invoice,Amount\n${rows.join("\n")}\n`);
  return ["load", "--metadata", metadata, "--csv", csv];
}
