import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { print } from "../tables.js";

export const CONNECTIONS = 32;

/** A server's throughput and latency under load. */
export interface Traffic {
  readonly perSecond: number;
  /** Median latency in milliseconds, like `p99`. */
  readonly median: number;
  readonly p99: number;
}

/** True if wrk is installed; otherwise prints that a benchmark is left out. */
export function hasWrk(bench: string): boolean {
  const isInstalled = !spawnSync("wrk", ["--version"]).error;
  if (!isInstalled) print(`${bench} is left out: wrk is not installed: apt install wrk`);
  return isInstalled;
}

/**
 * Request a URL repeatedly from 32 connections.
 * @param varied seed of random cuts, which are added to the URL and differ in every request; or the name of a file with
 * paths to request in turn; absent: every request is the same
 * @throws Error if a reply was not a success
 */
export async function runWrk(url: string, seconds: number, varied?: number | string): Promise<Traffic> {
  const options = ["--threads=1", `--connections=${CONNECTIONS}`, `--duration=${seconds}s`, "--timeout=60s"];
  const script = ["--script", resolve("bench/http/wrk.lua"), url];
  const others = varied === undefined ? [] : ["--", String(varied)];
  const { stdout } = await promisify(execFile)("wrk", [...options, ...script, ...others]);
  const report = JSON.parse(stdout.trim().split("\n").at(-1)!) as Record<string, number>;
  if (report["failed"] !== 0) throw new Error(`${report["failed"]} requests to ${url} failed`);
  return {
    perSecond: (report["requests"]! / report["microseconds"]!) * 1e6,
    median: report["median"]! / 1000,
    p99: report["p99"]! / 1000,
  };
}
