import { readdir, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { type Frame, readFrames } from "./frames.js";
import { LISTENING } from "./listener.js";
import { type Greeting, readGreeting } from "./messages.js";
import { withAddress } from "./socket-address.js";

/** A connection to a process that owns a data directory, or tries to. */
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

/** Maximum milliseconds to wait for an owner's greeting. */
const GREETING_MS = 60_000;

/** Connect to every process that listens in a directory; sockets of dead processes are removed. */
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
 * Wait until the process at the other end owns the directory and sends its greeting.
 * @returns `null` if it closes the connection instead
 * @throws Conflict if it does not answer, BadFrame if the answer is not a greeting
 */
export async function awaitGreeting({ name, socket }: Contact, signal: AbortSignal): Promise<Peer | null> {
  const frames = readFrames(socket);
  const cutOff = (): void => void socket.destroy(new Conflict(errorText("owner_silent", { process: pidOf(name) })));
  socket.setTimeout(GREETING_MS, cutOff);
  try {
    const first = await unlessAborted(socket, signal, () => nextFrame(frames));
    return first && { greeting: readGreeting(first), socket, frames };
  } finally {
    socket.setTimeout(0).off("timeout", cutOff);
  }
}

/** Wait until the owner closes the connection. */
export async function awaitEnd({ socket, frames }: Peer, signal: AbortSignal): Promise<void> {
  await unlessAborted(socket, signal, async () => {
    while (await nextFrame(frames));
  });
}

/** Return the next frame; `null` at the end of the connection, even if it was lost. */
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

/** Connect to a socket; `null` if no process listens there any more. */
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
        throw new Conflict(errorText("owned_by_other_user", { process: pidOf(name) }), { cause: error });
      }
      // The process has just ended, or its queue of new connections is full: try again.
      if (error.code !== "ECONNRESET" && error.code !== "EAGAIN") throw error;
      await setTimeout(20, undefined, { signal });
    }
  }
}

function pidOf(name: string): string {
  return LISTENING.exec(name)![1]!;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}
