import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Owner, ownDirectory } from "#src/process/control/owner.js";
import type { Peer } from "#src/process/control/peer.js";

export const NEVER: AbortSignal = new AbortController().signal;

/** Give a test the path of a directory that does not exist. */
export async function beside(use: (directory: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    await use(join(parent, "data"));
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 3 });
  }
}

export function reach(directory: string, serves = true): Promise<Owner | Peer> {
  return ownDirectory(directory, { version: "1.2.3", serves }, NEVER);
}

export async function own(directory: string, serves = true): Promise<Owner> {
  const reached = await reach(directory, serves);
  assert.ok(!("greeting" in reached), "somebody else owns it");
  return reached;
}

export async function meet(directory: string): Promise<Peer> {
  const reached = await reach(directory);
  assert.ok("greeting" in reached, "nobody owns it");
  return reached;
}
