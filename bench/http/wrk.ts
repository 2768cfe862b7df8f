import { execFile, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { print } from "../tables.js";

export const CONNECTIONS = 32;

/** What a server did under load. */
export interface Traffic {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
}

/** Whether wrk is there; says that a bench is left out where it is not. */
export function hasWrk(bench: string): boolean {
  const isThere = !spawnSync("wrk", ["--version"]).error;
  if (!isThere) print(`${bench} is left out: wrk is not installed: apt install wrk`);
  return isThere;
}

/**
 * Ask for a URL over and over from 32 connections.
 * @param varied seed of random cuts that are added to the URL, another set in every request; or a file of paths that
 * are asked for in turn instead; without it every request is the same
 * @throws Error when anything but a success was answered
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
