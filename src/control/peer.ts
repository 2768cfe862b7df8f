import { readdir, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Conflict } from "../errors/errors.js";
import { type Frame, readFrames } from "./frames.js";
import { LISTENING } from "./listener.js";
import { type Greeting, readGreeting } from "./messages.js";
import { withAddress } from "./socket-address.js";

/** A connection to a process that owns a data directory, or wants to. */
export interface Contact {
  readonly name: string;
  readonly socket: Socket;
}

/** A connection to the owner. */
export interface Peer {
  readonly greeting: Greeting;
  readonly socket: Socket;
  readonly frames: AsyncGenerator<Frame, void>;
}

/** Milliseconds that an owner may be too busy to greet. */
const PATIENCE = 60_000;

/** Connect to everyone who listens in a directory; what dead ones have left is removed. */
export async function findLive(directory: string, except: string | null, signal: AbortSignal): Promise<Contact[]> {
  const contacts: Contact[] = [];
  try {
    for (const name of await listListening(directory)) {
      const socket = name === except ? null : await connectTo(directory, name, signal);
      if (socket) contacts.push({ name, socket });
    }
    return contacts;
  } catch (error) {
    for (const { socket } of contacts) socket.destroy();
    throw error;
  }
}

/**
 * Wait until the other end owns the directory.
 * @returns `null` when it has gone away instead
 * @throws Conflict when it does not answer, BadFrame when it is no owner's answer
 */
export async function awaitGreeting({ name, socket }: Contact, signal: AbortSignal): Promise<Peer | null> {
  const frames = readFrames(socket);
  const cutOff = (): void => void socket.destroy(new Conflict(`${describe(name)} and does not answer; end it`));
  socket.setTimeout(PATIENCE, cutOff);
  try {
    const first = await unlessAborted(socket, signal, () => nextFrame(frames));
    return first && { greeting: readGreeting(first), socket, frames };
  } finally {
    socket.setTimeout(0).off("timeout", cutOff);
  }
}

/** Wait until the owner has gone away. */
export async function awaitEnd({ socket, frames }: Peer, signal: AbortSignal): Promise<void> {
  await unlessAborted(socket, signal, async () => {
    while (await nextFrame(frames));
  });
}

/** @returns `null` when nothing more comes, the connection was lost too */
export async function nextFrame(frames: Peer["frames"]): Promise<Frame | null> {
  try {
    const next = await frames.next();
    return next.done ? null : next.value;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

async function unlessAborted<T>(socket: Socket, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  const onAbort = (): void => void socket.destroy(signal.reason as Error);
  signal.throwIfAborted();
  signal.addEventListener("abort", onAbort);
  try {
    return await read();
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function listListening(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).filter((name) => LISTENING.test(name));
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return [];
    throw error;
  }
}

/** @returns `null` when nobody listens there any more */
async function connectTo(directory: string, name: string, signal: AbortSignal): Promise<Socket | null> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const socket = withAddress(directory, name, (address) => connect(address));
      await once(socket, "connect");
      return socket.on("error", () => {});
    } catch (error) {
      if (!isSystemError(error)) throw error;
      if (error.code === "ENOENT") return null;
      if (error.code === "ECONNREFUSED") {
        await rm(join(directory, name), { force: true });
        return null;
      }
      if (error.code === "EACCES" || error.code === "EPERM") {
        throw new Conflict(`${describe(name)} as another user; act as that user`, { cause: error });
      }
      // It went away just then, or so many wait to be let in that there is no room.
      if (error.code !== "ECONNRESET" && error.code !== "EAGAIN") throw error;
      await setTimeout(20, undefined, { signal });
    }
  }
}

function describe(name: string): string {
  return `Process ${LISTENING.exec(name)![1]} owns the data directory`;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}
