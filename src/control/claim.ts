import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Conflict } from "../errors/errors.js";
import { Listener, STARTING } from "./listener.js";
import { awaitGreeting, findLive, type Peer } from "./peer.js";

/** A data directory that belongs to this process until it closes the listener. */
export interface Claim {
  readonly listener: Listener;
  /** The topmost directory that was made for it. */
  readonly made: string | undefined;
}

/** Each fails only because others come and go just then. */
const MAX_ATTEMPTS = 10_000;

/**
 * Own a data directory, or find the process that does. What counts is who listens: the system forgets that when a
 * process ends, however it ends, whatever files it leaves and whoever gets its id.
 *
 * Each who wants the directory first listens under a name of its own and then looks who else does: of any two, the one
 * who looks last sees the other, so never do two find themselves alone. Who is alone owns the directory. Who is not
 * gives way to a lesser name, and waits until a greater one has given way to it or turns out to be the owner.
 * @throws Conflict when the directory is another user's, or its owner does not answer
 */
export async function claimDirectory(directory: string, signal: AbortSignal): Promise<Claim | Peer> {
  let made: string | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const topmost = await makeDirectory(directory);
    if (topmost === null) continue;
    made = topmost ?? made;
    const owner = await findOwner(directory, null, signal);
    if (owner) return owner;
    const listener = await Listener.open(directory);
    if (!listener) continue;
    try {
      const rival = await findOwner(directory, listener, signal);
      if (rival) return rival;
      if (!listener.open) continue;
      await removeUnfinished(directory);
      return { listener, made };
    } catch (error) {
      if (listener.open) await listener.close();
      throw error;
    }
  }
  throw new Conflict(`No socket can be made in ${directory}, for no reason that the system would say`);
}

/**
 * @returns the topmost directory that was made, `undefined` for none; `null` when another process removed some of it
 * just then
 */
async function makeDirectory(directory: string): Promise<string | undefined | null> {
  try {
    return await mkdir(directory, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * @param own this process's listener, which is closed when it has to give way
 * @returns `null` when nobody else is there
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

/** One that was taken from a process that is about to listen makes it try again. */
async function removeUnfinished(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => STARTING.test(name));
  await Promise.all(names.map((name) => rm(join(directory, name), { force: true })));
}
