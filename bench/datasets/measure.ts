import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { Probe } from "../hostile/probe.js";
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
}

const WARM_RUNS = 3;
const MAX_MS = 90_000;
/** Rest before and after a measurement. */
const REST_MS = 100;

/** Ask for an address several times, past all caches of answers. */
export async function measureAddress(url: string, target: string): Promise<Waited> {
  const probe = new Probe(url, () => "/healthz");
  await setTimeout(REST_MS);
  probe.clear();
  const times: number[] = [];
  let status = 0;
  let bytes = 0;
  for (let run = 0; run <= WARM_RUNS; run++) {
    const begun = performance.now();
    try {
      const asked = url + target + (target.includes("?") ? "&" : "?") + `run=${run}`;
      const reply = await fetch(asked, { headers: acceptOf(target), signal: AbortSignal.timeout(MAX_MS) });
      bytes = (await reply.arrayBuffer()).byteLength;
      status = reply.status;
    } catch {
      status = 0;
    }
    times.push(performance.now() - begun);
    if (times[0]! > MAX_MS / 3) break;
  }
  const silence = await endProbe(probe);
  const [cold, ...warm] = times as [number, ...number[]];
  return { status, bytes, cold, warm: warm.length > 0 ? median(warm) : Number.NaN, silence };
}

/** Measure a change of one small dataset by the command line, which the server carries out. */
export async function measureChange(url: string, data: string, kind: "load" | "version" | "drop"): Promise<Waited> {
  const folder = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    const args = kind === "drop" ? ["dataset", "drop", "extra"] : await writeLoad(folder, kind);
    const probe = new Probe(url, () => "/healthz");
    await setTimeout(REST_MS);
    probe.clear();
    const begun = performance.now();
    const child = spawn(process.execPath, [resolve("dist/cli.js"), ...args, "--data", data], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const cold = performance.now() - begun;
    return { status: child.exitCode ?? -1, bytes: out.length, cold, warm: Number.NaN, silence: await endProbe(probe) };
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
