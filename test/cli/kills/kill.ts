import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generationOf } from "#src/store/disk/file-names.js";
import type { Random } from "../../unit/engines/kernel/random.js";

/** Folders in which a process writes. */
const FOLDERS = ["", "segments", "sources", "downloads"];

/** Time after which a process is killed in any case. */
const TOO_LONG_MS = 20_000;

/** Kill a process at any moment of its work, or when something happens in the data directory. */
export async function killSometime(
  child: ChildProcess,
  data: string,
  random: Random,
  longestMs: number,
): Promise<void> {
  child.stdout!.resume();
  child.stderr!.resume();
  const exited = child.exitCode === null ? once(child, "exit") : null;
  const over = new AbortController();
  const kill = (): void => void child.kill("SIGKILL");
  const watchers: FSWatcher[] = [];
  let waitMs = random.int(longestMs);
  if (random.chance(80)) {
    let events = random.int(12);
    for (const folder of FOLDERS) {
      try {
        const count = (_: string, name: string | null): void => {
          if (!name?.startsWith("owner-") && events-- === 0) kill();
        };
        watchers.push(watch(join(data, folder), count));
      } catch {
        // Folders are made when they are first needed.
      }
    }
    waitMs = TOO_LONG_MS;
  }
  const timer = sleep(waitMs, undefined, { signal: over.signal }).then(kill, () => {});
  await exited;
  over.abort();
  await timer;
  for (const watcher of watchers) watcher.close();
}

/** List what a killed process may leave. */
export async function listLeft(data: string): Promise<ReadonlySet<string>> {
  const names = FOLDERS.map(async (folder) => {
    const found = await readdir(join(data, folder)).catch(() => []);
    return found.map((name) => join(folder, name));
  });
  return new Set((await Promise.all(names)).flat());
}

export const PHASES = [
  "before the first file",
  "while files of data were written",
  "while the manifest was written",
  "after the manifest, before the acknowledgement",
  "after the acknowledgement",
] as const;
export type Phase = (typeof PHASES)[number];

/** Tell how far a command came by what it has left. @param before files before it began */
export function phaseOf(
  isAcknowledged: boolean,
  isDone: boolean,
  before: ReadonlySet<string>,
  left: ReadonlySet<string>,
): Phase {
  if (isAcknowledged) return PHASES[4];
  if (isDone) return PHASES[3];
  const added = [...left].filter((name) => !before.has(name) && !/^owner-|^downloads$|^audit/.test(name));
  if (added.some((name) => generationOf(name.replace(".tmp", "")) !== undefined)) return PHASES[2];
  return added.length > 0 ? PHASES[1] : PHASES[0];
}
