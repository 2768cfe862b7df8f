import { constants } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { Listener, STARTING } from "./listener.js";
import { awaitGreeting, findLive, type Peer } from "./peer.js";

/** Ownership of a data directory, which lasts until the listener is closed. */
export interface Claim {
  /** `null` if this process cannot write to the directory: then it needs no socket to keep other writers away. */
  readonly listener: Listener | null;
  /** The topmost directory that was created for it; `undefined` if none was. */
  readonly created: string | undefined;
}

/** Maximum number of attempts. An attempt fails only if another process starts or ends at the same moment. */
const MAX_ATTEMPTS = 10_000;
/** Maximum number of attempts to create the directory; then the file system refuses it, whatever reason it gives. */
const MAX_CREATIONS = 100;

/**
 * Become the owner of a data directory, or find the process that owns it. The owner is the process that listens on a
 * socket in it: the system ends that when the process ends, even if it is killed and its files and id remain in use.
 *
 * Each candidate first listens under a unique name, and then lists the other listeners. Of any two candidates, the one
 * that lists last sees the other, so two can never both find themselves alone. A candidate that is alone owns the
 * directory. Otherwise it stops listening if another one has a smaller name. Then it waits until the first of the
 * others, by name, stops listening or proves to be the owner.
 * @throws Conflict if the directory belongs to another user, or its owner does not answer
 */
export async function claimDirectory(directory: string, signal: AbortSignal): Promise<Claim | Peer> {
  let created: string | undefined;
  let failures = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const topmost = await makeDirectory(directory);
    if (topmost === null) {
      if (++failures < MAX_CREATIONS) continue;
      throw new Conflict(errorText("directory_not_created", { directory }));
    }
    created = topmost ?? created;
    const owner = await findOwner(directory, null, signal);
    if (owner) return owner;
    if (await isReadOnly(directory)) return { listener: null, created };
    const listener = await Listener.open(directory);
    if (!listener) continue;
    try {
      const rival = await findOwner(directory, listener, signal);
      if (rival) return rival;
      if (!listener.open) continue;
      await removeUnfinished(directory);
      return { listener, created };
    } catch (error) {
      if (listener.open) await listener.close();
      throw error;
    }
  }
  throw new Conflict(errorText("socket_without_reason", { directory }));
}

/**
 * Create the directory, and its parents, if they are missing. Node's own recursive call never returns where a file
 * system says that a new directory does not exist, such as `/proc`.
 * @returns the topmost directory that was created, `undefined` if none was; `null` if another process removed part of
 * the path at the same moment: then try again
 */
async function makeDirectory(directory: string): Promise<string | undefined | null> {
  try {
    return await makeOne(directory);
  } catch (error) {
    // It was there, and is gone.
    if (codeOf(error) === "EEXIST") return null;
    const parent = dirname(directory);
    if (codeOf(error) !== "ENOENT" || parent === directory) throw error;
    const topmost = await makeDirectory(parent);
    if (topmost === null) return null;
    try {
      const own = await makeOne(directory);
      return topmost ?? own;
    } catch (again) {
      if (codeOf(again) === "ENOENT" || codeOf(again) === "EEXIST") return null;
      throw again;
    }
  }
}

/** Create a directory. @returns `undefined` if it exists */
async function makeOne(directory: string): Promise<string | undefined> {
  try {
    await mkdir(directory, 0o700);
    return directory;
  } catch (error) {
    if (codeOf(error) !== "EEXIST" && codeOf(error) !== "EROFS") throw error;
    const existing = await stat(directory).catch(() => null);
    if (existing?.isDirectory()) return undefined;
    if (!existing) throw error;
    throw new Conflict(errorText("not_a_data_directory", { directory }));
  }
}

async function isReadOnly(directory: string): Promise<boolean> {
  try {
    await access(directory, constants.W_OK | constants.X_OK);
    return false;
  } catch (error) {
    return codeOf(error) !== "ENOENT";
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/**
 * Find the owner among the other listeners, waiting until candidates have decided.
 * @param own listener of this process; it is closed if another candidate has a smaller name, or is the owner
 * @returns `null` if no other process listens
 */
async function findOwner(directory: string, own: Listener | null, signal: AbortSignal): Promise<Peer | null> {
  for (;;) {
    const others = await findLive(directory, own?.name ?? null, signal);
    const [least, ...more] = others.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (!least) return null;
    for (const { socket } of more) socket.destroy();
    if (own?.open && least.name < own.name) await own.close();
    const owner = await awaitGreeting(least, signal);
    if (!owner) {
      least.socket.destroy();
      continue;
    }
    if (own?.open) await own.close();
    return owner;
  }
}

/** Remove sockets of unfinished starts. A process that is just starting then loses its socket, and tries again. */
async function removeUnfinished(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => STARTING.test(name));
  await Promise.all(names.map((name) => rm(join(directory, name), { force: true })));
}
